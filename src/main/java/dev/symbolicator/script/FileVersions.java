package dev.symbolicator.script;

import dev.symbolicator.fetch.Fetched;
import dev.symbolicator.fetch.NotModified;
import dev.symbolicator.fetch.Redirect;
import dev.symbolicator.fetch.Validators;
import dev.symbolicator.freshness.Expiry;
import dev.symbolicator.freshness.FileVersion;
import dev.symbolicator.freshness.Freshness;
import dev.symbolicator.freshness.StoredHeaders;
import dev.symbolicator.memory.Sha256;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** Tells which version of a file was fetched, and how long it may be used. */
@ApplicationScoped
class FileVersions {
  /** The lifetime of an answer that says immutable, and of a file name with a hash. */
  private static final Duration IMMUTABLE = Duration.ofDays(30);

  private final Freshness freshness;
  private final Clock clock;

  FileVersions(ScriptConfig config, Clock clock) {
    this.clock = clock;
    freshness = new Freshness(config.minFresh(), config.maxFresh(), IMMUTABLE, config.maxStale());
  }

  Freshness freshness() {
    return freshness;
  }

  /** Returns the time now, in milliseconds since 1970. */
  long now() {
    return clock.millis();
  }

  /** Returns the version of a file that was fetched now. */
  FileVersion of(Fetched file) {
    StoredHeaders headers = StoredHeaders.of(file.headers());
    Expiry expiry = freshness.of(file.finalUrl(), headers, file.headers(), now());
    return new FileVersion(
        file.finalUrl(), Sha256.of(file.body()), headers, behind(file.redirects(), expiry));
  }

  /** Returns a version after its origin confirmed it (RFC 9111, section 4.3.4). */
  FileVersion confirmed(FileVersion file, NotModified answer) {
    StoredHeaders headers = file.headers().updatedBy(answer.headers());
    Expiry expiry = freshness.of(file.url(), headers, answer.headers(), now());
    return new FileVersion(file.url(), file.sha256(), headers, behind(answer.redirects(), expiry));
  }

  /** The requested URL leads to the file only while every redirect on the way is fresh. */
  private Expiry behind(List<Redirect> redirects, Expiry file) {
    return redirects.stream()
        .map(
            redirect ->
                freshness.ofRedirect(
                    redirect.url(), redirect.isPermanent(), redirect.headers(), now()))
        .reduce(file, Expiry::and);
  }

  /** Returns the validators that make a request for the file conditional. */
  static Validators validators(FileVersion file) {
    return new Validators(
        file.url(),
        file.headers().get(StoredHeaders.ETAG),
        file.headers().get(StoredHeaders.LAST_MODIFIED));
  }

  boolean isFresh(FileVersion file) {
    return file.expiry().at(now()) == Expiry.Use.FRESH;
  }
}

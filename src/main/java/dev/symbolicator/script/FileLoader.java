package dev.symbolicator.script;

import dev.symbolicator.fetch.FetchFailure;
import dev.symbolicator.fetch.FetchRequest;
import dev.symbolicator.fetch.FetchRequest.Validators;
import dev.symbolicator.fetch.FetchResult.Fetched;
import dev.symbolicator.fetch.FetchResult.NotModified;
import dev.symbolicator.fetch.FetchResult.Redirect;
import dev.symbolicator.fetch.Fetcher;
import dev.symbolicator.freshness.Expiry;
import dev.symbolicator.freshness.FileVersion;
import dev.symbolicator.freshness.Freshness;
import dev.symbolicator.freshness.StoredHeaders;
import dev.symbolicator.maps.ScriptRef.BuildIdentity;
import dev.symbolicator.maps.ScriptRef.ScriptContent;
import dev.symbolicator.memory.Sha256;
import dev.symbolicator.script.FileLoader.FetchedFiles.FetchedMap;
import dev.symbolicator.script.FileLoader.FetchedFiles.FetchedScript;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.script.RecordStore.FilePair;
import dev.symbolicator.script.ScriptPipeline.LoadContext;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.sourcemap.link.DebugId;
import dev.symbolicator.tables.MapCompiler.MapFile;
import dev.symbolicator.tables.TableCompiler;
import dev.symbolicator.threads.Futures;
import dev.symbolicator.url.WebUrl;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Fetches a script or a map for a load, whose rest runs on the compiler's threads; then closes it.
 */
@ApplicationScoped
class FileLoader {
  private final Fetcher fetcher;
  private final TableCompiler compiler;
  private final FileVersions versions;
  private final ScriptFailures failures;
  private final Revalidations revalidations;

  FileLoader(
      Fetcher fetcher,
      TableCompiler compiler,
      FileVersions versions,
      ScriptFailures failures,
      Revalidations revalidations) {
    this.fetcher = fetcher;
    this.compiler = compiler;
    this.versions = versions;
    this.failures = failures;
    this.revalidations = revalidations;
  }

  FetchedScript script(Fetched file) {
    return FetchedScript.of(file, versions.of(file));
  }

  CompletableFuture<Outcome> script(
      LoadContext load, Function<FetchedScript, CompletableFuture<Outcome>> next) {
    return script(load.key().scope(), load.url(), next, why -> done(new Missed(why)));
  }

  /** Like {@link #script(LoadContext, Function)}, for work whose outcome is not remembered. */
  <T> CompletableFuture<T> script(
      String scope,
      WebUrl url,
      Function<FetchedScript, CompletableFuture<T>> next,
      Function<Failed, CompletableFuture<T>> missed) {
    return fetcher
        .fetch(FetchRequest.script(url).forScope(scope))
        .thenComposeAsync(
            result ->
                result instanceof Fetched file
                    ? closing(file, () -> next.apply(script(file)))
                    : missed.apply(failures.ofScript((FetchFailure) result)),
            compiler.threads());
  }

  CompletableFuture<Outcome> map(
      LoadContext load,
      FetchedScript script,
      WebUrl mapUrl,
      Function<FetchedMap, CompletableFuture<Outcome>> next) {
    WebUrl namedBy = script.file().finalUrl();
    return fetcher
        .fetch(FetchRequest.sourceMap(mapUrl, namedBy).forScope(load.key().scope()))
        .thenComposeAsync(
            result ->
                result instanceof Fetched file
                    ? closing(
                        file,
                        () -> next.apply(new FetchedMap(mapUrl, namedBy, file, versions.of(file))))
                    : done(mapMissed(script, mapUrl, (FetchFailure) result)),
            compiler.threads());
  }

  private Missed mapMissed(FetchedScript script, WebUrl mapUrl, FetchFailure why) {
    return revalidations.missed(failures.ofMap(why, mapUrl), script.without(mapUrl));
  }

  private static <T> CompletableFuture<T> closing(
      Fetched file, Supplier<CompletableFuture<T>> work) {
    return Futures.guarded(work).whenComplete((outcome, fault) -> file.close());
  }

  private static CompletableFuture<Outcome> done(Outcome outcome) {
    return CompletableFuture.completedFuture(outcome);
  }

  /** The files of a script that were fetched already; the code that fetched them closes them. */
  record FetchedFiles(@Nullable FetchedScript script, @Nullable FetchedMap map) {
    static final FetchedFiles NONE = new FetchedFiles(null, null);

    record FetchedScript(Fetched file, FileVersion version, ScriptContent content) {

      static FetchedScript of(Fetched file, FileVersion version) {
        return new FetchedScript(file, version, ScriptContent.of(file.body(), version.sha256()));
      }

      FilePair alone() {
        return with(null, null, null);
      }

      FilePair withInline(byte[] map) {
        return with(null, null, DebugId.ofMap(map));
      }

      FilePair without(WebUrl mapUrl) {
        return with(mapUrl, null, null);
      }

      private FilePair with(
          @Nullable WebUrl mapUrl, @Nullable FileVersion map, @Nullable String mapDebugId) {
        return new FilePair(version, mapUrl, map, new BuildIdentity(content, mapDebugId));
      }
    }

    /**
     * A fetched map: the URL before redirects, and the final URL of the script that named the map.
     */
    record FetchedMap(WebUrl url, WebUrl namedBy, Fetched file, FileVersion version) {

      boolean isNamedBy(FetchedScript script, WebUrl named) {
        return url.equals(named) && namedBy.equals(script.file().finalUrl());
      }

      MapFile forScript(FetchedScript script) {
        WebUrl finalUrl = file.finalUrl();
        return new MapFile(
            file.body(),
            List.of(script.file().finalUrl(), finalUrl),
            finalUrl,
            finalUrl.redacted());
      }

      FilePair pairedWith(FetchedScript script) {
        return script.with(url, version, DebugId.ofMap(file.body()));
      }
    }

    static FetchedFiles of(FetchedScript script) {
      return new FetchedFiles(script, null);
    }

    static FetchedFiles of(FetchedMap map) {
      return new FetchedFiles(null, map);
    }

    void close() {
      if (script != null) {
        script.file().close();
      }
      if (map != null) {
        map.file().close();
      }
    }
  }

  /** Tells which version of a file was fetched, and how long it may be used. */
  @ApplicationScoped
  static class FileVersions {
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

    long now() {
      return clock.millis();
    }

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
      return new FileVersion(
          file.url(), file.sha256(), headers, behind(answer.redirects(), expiry));
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
}

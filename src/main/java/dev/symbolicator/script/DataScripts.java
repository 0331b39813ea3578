package dev.symbolicator.script;

import dev.symbolicator.content.ByteBudget;
import dev.symbolicator.fetch.FetchConfig;
import dev.symbolicator.fetch.Fetched;
import dev.symbolicator.fetch.ResponseHeaders;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.url.DataUrl;
import dev.symbolicator.url.WebUrl;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * Scripts that are {@code data:} URLs. The whole script is in the profile, so nothing is fetched
 * save its map, and it never changes.
 */
@ApplicationScoped
class DataScripts {
  private static final WebUrl URL = Objects.requireNonNull(WebUrl.parse("data:,"));
  private static final ResponseHeaders IMMUTABLE =
      new ResponseHeaders(List.of(Map.entry("cache-control", "immutable")));

  private final ScriptLoader loader;
  private final ByteBudget budget;
  private final long maxSize;

  DataScripts(ScriptLoader loader, ByteBudget budget, FetchConfig config) {
    this.loader = loader;
    this.budget = budget;
    maxSize = config.maxScriptSize().asLongValue();
  }

  /** What came of reading a URL. */
  sealed interface Opening {}

  /** A script. */
  @SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
  record Opened(ScriptKey key, byte[] text) implements Opening {}

  /** No script, or one that is too large. */
  record Refused(Failed why) implements Opening {}

  Opening open(String url) {
    DataUrl data = DataUrl.parse(url);
    if (data == null) {
      return new Refused(new Failed(ScriptStatus.MALFORMED, "The script is no data: URL."));
    }
    return data.bytes().length > maxSize
        ? new Refused(
            new Failed(
                ScriptStatus.TOO_LARGE,
                "The script is larger than the "
                    + maxSize
                    + " bytes that symbolicator.fetch allows."))
        : new Opened(ScriptKey.ofData(data.bytes()), data.bytes());
  }

  CompletableFuture<Outcome> load(Opened script) {
    ByteBudget.Lease lease = budget.open();
    if (!lease.grow(script.text.length)) {
      lease.close();
      return CompletableFuture.completedFuture(
          new Missed(new Failed(ScriptStatus.OVERLOADED, "Too many bytes are in flight.")));
    }
    return loader.load(script.key, new Fetched(URL, script.text, IMMUTABLE, lease));
  }
}

package dev.symbolicator.script;

import dev.symbolicator.fetch.FetchConfig;
import dev.symbolicator.fetch.FetchResult.Fetched;
import dev.symbolicator.freshness.ResponseHeaders;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.script.FileLoader.FetchedFiles;
import dev.symbolicator.script.FileLoader.FetchedFiles.FetchedScript;
import dev.symbolicator.script.ScriptLoads.ScriptKey;
import dev.symbolicator.script.ScriptPipeline.LoadContext;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.script.ScriptResult.ScriptReport;
import dev.symbolicator.tables.TableResult.TableFailure;
import dev.symbolicator.threads.Futures;
import dev.symbolicator.url.DataUrl;
import dev.symbolicator.url.WebUrl;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * Loads scripts that are {@code data:} URLs: at most the map is fetched, and the script never
 * changes.
 */
@ApplicationScoped
class DataScripts {
  /**
   * Where V8 cuts names of scripts in profiles, in UTF-16 units: {@code
   * --heap-snapshot-string-limit}.
   */
  static final int LENGTH_OF_CUT_NAME = 1024;

  private static final String CUT =
      "V8 cuts the names of scripts in profiles at %d characters, and this data: URL has as many, so"
          + " it holds only the beginning of the script. Load such scripts from a blob: or https: URL,"
          + " or name them with a sourceURL comment.";

  private static final WebUrl URL = Objects.requireNonNull(WebUrl.parse("data:,"));
  private static final ResponseHeaders IMMUTABLE =
      new ResponseHeaders(List.of(Map.entry("cache-control", "immutable")));

  private final ScriptPipeline pipeline;
  private final FileLoader files;
  private final ByteBudget budget;
  private final long maxSize;

  DataScripts(ScriptPipeline pipeline, FileLoader files, ByteBudget budget, FetchConfig config) {
    this.pipeline = pipeline;
    this.files = files;
    this.budget = budget;
    maxSize = config.maxScriptSize().asLongValue();
  }

  sealed interface DataScriptReading {}

  /** A script, charged to the byte budget until the script is closed or its load has ended. */
  static final class DataScript implements DataScriptReading {
    private final ScriptKey key;
    private final byte[] text;
    private final ByteBudget.Lease lease;
    private final boolean isWebAsked;
    private boolean isLoading;

    private DataScript(String scope, byte[] text, ByteBudget.Lease lease, boolean isWebAsked) {
      this.key = ScriptKey.ofData(scope, text);
      this.text = text;
      this.lease = lease;
      this.isWebAsked = isWebAsked;
    }

    ScriptKey key() {
      return key;
    }

    void closeUnlessLoading() {
      if (!isLoading) {
        lease.close();
      }
    }
  }

  /** The URL holds no script, or its script is too large. */
  record Undecodable(Failed why) implements DataScriptReading {}

  static ScriptResult explained(String url, ScriptResult result) {
    return result instanceof Failed failed && url.length() == LENGTH_OF_CUT_NAME
        ? new Failed(
            new ScriptReport(
                failed.status(),
                failed.report().sourceMap(),
                CUT.formatted(LENGTH_OF_CUT_NAME) + " " + failed.detail(),
                failed.report().retryAfter()),
            failed.build())
        : result;
  }

  DataScriptReading decode(String scope, String url, boolean isWebAsked) {
    ByteBudget.Lease lease = budget.open();
    if (!lease.grow(DataUrl.memory(url))) {
      TableFailure failure = TableFailure.ofMemory(lease.passesLimitAlone(), "read the script");
      return undecodable(lease, ScriptFailures.of(failure, null));
    }
    DataUrl data = DataUrl.parse(url);
    if (data == null) {
      return undecodable(
          lease, new Failed(ScriptStatus.MALFORMED, "The script's data: URL cannot be read."));
    }
    if (data.bytes().length > maxSize) {
      return undecodable(
          lease,
          new Failed(
              ScriptStatus.TOO_LARGE,
              "The script is larger than the "
                  + maxSize
                  + " bytes of symbolicator.fetch.max-script-size."));
    }
    lease.shrinkTo(data.bytes().length);
    return new DataScript(scope, data.bytes(), lease, isWebAsked);
  }

  private static Undecodable undecodable(ByteBudget.Lease lease, Failed why) {
    lease.close();
    return new Undecodable(why);
  }

  /** Loads a script, and closes the script when the load ends. Called once for a script. */
  CompletableFuture<Outcome> load(DataScript script) {
    script.isLoading = true;
    Fetched file = new Fetched(URL, script.text, IMMUTABLE, script.lease);
    LoadContext load = new LoadContext(script.key, URL);
    FetchedScript fetched = files.script(file);
    return Futures.guarded(
            () ->
                script.isWebAsked
                    ? pipeline.fetched(load, FetchedFiles.of(fetched))
                    : pipeline.withoutWeb(load, fetched))
        .whenComplete((outcome, fault) -> file.close());
  }
}

package dev.symbolicator.script;

import dev.symbolicator.content.ByteBudget;
import dev.symbolicator.fetch.FetchConfig;
import dev.symbolicator.fetch.Fetched;
import dev.symbolicator.fetch.ResponseHeaders;
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

  private final TableTiers tiers;
  private final ScriptLoader loader;
  private final ByteBudget budget;
  private final long maxSize;

  DataScripts(TableTiers tiers, ScriptLoader loader, ByteBudget budget, FetchConfig config) {
    this.tiers = tiers;
    this.loader = loader;
    this.budget = budget;
    maxSize = config.maxScriptSize().asLongValue();
  }

  /** What came of reading a URL. */
  sealed interface Opening {}

  /** A script, charged to the byte budget until it is closed, or loaded. */
  static final class Opened implements Opening {
    private final ScriptKey key;
    private final byte[] text;
    private final ByteBudget.Lease lease;
    private boolean loading;

    private Opened(byte[] text, ByteBudget.Lease lease) {
      this.key = ScriptKey.ofData(text);
      this.text = text;
      this.lease = lease;
    }

    ScriptKey key() {
      return key;
    }

    /** Lets it go, unless a load was begun with it. */
    void closeUnlessLoading() {
      if (!loading) {
        lease.close();
      }
    }
  }

  /** No script, or one that is too large. */
  record Refused(Failed why) implements Opening {}

  Opening open(String url) {
    ByteBudget.Lease lease = budget.open();
    if (!lease.grow(DataUrl.memory(url))) {
      return refused(lease, Shortage.of(lease.passesLimitAlone(), "read the script", null));
    }
    DataUrl data = DataUrl.parse(url);
    if (data == null) {
      return refused(
          lease,
          new Failed(ScriptStatus.MALFORMED, "The script is no data: URL, or no plain one."));
    }
    if (data.bytes().length > maxSize) {
      return refused(
          lease,
          new Failed(
              ScriptStatus.TOO_LARGE,
              "The script is larger than the "
                  + maxSize
                  + " bytes that symbolicator.fetch allows."));
    }
    lease.shrinkTo(data.bytes().length);
    return new Opened(data.bytes(), lease);
  }

  private static Refused refused(ByteBudget.Lease lease, Failed why) {
    lease.close();
    return new Refused(why);
  }

  /** Loads one, which closes it. Called once. */
  CompletableFuture<Outcome> load(Opened script) {
    script.loading = true;
    return loader.load(
        tiers.begin(script.key), new Fetched(URL, script.text, IMMUTABLE, script.lease));
  }
}

package dev.symbolicator.script;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.symbolicator.freshness.Expiry;
import dev.symbolicator.maps.ScriptRef.BuildIdentity;
import dev.symbolicator.maps.ScriptRef.ScriptContent;
import dev.symbolicator.memory.Sha256;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.sourcemap.link.DebugId;
import dev.symbolicator.tables.TableCompiler;
import dev.symbolicator.tables.TableFailure;
import dev.symbolicator.tables.TableResult;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Loads maps that are stored without their script: with the script that the web serves now if debug
 * ID or content ties the two, otherwise alone.
 */
final class LoneMaps {
  /** How many pairs of a script and a map are remembered that are of different builds. */
  private static final int MAX_UNTIED = 10_000;

  private final StoredReader reader;
  private final FileLoader files;
  private final TableCompiler compiler;
  private final StoredPairs pairs;
  private final Clock clock;
  private final long untiedTimeToLive;
  private final long failuresTimeToLive;

  /** Pairs that are not tied by content, each as the script's hash and the map's name. */
  private final Cache<String, Boolean> untied =
      Caffeine.newBuilder().maximumSize(MAX_UNTIED).build();

  LoneMaps(
      StoredReader reader,
      FileLoader files,
      TableCompiler compiler,
      StoredPairs pairs,
      ScriptConfig config,
      Clock clock) {
    this.reader = reader;
    this.files = files;
    this.compiler = compiler;
    this.pairs = pairs;
    this.clock = clock;
    untiedTimeToLive = config.missesTimeToLive().toMillis();
    failuresTimeToLive = config.failuresTimeToLive().toMillis();
  }

  /** Tells how long a map without its script answers. */
  private record Solitude(Expiry expiry, Duration retryAfter) {}

  /** Asks the web for the script of a map that is stored alone. */
  CompletableFuture<Outcome> withWeb(StoredLoad load) {
    return files
        .script(load.context(), script -> withScript(load, script.file().body(), script.content()))
        .thenCompose(
            outcome ->
                outcome instanceof Missed missed && missed.result().build() == null
                    ? alone(load, without(missed.result().report()))
                    : CompletableFuture.completedFuture(outcome));
  }

  /** Loads a map with the script on the web, if the two are of one build. */
  private CompletableFuture<Outcome> withScript(
      StoredLoad load, byte[] script, ScriptContent content) {
    String mapId = load.map().debugId();
    if (mapId != null && content.debugId() != null) {
      return mapId.equals(content.debugId()) ? readMap(load, script) : alone(load, untied());
    }
    String pairName = Sha256.of(script) + ' ' + load.map().id();
    return untied.getIfPresent(pairName) != null
        ? alone(load, untied())
        : readMap(load, map -> ifTied(load, script, map, pairName));
  }

  private CompletableFuture<Outcome> ifTied(
      StoredLoad load, byte[] script, byte[] map, String pairName) {
    StoredPair pair = StoredPair.of(script, map);
    Function<TableResult, CompletableFuture<Outcome>> use =
        result -> {
          if (result instanceof TableFailure failure) {
            if (failure.reason() == TableFailure.Reason.MISMATCH) {
              untied.put(pairName, true);
            }
            return alone(load, map, untied());
          }
          return pairs.remembered(load, pair, result);
        };
    return pairs.storedOr(
        load,
        pair,
        () -> compiler.compileIfTied(load.context().key().turn(), script, load.file(map), use));
  }

  private Solitude untied() {
    return new Solitude(until(untiedTimeToLive), Duration.ZERO);
  }

  /** Returns how long a map answers alone after a failed fetch of its script. */
  private Solitude without(ScriptReport web) {
    return new Solitude(
        until(web.isPassing() ? failuresTimeToLive : untiedTimeToLive), web.retryAfter());
  }

  private Expiry until(long timeToLive) {
    long until = clock.millis() + timeToLive;
    return new Expiry(false, until, until, until);
  }

  /** Loads a map whose script can never be there. */
  CompletableFuture<Outcome> alone(StoredLoad load) {
    return alone(load, new Solitude(StoredPair.forEver(), Duration.ZERO));
  }

  private CompletableFuture<Outcome> alone(StoredLoad load, Solitude solitude) {
    String mapSha256 = load.map().map().sha256();
    return mapSha256 == null
        ? readAlone(load, solitude)
        : pairs.storedOr(
            load,
            lonePair(load, mapSha256, load.map().debugId(), solitude),
            () -> readAlone(load, solitude));
  }

  private CompletableFuture<Outcome> readAlone(StoredLoad load, Solitude solitude) {
    return readMap(load, map -> alone(load, map, solitude));
  }

  private CompletableFuture<Outcome> alone(StoredLoad load, byte[] map, Solitude solitude) {
    StoredPair pair = lonePair(load, Sha256.of(map), DebugId.ofMap(map), solitude);
    return pairs.storedOr(load, pair, () -> pairs.compile(load, null, map, pair));
  }

  private static StoredPair lonePair(
      StoredLoad load, String mapSha256, @Nullable String debugId, Solitude solitude) {
    ScriptContent unknown = new ScriptContent("", load.map().debugId());
    BuildIdentity build = new BuildIdentity(unknown, debugId);
    return new StoredPair(null, mapSha256, build, solitude.expiry, solitude.retryAfter);
  }

  /** Loads a map with a script of its build. */
  CompletableFuture<Outcome> readMap(StoredLoad load, byte[] script) {
    return readMap(
        load,
        map -> {
          StoredPair pair = StoredPair.of(script, map);
          return pairs.storedOr(load, pair, () -> pairs.compile(load, script, map, pair));
        });
  }

  private CompletableFuture<Outcome> readMap(
      StoredLoad load, Function<byte[], CompletableFuture<Outcome>> use) {
    return reader.read(load.map().map(), load.map().shown(), use);
  }
}

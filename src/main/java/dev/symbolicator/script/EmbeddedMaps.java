package dev.symbolicator.script;

import dev.symbolicator.fetch.FetchConfig;
import dev.symbolicator.maps.StoredMap.ReadableContent;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.tables.CompiledTable;
import dev.symbolicator.tables.MapFile;
import dev.symbolicator.tables.TableCompiler;
import dev.symbolicator.tables.TableFailure;
import dev.symbolicator.tables.TableResult;
import dev.symbolicator.threads.Slots.Turn;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Compiles maps that came with profiles. Such a map is the word of one sender, so its table answers
 * this sender's request, and no cache takes it: neither memory, nor disk, nor Redis. Nothing is
 * fetched, neither the script nor the texts of sources.
 *
 * <p>The limits are those of files from the web: their sizes, the byte budget, the compiler's
 * threads. All such maps of a tenant wait in one queue.
 */
final class EmbeddedMaps {
  private static final String SHOWN = "embedded";
  private static final String CAME = "The source map came with the profile. ";

  private final StoredReader reader;
  private final TableCompiler compiler;
  private final long maxMapSize;
  private final long maxScriptSize;

  EmbeddedMaps(StoredReader reader, TableCompiler compiler, FetchConfig limits) {
    this.reader = reader;
    this.compiler = compiler;
    maxMapSize = limits.maxMapSize().asLongValue();
    maxScriptSize = limits.maxScriptSize().asLongValue();
  }

  /** See {@link StoredScripts#loadEmbedded}. */
  CompletableFuture<Void> load(
      String scope, EmbeddedMap map, CompletableFuture<ScriptResult> result) {
    if (result.isDone()) {
      return CompletableFuture.completedFuture(null);
    }
    ReadableContent text = map.text();
    if (map.map().size() > maxMapSize) {
      result.complete(tooLarge("source map", maxMapSize, "max-map-size"));
    } else if (text != null && text.size() > maxScriptSize) {
      result.complete(tooLarge("script", maxScriptSize, "max-script-size"));
    } else {
      return read(
              map.map(),
              mapBytes ->
                  text == null
                      ? compile(scope, map, null, mapBytes, result)
                      : read(text, script -> compile(scope, map, script, mapBytes, result)))
          .handle(
              (read, fault) -> {
                boolean unused =
                    fault == null ? result.complete(read) : result.completeExceptionally(fault);
                return null;
              });
    }
    return CompletableFuture.completedFuture(null);
  }

  private static Failed tooLarge(String file, long limit, String key) {
    return new Failed(
        ScriptStatus.TOO_LARGE,
        SHOWN,
        "%sThe %s is larger than the %d bytes of symbolicator.fetch.%s."
            .formatted(CAME, file, limit, key));
  }

  private CompletableFuture<ScriptResult> read(
      ReadableContent content, Function<byte[], CompletableFuture<ScriptResult>> next) {
    return reader.read(content, SHOWN, next, failure -> failure);
  }

  private CompletableFuture<ScriptResult> compile(
      String scope,
      EmbeddedMap map,
      byte @Nullable [] script,
      byte[] mapBytes,
      CompletableFuture<ScriptResult> result) {
    Turn turn = new Turn(scope, SHOWN);
    MapFile file = new MapFile(mapBytes, List.of(), map.baseUrl(), SHOWN);
    Function<TableResult, CompletableFuture<ScriptResult>> use =
        table -> {
          ScriptResult made = result(table, script != null);
          boolean unused = result.complete(made);
          return CompletableFuture.completedFuture(made);
        };
    if (result.isDone()) {
      return result;
    }
    return script == null
        ? compiler.compileWithoutScript(turn, file, use)
        : compiler.compile(turn, script, file, use);
  }

  private static ScriptResult result(TableResult result, boolean hasScript) {
    if (result instanceof TableFailure failure) {
      TableFailure told = new TableFailure(failure.reason(), CAME + failure.detail());
      return ScriptFailures.of(told, SHOWN);
    }
    CompiledTable table = (CompiledTable) result;
    ScriptStatus status = hasScript ? ScriptStatus.FOUND : ScriptStatus.SCRIPT_MISSING;
    ScriptReport report = new ScriptReport(status, SHOWN, CAME + table.detail(), Duration.ZERO);
    return new Found(table.symbols(), report, false);
  }
}

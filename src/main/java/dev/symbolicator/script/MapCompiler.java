package dev.symbolicator.script;

import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.sourcemap.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapProblem;
import dev.symbolicator.sourcemap.SourceMapReader;
import dev.symbolicator.sourcemap.SourceMapReading;
import dev.symbolicator.sourcemap.functions.FunctionNames;
import dev.symbolicator.symbols.SymbolCompilation;
import dev.symbolicator.symbols.SymbolInput;
import dev.symbolicator.symbols.SymbolTable;
import dev.symbolicator.url.DataUrl;
import dev.symbolicator.url.WebUrl;
import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Makes a script's symbol table from its bytes and those of its source map. */
final class MapCompiler {
  private static final String INLINE = "data:";

  private MapCompiler() {}

  /** What came of reading a map. */
  sealed interface Opening {}

  /** A map that was read, and the URL it is shown with. */
  record Opened(SourceMapReading.Read read, String shownUrl) implements Opening {}

  /** A map that cannot be read. */
  record NotOpened(Failed why) implements Opening {}

  /** Reads a map that was fetched from {@code mapUrl}, its URL after redirects. */
  static Opening open(byte[] map, WebUrl mapUrl) {
    return open(map, mapUrl, mapUrl.redacted());
  }

  /** Reads the map in a data: URL, whose sources are relative to the script's. */
  static Opening openInline(String dataUrl, WebUrl scriptUrl) {
    DataUrl map = DataUrl.parse(dataUrl);
    return map == null
        ? new NotOpened(
            new Failed(
                ScriptStatus.MALFORMED, INLINE, "The script's inline source map is no data: URL."))
        : open(map.bytes(), scriptUrl, INLINE);
  }

  private static Opening open(byte[] map, WebUrl baseUrl, String shownUrl) {
    // Without its query, which may be a secret: an empty source is the base URL itself.
    WebUrl base = WebUrl.parse(baseUrl.redacted());
    SourceMapReading reading = SourceMapReader.read(map, ReadOptions.lenient(base));
    if (reading instanceof SourceMapReading.Read read) {
      return new Opened(read, shownUrl);
    }
    SourceMapProblem problem = ((SourceMapReading.Rejected) reading).problem();
    ScriptStatus status =
        problem.kind().severity() == SourceMapProblem.Severity.LIMIT
            ? ScriptStatus.TOO_LARGE
            : ScriptStatus.MALFORMED;
    return new NotOpened(
        new Failed(
            status,
            shownUrl,
            "The source map cannot be used: " + problem.detail() + place(problem)));
  }

  /**
   * Compiles a script with its map.
   *
   * @param script in UTF-8, as browsers take scripts whose encoding nobody states
   * @param texts the text of each source, null where it is not known
   */
  static ScriptResult compile(
      byte[] script, Opened map, IntFunction<@Nullable String> texts, int maxNameLength) {
    SymbolInput input =
        new SymbolInput(
            new String(script, StandardCharsets.UTF_8),
            map.read().map(),
            FunctionNames.of(map.read()),
            texts);
    SymbolCompilation compilation = SymbolTable.compile(input, maxNameLength);
    if (compilation instanceof SymbolCompilation.Compiled compiled) {
      return new Found(compiled.symbols(), map.shownUrl(), found(map.read()));
    }
    String detail = ((SymbolCompilation.Mismatch) compilation).detail();
    return new Failed(ScriptStatus.MISMATCH, map.shownUrl(), detail);
  }

  private static String found(SourceMapReading.Read read) {
    if (read.problems().isEmpty()) {
      return "The source map was read.";
    }
    SourceMapProblem first = read.problems().get(0);
    return "The source map was read, with %d problems, first: %s%s"
        .formatted(read.problemCount(), first.detail(), place(first));
  }

  private static String place(SourceMapProblem problem) {
    return problem.byteOffset() < 0 ? "" : " (byte " + problem.byteOffset() + ")";
  }
}

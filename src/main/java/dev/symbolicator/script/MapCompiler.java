package dev.symbolicator.script;

import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.sourcemap.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapProblem;
import dev.symbolicator.sourcemap.SourceMapReader;
import dev.symbolicator.sourcemap.SourceMapReading;
import dev.symbolicator.symbols.SymbolTable;
import dev.symbolicator.url.DataUrl;
import dev.symbolicator.url.WebUrl;

/** Makes a script's symbol table from the bytes of its source map. */
final class MapCompiler {
  private static final String INLINE = "data:";

  private MapCompiler() {}

  /** Compiles a map that was fetched from {@code mapUrl}, its URL after redirects. */
  static ScriptResult compile(byte[] map, WebUrl mapUrl) {
    return compile(map, mapUrl, mapUrl.redacted());
  }

  /** Compiles the map in a data: URL, whose sources are relative to the script's. */
  static ScriptResult compileInline(String dataUrl, WebUrl scriptUrl) {
    DataUrl map = DataUrl.parse(dataUrl);
    return map == null
        ? new Failed(
            ScriptStatus.MALFORMED, INLINE, "The script's inline source map is no data: URL.")
        : compile(map.bytes(), scriptUrl, INLINE);
  }

  private static ScriptResult compile(byte[] map, WebUrl baseUrl, String shownUrl) {
    // Without its query, which may be a secret: an empty source is the base URL itself.
    WebUrl base = WebUrl.parse(baseUrl.redacted());
    SourceMapReading reading = SourceMapReader.read(map, ReadOptions.lenient(base));
    if (reading instanceof SourceMapReading.Read read) {
      return new Found(SymbolTable.compile(read.map()), shownUrl, found(read));
    }
    SourceMapProblem problem = ((SourceMapReading.Rejected) reading).problem();
    ScriptStatus status =
        problem.kind().severity() == SourceMapProblem.Severity.LIMIT
            ? ScriptStatus.TOO_LARGE
            : ScriptStatus.MALFORMED;
    return new Failed(
        status, shownUrl, "The source map cannot be used: " + problem.detail() + place(problem));
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

package dev.symbolicator.script;

import dev.symbolicator.content.Allowance;
import dev.symbolicator.content.Utf8;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.sourcemap.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapProblem;
import dev.symbolicator.sourcemap.SourceMapReader;
import dev.symbolicator.sourcemap.SourceMapReading;
import dev.symbolicator.sourcemap.functions.FunctionNames;
import dev.symbolicator.sources.OriginalTexts;
import dev.symbolicator.symbols.SourceFiles;
import dev.symbolicator.symbols.SymbolCompilation;
import dev.symbolicator.symbols.SymbolInput;
import dev.symbolicator.symbols.SymbolTable;
import org.jspecify.annotations.Nullable;

/** Makes a script's symbol table from its bytes and those of its source map. */
final class MapCompiler {
  private MapCompiler() {}

  /** What came of reading a map. */
  sealed interface Opening {}

  /** A map that was read. */
  record Opened(SourceMapReading.Read read, MapFile file) implements Opening {}

  /** What came of compiling a script with its map. */
  sealed interface Compilation {}

  /**
   * A compiled script.
   *
   * @param detail what reports say of the map
   * @param lacksSources whether the texts of some sources could not be had for a while, so that
   *     compiling again may bring more names
   * @param passing whether that may be so soon, without anybody doing anything
   */
  record Compiled(SymbolTable symbols, String detail, boolean lacksSources, boolean passing)
      implements Compilation {

    /** One that lacks nothing. */
    Compiled(SymbolTable symbols, String detail) {
      this(symbols, detail, false, false);
    }
  }

  /** A map that cannot be read, or is not the script's. */
  record NotCompiled(Failed why) implements Opening, Compilation {}

  /**
   * Reads a map.
   *
   * @param allowance what the map takes is left taken
   * @throws Allowance.Exceeded where it does not suffice
   */
  static Opening open(MapFile map, Allowance allowance) {
    SourceMapReading reading =
        SourceMapReader.read(map.bytes(), ReadOptions.lenient(map.baseUrl()), allowance);
    if (reading instanceof SourceMapReading.Read read) {
      return new Opened(read, map);
    }
    SourceMapProblem problem = ((SourceMapReading.Rejected) reading).problem();
    ScriptStatus status =
        problem.kind().severity() == SourceMapProblem.Severity.LIMIT
            ? ScriptStatus.TOO_LARGE
            : ScriptStatus.MALFORMED;
    return new NotCompiled(
        new Failed(
            status,
            map.shownUrl(),
            "The source map cannot be used: " + problem.detail() + place(problem)));
  }

  /**
   * Compiles a script with its map.
   *
   * @param script in UTF-8, as browsers take scripts whose encoding nobody states
   * @param texts of the map's sources
   * @param allowance what the table takes is left taken
   * @throws Allowance.Exceeded where it does not suffice
   */
  static Compilation compile(
      byte[] script, Opened map, OriginalTexts texts, int maxNameLength, Allowance allowance) {
    String text = Utf8.decode(script, allowance);
    allowance.take((long) Character.BYTES * text.length());
    FunctionNames names = FunctionNames.of(map.read(), allowance);
    SymbolInput input = new SymbolInput(text, map.read().map(), names, files(texts, allowance));
    SymbolCompilation compilation = SymbolTable.compile(input, maxNameLength, allowance);
    if (compilation instanceof SymbolCompilation.Compiled compiled) {
      return new Compiled(
          compiled.symbols(), found(map.read(), texts), texts.lackSome(), texts.lackSomeForNow());
    }
    String detail = ((SymbolCompilation.Mismatch) compilation).detail();
    return new NotCompiled(new Failed(ScriptStatus.MISMATCH, map.file().shownUrl(), detail));
  }

  private static SourceFiles files(OriginalTexts texts, Allowance allowance) {
    return new SourceFiles() {
      @Override
      public @Nullable String text(int source) {
        return texts.get(source, allowance);
      }

      @Override
      public int first(int source) {
        return texts.first(source);
      }
    };
  }

  private static String found(SourceMapReading.Read read, OriginalTexts texts) {
    String lacking = texts.lackSome() ? " Some original sources could not be fetched yet." : "";
    if (read.problems().isEmpty()) {
      return "The source map was read." + lacking;
    }
    SourceMapProblem first = read.problems().get(0);
    return "The source map was read, with %d problems, first: %s%s%s"
        .formatted(read.problemCount(), first.detail(), place(first), lacking);
  }

  private static String place(SourceMapProblem problem) {
    return problem.byteOffset() < 0 ? "" : " (byte " + problem.byteOffset() + ")";
  }
}

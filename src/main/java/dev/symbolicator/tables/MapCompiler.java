package dev.symbolicator.tables;

import dev.symbolicator.config.IdentityConfig;
import dev.symbolicator.identity.KeySettings;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.SourceMapProblem;
import dev.symbolicator.sourcemap.SourceMapReader;
import dev.symbolicator.sourcemap.SourceMapReader.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading;
import dev.symbolicator.sourcemap.functions.FunctionNames;
import dev.symbolicator.sources.AvailableSources;
import dev.symbolicator.symbols.MapShift;
import dev.symbolicator.symbols.SymbolTable;
import dev.symbolicator.symbols.SymbolTable.SourceFiles;
import dev.symbolicator.symbols.SymbolTable.SymbolCompilation;
import dev.symbolicator.symbols.SymbolTable.SymbolInput;
import dev.symbolicator.tables.TableResult.CompiledTable;
import dev.symbolicator.tables.TableResult.TableFailure;
import dev.symbolicator.tables.TableResult.TableFailure.Reason;
import dev.symbolicator.url.WebUrl;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compiles the bytes of a script and of its source map into a symbol table. */
public final class MapCompiler {
  /**
   * The longest original name that is used, in UTF-16 units; longer ones stay as in the profile.
   */
  static final int MAX_NAME_LENGTH = 1024;

  private MapCompiler() {}

  /** Reads a map; throws {@link Allowance.Exceeded} if there is too little memory. */
  public static MapOpening open(MapFile map, Allowance allowance) {
    SourceMapReading reading =
        SourceMapReader.read(map.bytes(), ReadOptions.lenient(map.baseUrl()), allowance);
    if (reading instanceof SourceMapReading.Read read) {
      return new OpenedMap(read, map);
    }
    SourceMapProblem problem = ((SourceMapReading.Rejected) reading).problem();
    Reason reason =
        problem.kind().severity() == SourceMapProblem.Severity.LIMIT
            ? Reason.TOO_LARGE
            : Reason.MALFORMED;
    return new TableFailure(
        reason, "The source map cannot be used: " + problem.detail() + place(problem));
  }

  /**
   * Compiles a script, in UTF-8, with its map.
   *
   * @param isTied whether both are known to be of one build; otherwise their content has to show it
   * @throws Allowance.Exceeded if there is too little memory
   */
  static TableResult compile(
      byte[] script,
      OpenedMap map,
      boolean isTied,
      AvailableSources texts,
      KeySettings keys,
      Allowance allowance) {
    String text = allowance.decode(script);
    allowance.take((long) Character.BYTES * text.length());
    FunctionNames names = FunctionNames.of(map.read(), allowance);
    SymbolInput input =
        new SymbolInput(text, map.read().map(), names, files(texts, allowance), keys, isTied);
    SymbolCompilation compilation = SymbolTable.compile(input, MAX_NAME_LENGTH, allowance);
    if (compilation instanceof SymbolCompilation.Compiled compiled) {
      return table(compiled.symbols(), found(map.read(), compiled.shift()), texts);
    }
    String detail = ((SymbolCompilation.Mismatch) compilation).detail();
    return new TableFailure(Reason.MISMATCH, detail);
  }

  /** Compiles a map alone; throws {@link Allowance.Exceeded} if there is too little memory. */
  static CompiledTable compileWithoutScript(
      OpenedMap map, AvailableSources texts, KeySettings keys, Allowance allowance) {
    SymbolTable symbols =
        SymbolTable.compileWithoutScript(
            map.read().map(),
            FunctionNames.of(map.read(), allowance),
            files(texts, allowance),
            keys,
            MAX_NAME_LENGTH,
            allowance);
    return table(symbols, foundWithoutScript(map.read()), texts);
  }

  private static CompiledTable table(SymbolTable symbols, String found, AvailableSources texts) {
    String lacking = texts.lackSome() ? " Some original sources could not be fetched yet." : "";
    int unnamed = symbols.unnamedSources();
    String nameless =
        unnamed == 0
            ? ""
            : " %d of its sources have no name: functions there are named, and keep their place."
                .formatted(unnamed);
    return new CompiledTable(
        symbols, found + nameless + lacking, texts.lackSome(), texts.lackSomeForNow());
  }

  private static SourceFiles files(AvailableSources texts, Allowance allowance) {
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

  private static String found(SourceMapReading.Read read, MapShift shift) {
    String found =
        shift.equals(MapShift.NONE)
            ? "The source map was read"
            : "The source map was read, shifted: " + shift.words();
    return read.problems().isEmpty() ? found + "." : found + ", with " + problems(read);
  }

  private static String foundWithoutScript(SourceMapReading.Read read) {
    String found =
        "The source map was read without its script: functions are named only where the map shows"
            + " their start.";
    return read.problems().isEmpty() ? found : found + " The map has " + problems(read);
  }

  private static String problems(SourceMapReading.Read read) {
    SourceMapProblem first = read.problems().get(0);
    return "%d problems, first: %s%s".formatted(read.problemCount(), first.detail(), place(first));
  }

  private static String place(SourceMapProblem problem) {
    return problem.byteOffset() < 0 ? "" : " (byte " + problem.byteOffset() + ")";
  }

  /**
   * The inflated bytes of a source map, and the URLs that decide where its sources are.
   *
   * @param namedBy the final URLs of the files that name its sources: the script, and the map
   *     unless inline; empty for a map that is not of the web, whose sources are not fetched
   * @param baseUrl the map's own URL, or the script's for an inline map
   * @param shownUrl the map's URL as reports show it, {@link #INLINE} for an inline map
   */
  @SuppressWarnings(
      "ArrayRecordComponent") // Maps are never compared; a copy of 64 MB would be a waste.
  public record MapFile(byte[] bytes, List<WebUrl> namedBy, WebUrl baseUrl, String shownUrl) {
    /** Replaces the URL of an inline map in reports, since that URL holds the whole map. */
    public static final String INLINE = "data:";

    public MapFile {
      namedBy = List.copyOf(namedBy);
      // An empty source resolves to the base URL, whose query would be shown.
      baseUrl = withoutQuery(baseUrl);
    }

    public MapFile withoutWeb() {
      return new MapFile(bytes, List.of(), baseUrl, shownUrl);
    }

    KeySettings keys(IdentityConfig config) {
      return new KeySettings(
          baseUrl.href(), config.roots().orElse(List.of()), config.namespace().orElse(""));
    }

    private static WebUrl withoutQuery(WebUrl url) {
      WebUrl shown = WebUrl.parse(url.redacted());
      return shown == null ? url : shown;
    }
  }

  sealed interface MapOpening permits OpenedMap, TableFailure {}

  record OpenedMap(SourceMapReading.Read read, MapFile file) implements MapOpening {}
}

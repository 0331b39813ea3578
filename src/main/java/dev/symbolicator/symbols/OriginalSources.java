package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.javascript.Outline.FunctionName;
import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.symbols.FunctionPositions.RowNesting;
import dev.symbolicator.symbols.MapSurvey.SegmentSamples;
import dev.symbolicator.symbols.MapSurvey.SegmentSamples.Sample;
import dev.symbolicator.symbols.ScannedSource.OtherLanguages;
import dev.symbolicator.symbols.SymbolTable.SourceFiles;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The functions of all original sources. A source is outlined when a segment first points into it.
 * If several sources are one file, only the first is outlined, and stands for all.
 *
 * <p>The functions are numbered over all sources. Each source has one further number, for its top
 * level.
 */
final class OriginalSources {
  /** Heap bytes of a source that is not outlined. */
  private static final int BYTES = 6 * Integer.BYTES;

  private static final int FOREIGN_BYTES = 80;

  /** Stands for no function. */
  static final int NONE = -1;

  private final SourceMap map;
  private final SourceFiles files;
  private final NamePool names;
  private final Allowance allowance;
  private final @Nullable OriginalFunctions[] functions;
  private final RowNesting.@Nullable NestingWalk[] walks;
  private final boolean[] tried;
  private final String script;
  private final SegmentSamples samples;

  /** The functions of the texts that are not the map's, by source. */
  private final Map<Integer, OriginalFunctions> foreign = new HashMap<>();

  /** For each source the first source that is the same file. */
  private final int[] firstSources;

  /** For each outlined source the number of its first function. */
  private final int[] firstNumbers;

  /** The outlined sources, in the order of their numbers. */
  private final Ints order;

  private int numbers;

  /** The source of the last number that was looked up, since the next mostly has the same. */
  private int lastSource;

  /**
   * Makes the functions of a map's sources.
   *
   * @param script the script's text; empty if unknown
   * @param samples segments of each source
   */
  OriginalSources(
      SourceMap map,
      SourceFiles files,
      String script,
      SegmentSamples samples,
      NamePool names,
      Allowance allowance) {
    this.allowance = allowance;
    this.script = script;
    this.samples = samples;
    this.map = map;
    this.files = files;
    this.names = names;
    int sources = map.sourceCount();
    allowance.take((long) BYTES * sources);
    order = new Ints(allowance);
    functions = new OriginalFunctions[sources];
    walks = new RowNesting.NestingWalk[sources];
    tried = new boolean[sources];
    firstNumbers = new int[sources];
    firstSources = new int[sources];
    Arrays.setAll(firstSources, files::first);
  }

  /**
   * Returns the functions of a source; null if the source's text is not known, is of another
   * language than JavaScript, or is not the text that the map leads into.
   */
  @Nullable OriginalFunctions of(int source) {
    int first = firstSources[source];
    if (!tried[first]) {
      tried[first] = true;
      outline(first);
    }
    return functions[first];
  }

  /** Tells whether a source's text is known, and all its functions are. */
  boolean isUnderstood(int source) {
    OriginalFunctions known = of(source);
    return known != null && known.nests();
  }

  private void outline(int source) {
    String url = map.sourceUrl(source);
    String text = url != null && OtherLanguages.has(url) ? null : files.text(source);
    if (text == null) {
      return;
    }
    OriginalFunctions outlined = outlined(source, url == null ? "" : url, text);
    if (foreign.containsKey(source)) {
      return;
    }
    functions[source] = outlined;
    walks[source] = outlined.rows().walk();
    firstNumbers[source] = numbers;
    numbers += outlined.rows().size() + 1;
    order.add(source);
  }

  /** Outlines a source. Only its functions stay charged; its text and tokens do not. */
  private OriginalFunctions outlined(int source, String url, String text) {
    try (Allowance whileReading = allowance.part()) {
      whileReading.take((long) Character.BYTES * text.length());
      Sample sample = samples.of(source);
      ScannedSource scanned = ScannedSource.of(text, url, whileReading);
      ScannedSource read =
          new ScannedSource(
              scanned.text(),
              LineSeparators.counted(scanned.outline(), text, sample, whileReading));
      OriginalFunctions outlined = new OriginalFunctions(read, names, allowance);
      if (sample != null && TextFit.isForeign(script, text, read.outline().lines(), sample)) {
        allowance.take(FOREIGN_BYTES);
        foreign.put(source, outlined);
      }
      return outlined;
    }
  }

  /**
   * Returns the functions of a source's text if the text is not the one that the map leads into;
   * null for other sources, and for those that nobody asked for.
   */
  @Nullable OriginalFunctions foreign(int source) {
    return foreign.get(firstSources[source]);
  }

  /**
   * Notes that the text of an outlined source is not the one that the map leads into. The numbers
   * of its functions are no longer valid.
   */
  void leave(int source) {
    int first = firstSources[source];
    OriginalFunctions left = functions[first];
    if (left != null) {
      allowance.take(FOREIGN_BYTES);
      foreign.put(first, left);
      functions[first] = null;
    }
  }

  /** Returns the sources whose text is not the one that the map leads into. */
  BitSet foreignSources() {
    BitSet sources = new BitSet();
    for (int source = 0; source < firstSources.length && !foreign.isEmpty(); source++) {
      sources.set(source, foreign.containsKey(firstSources[source]));
    }
    return sources;
  }

  /**
   * Returns the number of the innermost function around a position, classes included, or of the top
   * level.
   *
   * @return a number below {@link #NONE}, one for each source, if the source's text is not known or
   *     was not understood
   */
  int around(int source, long position) {
    OriginalFunctions known = of(source);
    RowNesting.NestingWalk walk = walks[firstSources[source]];
    if (known == null || walk == null || !known.nests()) {
      return NONE - 1 - source;
    }
    return number(source, walk.around(position));
  }

  /** Returns the number of a row of an outlined source; without a row, that of the top level. */
  int number(int source, int row) {
    int first = firstSources[source];
    OriginalFunctions known = functions[first];
    int topLevel = known == null ? 0 : known.rows().size();
    return firstNumbers[first] + (row == FunctionPositions.NONE ? topLevel : row);
  }

  /** Returns the rows of an outlined source. */
  FunctionPositions rows(int source) {
    OriginalFunctions known = functions[firstSources[source]];
    if (known == null) {
      throw new IllegalStateException(
          "source " + source + " was not outlined, so its functions have no numbers");
    }
    return known.rows();
  }

  /** Tells whether a position in a function lies before the function's body. */
  boolean isInHead(int number, long position) {
    int row = row(number);
    return row != FunctionPositions.NONE && rows(source(number)).isInHead(row, position);
  }

  /** Returns the kind of a function; null for a top level. */
  @Nullable FunctionKind kind(int number) {
    int row = row(number);
    return row == FunctionPositions.NONE ? null : rows(source(number)).kind(row);
  }

  /**
   * Returns the row of the class that a function belongs to, or of the class itself; {@link
   * FunctionPositions#NONE} if it is neither.
   */
  int classOf(int number) {
    int row = row(number);
    if (row == FunctionPositions.NONE) {
      return FunctionPositions.NONE;
    }
    FunctionPositions rows = rows(source(number));
    return rows.kind(row) == FunctionKind.CLASS ? row : rows.owner(row);
  }

  /** Returns the source that a number belongs to; of several that are one file, the first. */
  int source(int number) {
    OriginalFunctions last = functions[lastSource];
    if (last != null
        && number >= firstNumbers[lastSource]
        && number - firstNumbers[lastSource] <= last.rows().size()) {
      return lastSource;
    }
    int low = 0;
    int high = order.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (firstNumbers[order.get(middle)] <= number) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    lastSource = order.get(low - 1);
    return lastSource;
  }

  /** Returns the row of a number; {@link FunctionPositions#NONE} for a top level. */
  int row(int number) {
    int source = source(number);
    int row = number - firstNumbers[source];
    OriginalFunctions known = functions[source];
    return known == null || row == known.rows().size() ? FunctionPositions.NONE : row;
  }

  /** The functions of one original source and their names, without the source's text. */
  static final class OriginalFunctions {
    private final FunctionPositions rows;
    private final boolean nests;
    private final int[] v8Names;
    private final int[] qualifiedNames;

    OriginalFunctions(ScannedSource text, NamePool names, Allowance allowance) {
      Outline outline = text.outline();
      rows = new FunctionPositions(outline, text.text(), allowance);
      nests = outline.doubts() == 0;
      allowance.take(2L * Integer.BYTES * outline.size());
      v8Names = new int[outline.size()];
      qualifiedNames = new int[outline.size()];
      names.makeRoomFor(text.text());
      for (int row = 0; row < outline.size(); row++) {
        int first = outline.first(row);
        boolean known = first < row;
        v8Names[row] = known ? v8Names[first] : add(outline.name(row, NameStyle.V8), names);
        qualifiedNames[row] =
            known ? qualifiedNames[first] : add(outline.name(row, NameStyle.QUALIFIED), names);
      }
    }

    private static int add(FunctionName name, NamePool names) {
      long length = 0;
      for (FunctionName.NamePart part : name.parts()) {
        length += part.text().length();
      }
      return length > names.maxLength() ? NamePool.NONE : names.add(name.text());
    }

    FunctionPositions rows() {
      return rows;
    }

    /** Tells whether the nesting of the functions is known; otherwise only their starts are. */
    boolean nests() {
      return nests;
    }

    /** Returns the index of a row's V8 name; {@link NamePool#NONE} if the pool did not take it. */
    int v8Name(int row) {
      return v8Names[row];
    }

    /** Like {@link #v8Name}, but for the qualified name. */
    int qualifiedName(int row) {
      return qualifiedNames[row];
    }
  }
}

package dev.symbolicator.symbols;

import dev.symbolicator.javascript.FunctionKind;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.sourcemap.SourceMap;
import java.util.Arrays;
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

  /** Stands for no function. */
  static final int NONE = -1;

  private final SourceMap map;
  private final SourceFiles files;
  private final NamePool names;
  private final Allowance allowance;
  private final @Nullable OriginalFunctions[] functions;
  private final RowNesting.@Nullable NestingWalk[] walks;
  private final boolean[] tried;

  /** For each source the first source that is the same file. */
  private final int[] firstSources;

  /** For each outlined source the number of its first function. */
  private final int[] firstNumbers;

  /** The outlined sources, in the order of their numbers. */
  private final Ints order;

  private int numbers;

  /** The source of the last number that was looked up, since the next mostly has the same. */
  private int lastSource;

  OriginalSources(SourceMap map, SourceFiles files, NamePool names, Allowance allowance) {
    this.allowance = allowance;
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

  /** Returns the functions of a source; null if the source's text is not known. */
  @Nullable OriginalFunctions of(int source) {
    int first = firstSources[source];
    if (!tried[first]) {
      tried[first] = true;
      outline(first);
    }
    return functions[first];
  }

  private void outline(int source) {
    String text = files.text(source);
    if (text == null) {
      return;
    }
    OriginalFunctions outlined = outlined(source, text);
    functions[source] = outlined;
    walks[source] = outlined.rows().walk();
    firstNumbers[source] = numbers;
    numbers += outlined.rows().size() + 1;
    order.add(source);
  }

  /** Outlines a source. Only its functions stay charged; its text and tokens do not. */
  private OriginalFunctions outlined(int source, String text) {
    try (Allowance whileReading = allowance.part()) {
      whileReading.take((long) Character.BYTES * text.length());
      String url = map.sourceUrl(source);
      ScannedSource read = ScannedSource.of(text, url == null ? "" : url, whileReading);
      return OriginalFunctions.of(read, names, allowance);
    }
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
}

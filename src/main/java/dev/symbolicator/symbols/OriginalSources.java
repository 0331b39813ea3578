package dev.symbolicator.symbols;

import dev.symbolicator.javascript.FunctionKind;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.sourcemap.SourceMap;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The functions of all original sources, each outlined when a segment first points into it, and
 * once where several are one file: the first then stands for all. They have numbers, counted over
 * all sources; every source has one more, for its top level.
 */
final class OriginalSources {
  /** What a source takes that is not outlined. */
  private static final int BYTES = 6 * Integer.BYTES;

  /** The number of no function. */
  static final int NONE = -1;

  private final SourceMap map;
  private final SourceFiles files;
  private final NamePool names;
  private final Allowance allowance;
  private final @Nullable OriginalFunctions[] functions;
  private final RowNesting.@Nullable NestingWalk[] walks;
  private final boolean[] tried;

  /** For each source the first that is the same file. */
  private final int[] firstSources;

  private final int[] firstNumbers;

  /** The sources in the order in which they were outlined, and the first number of each. */
  private final Ints order;

  private int numbers;

  /** The source that was asked for last, since the next one is mostly the same. */
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

  /** The functions of a source, null where its text is not known. */
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

  /** The text and its tokens are let go at once, what is kept of its functions is not. */
  private OriginalFunctions outlined(int source, String text) {
    try (Allowance whileReading = allowance.part()) {
      whileReading.take((long) Character.BYTES * text.length());
      String url = map.sourceUrl(source);
      ScannedSource read = ScannedSource.of(text, url == null ? "" : url, whileReading);
      return OriginalFunctions.of(read, names, allowance);
    }
  }

  /**
   * The number of the innermost function around a position, classes included, or of the top level;
   * below {@link #NONE}, the same for all of a source, where its text is not known or understood.
   */
  int around(int source, long position) {
    OriginalFunctions known = of(source);
    RowNesting.NestingWalk walk = walks[firstSources[source]];
    if (known == null || walk == null || !known.nests()) {
      return NONE - 1 - source;
    }
    return number(source, walk.around(position));
  }

  /** The number of a row of a source that was outlined; of its top level for no row. */
  int number(int source, int row) {
    int first = firstSources[source];
    OriginalFunctions known = functions[first];
    int topLevel = known == null ? 0 : known.rows().size();
    return firstNumbers[first] + (row == FunctionPositions.NONE ? topLevel : row);
  }

  /** The rows of a source that was outlined. */
  FunctionPositions rows(int source) {
    OriginalFunctions known = functions[firstSources[source]];
    if (known == null) {
      throw new IllegalStateException("only sources that were outlined have numbers");
    }
    return known.rows();
  }

  /** Whether a position in a function lies before its body. */
  boolean isInHead(int number, long position) {
    int row = row(number);
    return row != FunctionPositions.NONE && rows(source(number)).isInHead(row, position);
  }

  /** What the function of a number is; null for a top level. */
  @Nullable FunctionKind kind(int number) {
    int row = row(number);
    return row == FunctionPositions.NONE ? null : rows(source(number)).kind(row);
  }

  /** The source that a number belongs to; of those that are one file the first. */
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

  /** The row that a number means, {@link FunctionPositions#NONE} for the top level. */
  int row(int number) {
    int source = source(number);
    int row = number - firstNumbers[source];
    OriginalFunctions known = functions[source];
    return known == null || row == known.rows().size() ? FunctionPositions.NONE : row;
  }
}

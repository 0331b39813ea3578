package dev.symbolicator.sourcemap.functions;

import dev.symbolicator.memory.Longs;
import dev.symbolicator.sourcemap.functions.FunctionNames.MalformedNamesException;
import dev.symbolicator.sourcemap.functions.FunctionNames.RowBudget;
import dev.symbolicator.sourcemap.functions.SourceFunctions.OriginalPositions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decodes original scopes of the proposal "Scopes" of ECMA-426: trees of items {@code B} and {@code
 * C}. A function is a scope marked as a stack frame; without a name it need not be anonymous, since
 * swc names declared functions only.
 *
 * <p>Until June 2026 {@code scopes} was one string, a tree for each source and then the generated
 * ranges, which are not needed; since then a string for each source, of any number of trees. Names
 * are relative across trees; positions start anew with each tree in the older encoding only.
 */
final class ScopesDecoder {

  private static final int EMPTY = 0;
  private static final int SCOPE_START = 1;
  private static final int SCOPE_END = 2;
  private static final int RANGE_START = 4;
  private static final int RANGE_END = 5;
  private static final int UNKNOWN = 64;

  private static final int HAS_NAME = 1;
  private static final int IS_STACK_FRAME = 4;

  private final VlqText in;
  private final OriginalNames names;
  private final RowBudget budget;
  private final int sourceCount;

  /** For each open scope, the innermost function there. */
  private final Longs open;

  private final List<@Nullable SourceFunctions> tables = new ArrayList<>();
  private SourceFunctions.FunctionsBuilder table;
  private int openRanges;
  private long line;
  private long column;
  private long name;

  private ScopesDecoder(String text, OriginalNames names, int sourceCount, RowBudget budget) {
    in = new VlqText(text);
    open = new Longs(budget.allowance());
    this.names = names;
    this.budget = budget;
    this.sourceCount = sourceCount;
    table = new SourceFunctions.FunctionsBuilder(names, budget);
  }

  /**
   * Decodes the string of a whole map: a table for each of the first sources, null for one without
   * a tree.
   */
  static List<@Nullable SourceFunctions> wholeMap(
      String text, OriginalNames names, int sourceCount, RowBudget budget)
      throws MalformedNamesException {
    ScopesDecoder decoder = new ScopesDecoder(text, names, sourceCount, budget);
    decoder.decode();
    return decoder.tables;
  }

  static SourceFunctions oneSource(String text, OriginalNames names, RowBudget budget)
      throws MalformedNamesException {
    ScopesDecoder decoder = new ScopesDecoder(text, names, 0, budget);
    decoder.decode();
    return decoder.table.build();
  }

  private void decode() throws MalformedNamesException {
    if (in.atEnd()) {
      return;
    }
    do {
      item();
    } while (in.skip(','));
    if (!in.atEnd() || !open.isEmpty() || openRanges > 0) {
      throw new MalformedNamesException("a scope or range has no end");
    }
  }

  private void item() throws MalformedNamesException {
    switch (in.atItemEnd() ? EMPTY : (int) Math.min(in.unsigned(), UNKNOWN)) {
      case EMPTY -> skipSource();
      case SCOPE_START -> start();
      case SCOPE_END -> end();
      case RANGE_START -> openRanges++;
      case RANGE_END -> endRange();
      default -> {
        // Variables, bindings and future items.
      }
    }
    in.skipNumbers();
  }

  private void skipSource() throws MalformedNamesException {
    if (!open.isEmpty()) {
      throw new MalformedNamesException("an empty item in a scope");
    }
    if (tables.size() < sourceCount) {
      tables.add(null);
    }
  }

  private void start() throws MalformedNamesException {
    if (openRanges > 0) {
      throw new MalformedNamesException("a scope in a range");
    }
    long flags = in.unsigned();
    long start = position();
    boolean named = (flags & HAS_NAME) != 0;
    if (named) {
      name += in.signed();
      names.check(name);
    }
    int innermost = (int) open.lastOr(SourceFunctions.FunctionsBuilder.OUTSIDE);
    if ((flags & IS_STACK_FRAME) != 0) {
      innermost = table.function(named ? name : OriginalNames.UNSTATED, start, start);
      table.border(start, innermost);
    }
    open.add(innermost);
  }

  private void end() throws MalformedNamesException {
    if (open.isEmpty()) {
      throw new MalformedNamesException("the end of a scope that has not begun");
    }
    long end = position();
    int innermost = (int) open.removeLast();
    int around = (int) open.lastOr(SourceFunctions.FunctionsBuilder.OUTSIDE);
    if (innermost != around) {
      table.endsAt(innermost, end);
      table.border(end, around);
    }
    if (open.isEmpty() && sourceCount > 0) {
      if (tables.size() == sourceCount) {
        throw new MalformedNamesException("more trees than sources");
      }
      tables.add(table.build());
      table = new SourceFunctions.FunctionsBuilder(names, budget);
      line = 0;
      column = 0;
    }
  }

  private void endRange() throws MalformedNamesException {
    if (--openRanges < 0) {
      throw new MalformedNamesException("the end of a range that has not begun");
    }
  }

  /** The column is relative on the same line only. */
  private long position() throws MalformedNamesException {
    long lines = in.unsigned();
    long columns = in.unsigned();
    line += lines;
    column = lines == 0 ? column + columns : columns;
    return OriginalPositions.checked(line, column);
  }
}

package dev.symbolicator.sourcemap.functions;

import dev.symbolicator.memory.Longs;
import dev.symbolicator.sourcemap.functions.FunctionNames.MalformedNamesException;
import dev.symbolicator.sourcemap.functions.FunctionNames.RowBudget;
import dev.symbolicator.sourcemap.functions.SourceFunctions.OriginalPositions;

/**
 * Decodes one source's {@code x_com_bloomberg_sourcesFunctionMappings} (pasta's specification,
 * "Encoding"): functions in the order of their starts, each a name, the start and the end. As in
 * pasta's own decoder, the character at the end belongs to the function, unless the next begins
 * there.
 */
final class FunctionMappingsDecoder {

  private final VlqText in;
  private final OriginalNames names;
  private final SourceFunctions.FunctionsBuilder table;
  private final Longs open;

  private FunctionMappingsDecoder(String text, OriginalNames names, RowBudget budget) {
    in = new VlqText(text);
    open = new Longs(budget.allowance());
    this.names = names;
    table = new SourceFunctions.FunctionsBuilder(names, budget);
  }

  static SourceFunctions decode(String text, OriginalNames names, RowBudget budget)
      throws MalformedNamesException {
    FunctionMappingsDecoder decoder = new FunctionMappingsDecoder(text, names, budget);
    if (!text.isEmpty()) {
      decoder.functions();
    }
    return decoder.table.build();
  }

  private void functions() throws MalformedNamesException {
    long name = 0;
    long startColumn = 0;
    long endLine = 0;
    long endColumn = 0;
    long before = 0;
    do {
      name += in.signed();
      long startLine = endLine + in.signed();
      startColumn += in.signed();
      endLine = startLine + in.signed();
      endColumn += in.signed();
      if (!in.atItemEnd()) {
        throw new MalformedNamesException("a function has more than five numbers");
      }
      names.check(name);
      long start = OriginalPositions.checked(startLine, startColumn);
      long end = OriginalPositions.checked(endLine, endColumn);
      if (start < before || end < start) {
        throw new MalformedNamesException("functions out of order");
      }
      before = start;
      add(name, start, end);
    } while (in.skip(','));
    if (!in.atEnd()) {
      throw new MalformedNamesException("expected a comma");
    }
    closeBefore(Long.MAX_VALUE, Long.MAX_VALUE);
  }

  private void add(long name, long start, long end) throws MalformedNamesException {
    closeBefore(start, end);
    if (!open.isEmpty() && end > table.end((int) open.lastOr(0))) {
      throw new MalformedNamesException("functions overlap");
    }
    int function = table.function(name, start, end);
    table.border(start, function);
    open.add(function);
  }

  private void closeBefore(long start, long end) throws MalformedNamesException {
    while (!open.isEmpty()) {
      long openEnd = table.end((int) open.lastOr(0));
      if (openEnd > start || (openEnd == start && end <= openEnd)) {
        return;
      }
      open.removeLast();
      int around = (int) open.lastOr(SourceFunctions.FunctionsBuilder.OUTSIDE);
      table.border(Math.min(OriginalPositions.next(openEnd), start), around);
    }
  }

  /**
   * Decodes the {@code mappings} of one Metro function map in {@code x_facebook_sources}: entries
   * with a column, a name and, if first of its line, a line, all relative, mark where another
   * function becomes the innermost. Columns start from 0 on each line. It does not state where
   * functions begin and end.
   */
  static final class FunctionMapDecoder {

    private FunctionMapDecoder() {}

    static SourceFunctions decode(String text, OriginalNames names, RowBudget budget)
        throws MalformedNamesException {
      VlqText in = new VlqText(text);
      SourceFunctions.FunctionsBuilder table = new SourceFunctions.FunctionsBuilder(names, budget);
      long line = 0;
      long column = 0;
      long name = 0;
      long before = -1;
      if (text.isEmpty()) {
        return table.build();
      }
      do {
        column += in.signed();
        name += in.signed();
        if (!in.atItemEnd()) {
          line += in.signed();
          in.skipNumbers();
        }
        names.check(name);
        long position = OriginalPositions.checked(line, column);
        if (position < before) {
          throw new MalformedNamesException("entries out of order");
        }
        before = position;
        table.border(position, table.function(name));
        column = in.follows(';') ? 0 : column;
      } while (in.skip(';') || in.skip(','));
      return table.build();
    }
  }
}

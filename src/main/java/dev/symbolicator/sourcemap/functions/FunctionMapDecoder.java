package dev.symbolicator.sourcemap.functions;

/**
 * Decodes the {@code mappings} of one Metro function map, which {@code x_facebook_sources} holds.
 *
 * <p>Each entry marks a position where another function becomes the innermost one. A comma
 * separates two entries of one line; a semicolon begins a new line. An entry has a column and a
 * name, and a line if the entry is the first of its line. Each number is relative to the entry
 * before. The column starts from 0 on each line, the first line is relative to line 0. The map does
 * not state where functions begin and end.
 */
final class FunctionMapDecoder {

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

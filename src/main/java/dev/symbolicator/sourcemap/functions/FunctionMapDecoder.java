package dev.symbolicator.sourcemap.functions;

/**
 * Decodes the {@code mappings} of one of Metro's function maps, which {@code x_facebook_sources}
 * holds: from where on another function than before is the innermost one. Entries are separated by
 * commas and, where a new line begins, by semicolons; each has a column, a name and, where it is
 * the first of its line, how many lines further it is, from the first line on. The column counts
 * from the entry before on the line. Where functions begin and end is not said.
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

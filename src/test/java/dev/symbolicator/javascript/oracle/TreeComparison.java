package dev.symbolicator.javascript.oracle;

import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.javascript.Outline.NameStyle;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Compares the outline of a text with the rows of a parser's tree. */
final class TreeComparison {
  private static final Pattern OPENING =
      Pattern.compile("(?:[\\s(\\uFEFF]|/\\*[^]*?\\*/|//[^\\n\\r]*)*".replace("[^]", "[\\s\\S]"));

  private final Tally tally;
  private final ScannerText file;
  private final String text;
  private final Outline outline;

  private TreeComparison(Tally tally, ScannerText file, String text) {
    this.tally = tally;
    this.file = file;
    this.text = text;
    this.outline = file.outline(text);
  }

  static void compare(Tally tally, ScannerText file) {
    TreeComparison comparison = new TreeComparison(tally, file, file.read());
    List<TreeRow> rows = file.oracleLines().stream().map(TreeRow::of).toList();
    rows.forEach(comparison::compare);
    comparison.findExtra(rows);
  }

  private void compare(TreeRow row) {
    int function = matching(row);
    add(Tally.Of.STARTS, function >= 0, row, "is missing");
    if (function < 0) {
      return;
    }
    FunctionKind kind = outline.kind(function);
    add(Tally.Of.KINDS, kind == row.kind(), row, "is a " + kind);
    if (row.header() >= 0 && row.kind() != FunctionKind.CLASS) {
      int header = outline.header(function);
      add(
          Tally.Of.HEADERS,
          header == row.header(),
          row,
          "%d for %d".formatted(header, row.header()));
    }
    if (row.body() >= 0) {
      int body = outline.body(function);
      add(Tally.Of.BODIES, isBody(body, row.body()), row, "%d for %d".formatted(body, row.body()));
      int end = outline.end(function);
      add(Tally.Of.ENDS, end == row.end(), row, "%d for %d".formatted(end, row.end()));
    }
    name(Tally.Of.V8_NAMES, row, function, NameStyle.V8);
    name(Tally.Of.QUALIFIED_NAMES, row, function, NameStyle.QUALIFIED);
  }

  private void name(Tally.Of what, TreeRow row, int function, NameStyle style) {
    String expected = row.name(style);
    if (expected != null) {
      String name = outline.name(function, style).text();
      add(what, name.equals(expected), row, "'%s' for '%s'".formatted(name, expected));
    }
  }

  private void add(Tally.Of what, boolean isSame, TreeRow row, String message) {
    tally.add(what, isSame, file, text, row.start(), row.kind() + " " + message);
  }

  /** Returns the row of the same start, of the same kind if there is one; -1 for none. */
  private int matching(TreeRow row) {
    int first = outline.startingAt(row.start());
    for (int i = first; i >= 0 && i < outline.size() && outline.start(i) == row.start(); i++) {
      if (outline.kind(i) == row.kind()) {
        return i;
      }
    }
    return first;
  }

  /**
   * Tells whether a body begins where the parser says. The parser's expression begins within its
   * parentheses.
   */
  private boolean isBody(int body, int expected) {
    return body == expected
        || (body >= 0
            && body < expected
            && OPENING.matcher(text.substring(body, expected)).matches());
  }

  /**
   * Finds functions that the oracle lacks. To the oracle, a function without a body, such as an
   * overload, is none.
   */
  private void findExtra(List<TreeRow> rows) {
    Set<Integer> starts = new HashSet<>();
    rows.forEach(row -> starts.add(row.start()));
    for (int i = 0; i < outline.size(); i++) {
      if (outline.body(i) >= 0) {
        int start = outline.start(i);
        String message = outline.kind(i) + " that the oracle lacks";
        tally.add(Tally.Of.EXTRA_STARTS, starts.contains(start), file, text, start, message);
      }
    }
  }
}

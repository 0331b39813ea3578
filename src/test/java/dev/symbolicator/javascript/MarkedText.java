package dev.symbolicator.javascript;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.javascript.Outline.Dialect;
import dev.symbolicator.javascript.Outline.NameStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A text in which {@code «} marks where functions, classes and fields start. */
record MarkedText(String text, List<Integer> starts) {
  private static final char MARK = '«';

  static MarkedText of(String marked) {
    StringBuilder text = new StringBuilder();
    List<Integer> starts = new ArrayList<>();
    for (int i = 0; i < marked.length(); i++) {
      char c = marked.charAt(i);
      if (c == MARK) {
        starts.add(text.length());
      } else {
        text.append(c);
      }
    }
    return new MarkedText(text.toString(), starts);
  }

  /**
   * Asserts that the outline's rows start at the marks and nowhere else, and that there are no
   * doubts.
   */
  static void assertStarts(Dialect dialect, String marked) {
    MarkedText expected = of(marked);
    Outline outline = Outline.of(expected.text(), dialect, plenty());
    List<Integer> found = IntStream.range(0, outline.size()).mapToObj(outline::start).toList();
    assertEquals(marked, expected.mark(found));
    assertEquals(0, outline.doubts(), "doubts");
  }

  static void assertStarts(String marked) {
    assertStarts(Dialect.JAVASCRIPT, marked);
  }

  private String mark(List<Integer> offsets) {
    StringBuilder marked = new StringBuilder(text);
    for (int i = offsets.size() - 1; i >= 0; i--) {
      int offset = offsets.get(i);
      marked.insert(offset, MARK);
    }
    return marked.toString();
  }

  /** Returns the names of all rows, in the order of the rows. */
  static List<String> names(Dialect dialect, NameStyle style, String text) {
    Outline outline = Outline.of(text, dialect, plenty());
    return IntStream.range(0, outline.size())
        .mapToObj(row -> outline.name(row, style).text())
        .toList();
  }

  static void assertV8Names(String text, String... names) {
    assertEquals(List.of(names), names(Dialect.JAVASCRIPT, NameStyle.V8, text));
  }

  static void assertQualifiedNames(String text, String... names) {
    assertEquals(List.of(names), names(Dialect.JAVASCRIPT, NameStyle.QUALIFIED, text));
  }
}

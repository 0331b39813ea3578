package dev.symbolicator.javascript;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.javascript.Outline.Dialect;
import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.javascript.Outline.FunctionName;
import dev.symbolicator.javascript.Outline.NameStyle;
import java.util.ArrayList;
import java.util.List;

/** Checks the invariants of an outline of any text, and its look-ups against a naive search. */
final class NaiveOutline {
  private static final int LOOKED_UP = 200;

  private final String text;
  private final Outline outline;
  private final boolean nests;

  private NaiveOutline(String text, Outline outline, boolean nests) {
    this.text = text;
    this.outline = outline;
    this.nests = nests;
  }

  /** Outlines a program and checks everything, naming each function in both styles. */
  static void checkProgram(String text, Dialect dialect) {
    Outline outline = Outline.of(text, dialect, plenty());
    check(new NaiveOutline(text, outline, outline.doubts() == 0));
  }

  /**
   * Like {@link #checkProgram}, but for any text. Functions need not nest, since a text that is no
   * program may leave no doubt.
   */
  static void checkAnyText(String text, Dialect dialect) {
    check(new NaiveOutline(text, Outline.of(text, dialect, plenty()), false));
  }

  private static void check(NaiveOutline naive) {
    naive.checkRows();
    naive.checkLookUps();
    naive.checkLines();
  }

  private void checkRows() {
    assertTrue(outline.doubts() >= 0);
    for (int i = 0; i < outline.size(); i++) {
      assertTrue(outline.start(i) >= 0 && outline.start(i) < text.length());
      assertTrue(i == 0 || outline.start(i - 1) <= outline.start(i), "rows are not sorted");
      assertTrue(outline.header(i) >= 0 && outline.header(i) <= outline.start(i));
      assertTrue(outline.end(i) <= text.length());
      if (outline.body(i) >= 0) {
        assertTrue(outline.header(i) <= outline.body(i) && outline.body(i) <= outline.end(i));
      }
      checkParents(i);
      for (NameStyle style : NameStyle.values()) {
        checkName(outline.name(i, style));
      }
    }
  }

  private void checkParents(int row) {
    int owner = outline.owner(row);
    assertTrue(owner >= -1 && owner < outline.size());
    assertTrue(owner < 0 || outline.kind(owner) == FunctionKind.CLASS);
    int parent = outline.parent(row);
    assertTrue(parent >= -1 && parent < outline.size() && parent != row);
    if (parent >= 0) {
      assertTrue(outline.kind(parent) != FunctionKind.CLASS);
      if (nests && !isFields(parent)) {
        assertTrue(outline.header(parent) <= outline.header(row), () -> describe(row));
        assertTrue(outline.end(row) <= outline.end(parent), () -> describe(row));
      }
    }
  }

  private void checkName(FunctionName name) {
    for (FunctionName.NamePart part : name.parts()) {
      assertTrue(part.offset() >= -1 && part.length() >= 0);
      assertTrue(part.offset() < 0 || part.offset() + part.length() <= text.length());
    }
  }

  private void checkLookUps() {
    for (int i = 0; i < outline.size(); i++) {
      int first = outline.startingAt(outline.start(i));
      assertEquals(outline.start(i), outline.start(first));
      assertTrue(first <= i && (first == 0 || outline.start(first - 1) < outline.start(first)));
    }
    assertEquals(-1, outline.startingAt(-1));
    assertEquals(-1, outline.startingAt(text.length()));
    int step = Math.max(1, text.length() / LOOKED_UP);
    for (int offset = 0; offset < text.length(); offset += step) {
      int innermost = outline.innermost(offset);
      assertTrue(innermost >= -1 && innermost < outline.size());
      if (nests && (innermost < 0 || !isFields(innermost))) {
        assertEquals(innermost(offset), innermost, "innermost at " + offset);
      }
    }
  }

  /** Returns the shortest function that contains an offset, without classes and fields. */
  private int innermost(int offset) {
    int best = -1;
    for (int i = 0; i < outline.size(); i++) {
      boolean isFunction = outline.kind(i) != FunctionKind.CLASS && !isFields(i);
      if (isFunction && outline.header(i) <= offset && offset < outline.end(i)) {
        best = best < 0 || length(i) < length(best) ? i : best;
      }
    }
    return best;
  }

  private int length(int row) {
    return outline.end(row) - outline.header(row);
  }

  private boolean isFields(int row) {
    FunctionKind kind = outline.kind(row);
    return kind == FunctionKind.INSTANCE_FIELDS || kind == FunctionKind.STATIC_FIELDS;
  }

  private String describe(int row) {
    return "%s at %d".formatted(outline.kind(row), outline.start(row));
  }

  private void checkLines() {
    Lines lines = outline.lines();
    List<int[]> expected = lines(text);
    assertEquals(expected.size(), lines.count());
    int step = Math.max(1, expected.size() / LOOKED_UP);
    for (int line = 0; line < expected.size(); line += step) {
      int start = expected.get(line)[0];
      int end = expected.get(line)[1];
      assertEquals(end - start, lines.length(line));
      for (int offset : new int[] {start, (start + end) / 2, end}) {
        assertEquals(line, lines.lineAt(offset));
        assertEquals(offset - start, lines.columnAt(offset));
        assertEquals(offset, lines.offset(line, offset - start));
      }
    }
    assertEquals(-1, lines.offset(expected.size(), 0));
    assertEquals(-1, lines.offset(-1, 0));
    assertEquals(-1, lines.offset(0, -1));
  }

  /** Returns where each line starts and ends, without its line end. */
  private static List<int[]> lines(String text) {
    List<int[]> lines = new ArrayList<>();
    int start = text.startsWith("\uFEFF") ? 1 : 0;
    for (int i = start; i < text.length(); i++) {
      if ("\n\r\u2028\u2029".indexOf(text.charAt(i)) >= 0) {
        lines.add(new int[] {start, i});
        i += text.startsWith("\r\n", i) ? 1 : 0;
        start = i + 1;
      }
    }
    lines.add(new int[] {start, text.length()});
    return lines;
  }
}

package dev.symbolicator.symbols;

import dev.symbolicator.javascript.FunctionKind;
import dev.symbolicator.javascript.Outline;
import java.util.Set;

/** Tells a class's constructor from its other methods by the words before its parenthesis. */
final class Constructors {
  private static final String WORD = "constructor";
  private static final Set<String> MODIFIERS = Set.of("", "public", "protected", "private");

  /** The most UTF-16 units that are read before a word; modifiers and white space take less. */
  private static final int FAR = 100;

  private Constructors() {}

  static boolean is(String text, Outline outline, int row) {
    if (outline.kind(row) != FunctionKind.METHOD
        || outline.owner(row) < 0
        || outline.body(row) < 0) {
      return false;
    }
    int header = outline.header(row);
    int end = skipBlanks(text, outline.start(row), header);
    int quotes =
        end > header && (text.charAt(end - 1) == '"' || text.charAt(end - 1) == '\'') ? 1 : 0;
    int begin = end - quotes - WORD.length();
    if (begin - quotes < header || !text.startsWith(WORD, begin)) {
      return false;
    }
    String before = text.substring(Math.max(header, begin - quotes - FAR), begin - quotes);
    return MODIFIERS.contains(before.strip());
  }

  private static int skipBlanks(String text, int from, int to) {
    int at = from;
    while (at > to && at > from - FAR && text.charAt(at - 1) <= ' ') {
      at--;
    }
    return at;
  }
}

package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Dialect;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The scripts of a component file. All other parts are blanked, so that no line or column moves. A
 * text without any script element counts as a script, since some builders write only the script.
 */
record ScriptBlocks(String text, Dialect dialect) {
  /** The most heap bytes for each character while blanking: a builder and its text. */
  static final int BYTES_FOR_EACH_CHARACTER = 6;

  private static final Pattern BEGIN = Pattern.compile("(?i)<script(\\s[^<>]*)?>");
  private static final Pattern TYPED = Pattern.compile("\\blang\\s*=\\s*[\"']?tsx?\\b");

  static ScriptBlocks of(String file) {
    StringBuilder blank = new StringBuilder(file.length());
    boolean typed = false;
    int done = 0;
    Matcher begin = BEGIN.matcher(file);
    while (begin.find(done)) {
      int end = end(file, begin.end());
      blank(file, done, begin.end(), blank);
      blank.append(file, begin.end(), end);
      typed |= begin.group(1) != null && TYPED.matcher(begin.group(1)).find();
      done = end;
    }
    if (done == 0) {
      return new ScriptBlocks(file, Dialect.TSX);
    }
    blank(file, done, file.length(), blank);
    return new ScriptBlocks(blank.toString(), typed ? Dialect.TYPESCRIPT : Dialect.JSX);
  }

  private static int end(String file, int from) {
    int end = file.indexOf("</script", from);
    return end < 0 ? file.length() : end;
  }

  private static void blank(String file, int from, int to, StringBuilder blank) {
    for (int i = from; i < to; i++) {
      char c = file.charAt(i);
      boolean lineEnd = c == '\n' || c == '\r' || c == '\u2028' || c == '\u2029';
      blank.append(lineEnd ? c : ' ');
    }
  }
}

package dev.symbolicator.sourcemap.link;

import dev.symbolicator.sourcemap.link.SourceMappingUrl.LinkPlace;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the comment {@code //# sourceMappingURL=} as V8 does. V8 takes the last one anywhere in the
 * script, with exactly one white space after the {@code #} or {@code @}. White space may follow the
 * equals sign and the URL; any other text after the URL clears the URL.
 *
 * <p>V8 tokenises the script. This class leaves that to its caller, who is asked only about what
 * may be a comment: a match counts only if it begins its line or if its URL holds no quote, and
 * does not count if its line begins with another comment. Of several matches on one line, only the
 * last is looked at: if an earlier match were a comment, the later one would clear its URL.
 */
final class V8UrlComment {

  private static final String NAME = "sourceMappingURL=";
  private static final int SHORTEST = "//# ".length();

  private V8UrlComment() {}

  /**
   * Returns the comment, whose URL may be empty; null if there is none.
   *
   * @param isReal tells by the offset of two slashes whether a comment begins there
   */
  static @Nullable SourceMappingComment find(byte[] script, IntPredicate isReal) {
    int name = lastName(script, script.length - NAME.length());
    while (name >= 0) {
      int comment = commentStart(script, name);
      int next = name - 1;
      if (comment >= 0) {
        int lineStart = ScriptText.lineStart(script, comment);
        int lineEnd = ScriptText.lineEnd(script, name);
        int url = ScriptText.skipWhiteSpace(script, name + NAME.length(), lineEnd);
        int urlEnd = urlEnd(script, url, lineEnd);
        if (isComment(script, lineStart, comment, lineEnd, url, urlEnd) && isReal.test(comment)) {
          boolean cleared = ScriptText.skipWhiteSpace(script, urlEnd, lineEnd) < lineEnd;
          return new SourceMappingComment(
              script, url, cleared ? url : urlEnd, LinkPlace.V8_COMMENT);
        }
        next = lineStart - 1;
      }
      name = lastName(script, next);
    }
    return null;
  }

  private static int lastName(byte[] script, int from) {
    for (int i = from; i >= SHORTEST; i--) {
      if (script[i] == 's' && ScriptText.startsWith(script, i, script.length, NAME)) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the offset of the comment whose name is at {@code name}; -1 if there is none. */
  private static int commentStart(byte[] script, int name) {
    for (int length = 1; length <= 3; length++) {
      int sign = name - length - 1;
      if (sign >= 2
          && ScriptText.whiteSpaceLength(script, name - length, name) == length
          && (script[sign] == '#' || script[sign] == '@')
          && ScriptText.startsWith(script, sign - 2, sign, "//")) {
        return sign - 2;
      }
    }
    return -1;
  }

  private static int urlEnd(byte[] script, int url, int lineEnd) {
    int i = url;
    while (i < lineEnd && ScriptText.whiteSpaceLength(script, i, lineEnd) == 0) {
      i++;
    }
    return i;
  }

  private static boolean isComment(
      byte[] script, int lineStart, int comment, int lineEnd, int url, int urlEnd) {
    int first = ScriptText.skipWhiteSpace(script, lineStart, lineEnd);
    if (first == comment) {
      return true;
    }
    if (ScriptText.startsWith(script, first, lineEnd, "//")) {
      return false;
    }
    for (int i = url; i < urlEnd; i++) {
      if (script[i] == '"' || script[i] == '\'' || script[i] == '`') {
        return false;
      }
    }
    return true;
  }
}

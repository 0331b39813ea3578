package dev.symbolicator.sourcemap.link;

import dev.symbolicator.sourcemap.link.SourceMappingUrl.LinkPlace;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A comment that names a script's map, found but not read: its URL may hold a whole map, so a
 * caller can reserve memory before {@link #read()}.
 */
public final class SourceMappingComment {
  private final byte[] script;
  private final int from;
  private final int end;
  private final LinkPlace place;

  SourceMappingComment(byte[] script, int from, int end, LinkPlace place) {
    this.script = script;
    this.from = from;
    this.end = end;
    this.place = place;
  }

  /**
   * Finds the comment as {@link SourceMappingUrl} describes; null if there is none, or its URL is
   * empty. A comment in the midst of the script is found by its look, and may be part of a string.
   */
  public static @Nullable SourceMappingComment find(byte[] script) {
    return find(script, comment -> true);
  }

  /**
   * Like {@link #find(byte[])}, but {@code isReal} tells by the byte offset of two slashes whether
   * a comment begins in the midst of the script.
   */
  public static @Nullable SourceMappingComment find(byte[] script, IntPredicate isReal) {
    SourceMappingComment comment = StandardUrlComment.find(script);
    if (comment == null) {
      comment = V8UrlComment.find(script, isReal);
    }
    return comment == null || comment.length() == 0 ? null : comment;
  }

  public int length() {
    return end - from;
  }

  public SourceMappingUrl read() {
    return new SourceMappingUrl(ScriptText.decode(script, from, end), place);
  }

  /**
   * Finds {@code //# sourceMappingURL=} as ECMA-426 does without parsing
   * (JavaScriptExtractSourceMapURL of January 2026: block comments do not count), from the last
   * line up, as long as lines are blank or comments.
   */
  static final class StandardUrlComment {

    private static final String NAME = "sourceMappingURL=";

    private StandardUrlComment() {}

    static @Nullable SourceMappingComment find(byte[] script) {
      int end = script.length;
      while (true) {
        int start = ScriptText.lineStart(script, end);
        int text = ScriptText.skipWhiteSpace(script, start, end);
        if (text < end) {
          if (!ScriptText.startsWith(script, text, end, "//")
              || mayBeNoComment(script, text + 2, end)) {
            return null;
          }
          SourceMappingComment comment = match(script, text + 2, end);
          if (comment != null) {
            return comment;
          }
        }
        if (start == 0) {
          return null;
        }
        end = ScriptText.previousLineEnd(script, start);
      }
    }

    private static boolean mayBeNoComment(byte[] script, int from, int end) {
      for (int i = from; i < end; i++) {
        byte b = script[i];
        if (b == '"' || b == '\'' || b == '`') {
          return true;
        }
        if (b == '*' && i + 1 < end && script[i + 1] == '/') {
          return true;
        }
      }
      return false;
    }

    private static @Nullable SourceMappingComment match(byte[] script, int from, int end) {
      if (from == end || (script[from] != '#' && script[from] != '@')) {
        return null;
      }
      int name = ScriptText.skipWhiteSpace(script, from + 1, end);
      if (!ScriptText.startsWith(script, name, end, NAME)) {
        return null;
      }
      int url = name + NAME.length();
      int urlEnd = ScriptText.trimWhiteSpace(script, url, end);
      for (int i = url; i < urlEnd; i++) {
        if (ScriptText.whiteSpaceLength(script, i, urlEnd) > 0) {
          return null;
        }
      }
      return new SourceMappingComment(script, url, urlEnd, LinkPlace.COMMENT);
    }
  }

  /**
   * Finds {@code //# sourceMappingURL=} as V8 does: the last one anywhere, with exactly one white
   * space after the {@code #} or {@code @}; text after the URL clears it.
   *
   * <p>V8 tokenises the script. The caller is asked only about what may be a comment: a match
   * counts only if it begins its line or its URL holds no quote, and not if its line begins with
   * another comment. Of several on one line only the last is looked at: if an earlier one were a
   * comment, the later one would clear its URL.
   */
  static final class V8UrlComment {

    private static final String NAME = "sourceMappingURL=";
    private static final int SHORTEST = "//# ".length();

    private V8UrlComment() {}

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
}

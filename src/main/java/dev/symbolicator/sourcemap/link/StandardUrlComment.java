package dev.symbolicator.sourcemap.link;

import dev.symbolicator.sourcemap.link.SourceMappingUrl.LinkPlace;
import org.jspecify.annotations.Nullable;

/**
 * Finds the comment {@code //# sourceMappingURL=} as ECMA-426 does without parsing
 * (JavaScriptExtractSourceMapURL, with the change of January 2026: block comments do not count).
 * Searches from the last line up, as long as lines are blank or comments.
 */
final class StandardUrlComment {

  private static final String NAME = "sourceMappingURL=";

  private StandardUrlComment() {}

  /** Returns the comment, whose URL may be empty; null if there is none. */
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

  /** Tells whether only parsing could tell: there is a quote or the end of a block comment. */
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

  /** Matches {@code ^[@#]\s*sourceMappingURL=(\S*?)\s*$}. */
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

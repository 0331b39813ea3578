package dev.symbolicator.profile.scan;

import dev.symbolicator.json.JsonText;
import dev.symbolicator.memory.EightBytes;
import java.nio.charset.StandardCharsets;

/** Looks at the first bytes of a body that may be JSON. */
public final class JsonHead {
  private JsonHead() {}

  /**
   * Returns the name of the first member of an object as it is spelled; empty for a body that does
   * not begin with an object, or whose first name is cut off.
   */
  public static String firstName(byte[] head) {
    int brace = behindSpace(head, JsonText.of(head).withoutByteOrderMark().start());
    if (brace == head.length || head[brace] != '{') {
      return "";
    }
    int quote = behindSpace(head, brace + 1);
    if (quote == head.length || head[quote] != '"') {
      return "";
    }
    int end = EightBytes.indexOf((byte) '"', head, quote + 1, head.length);
    return end == head.length
        ? ""
        : new String(head, quote + 1, end - quote - 1, StandardCharsets.ISO_8859_1);
  }

  private static int behindSpace(byte[] head, int from) {
    int at = from;
    while (at < head.length && (head[at] == ' ' || (head[at] >= '\t' && head[at] <= '\r'))) {
      at++;
    }
    return at;
  }
}

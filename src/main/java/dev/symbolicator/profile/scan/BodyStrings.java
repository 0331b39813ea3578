package dev.symbolicator.profile.scan;

import dev.symbolicator.json.JsonBytes;
import dev.symbolicator.json.JsonString;
import dev.symbolicator.memory.EightBytes;
import java.io.IOException;

/** Reads JSON strings (RFC 8259, section 7), and checks their UTF-8 (RFC 3629). */
final class BodyStrings {
  /** The most bytes of a sequence of UTF-8. */
  private static final int LONGEST_SEQUENCE = 4;

  private final Window window;
  private final JsonNames names = new JsonNames();
  private boolean isUtf8Required = true;

  BodyStrings(Window window) {
    this.window = window;
  }

  void requireUtf8(boolean isRequired) {
    isUtf8Required = isRequired;
  }

  /** Reads the string at whose opening quote the window stands. */
  void skip() throws IOException, UnreadableException {
    window.at++;
    while (true) {
      skipPlain();
      if (window.at == window.end && !window.fill(1)) {
        throw Malformed.at(window);
      }
      byte here = window.bytes[window.at];
      if (here == '"') {
        window.at++;
        return;
      }
      if (here == '\\') {
        skipEscape();
      } else if (here < 0) {
        skipSequence();
      } else if (here < ' ') {
        throw Malformed.at(window);
      } else {
        window.at++;
      }
    }
  }

  /** Moves on by eight ASCII characters at a time, as long as none of them is special. */
  private void skipPlain() {
    byte[] bytes = window.bytes;
    int last = window.end - Long.BYTES;
    int at = window.at;
    while (at <= last) {
      long special = JsonBytes.special(EightBytes.at(bytes, at));
      if (special != 0) {
        at += EightBytes.first(special);
        break;
      }
      at += Long.BYTES;
    }
    window.at = at;
  }

  private void skipEscape() throws IOException, UnreadableException {
    window.at++;
    require();
    byte escape = window.bytes[window.at];
    if (escape == 'u') {
      for (int i = 0; i < 4; i++) {
        window.at++;
        require();
        if (Character.digit(window.bytes[window.at], 16) < 0) {
          throw Malformed.at(window);
        }
      }
    } else if (!JsonString.isEscape(escape)) {
      throw Malformed.at(window);
    }
    window.at++;
  }

  private void require() throws IOException, UnreadableException {
    if (!window.fill(1)) {
      throw Malformed.at(window);
    }
  }

  private void skipSequence() throws IOException, UnreadableException {
    boolean unused = window.fill(LONGEST_SEQUENCE);
    int length = JsonString.sequenceLength(window.bytes, window.at, window.end);
    if (length == 0 && isUtf8Required) {
      throw Malformed.notUtf8(window);
    }
    window.at += Math.max(1, length);
  }

  /** Like {@link #text}, but for a string that recurs. */
  String name(long from, long to) throws IOException {
    long end = window.at - (window.position() - to);
    long start = end - (to - from);
    String known = start < 0 ? null : names.of(window.bytes, (int) start, (int) end);
    return known == null ? text(from, to) : known;
  }

  /**
   * Returns the text of a string that was read. A lone surrogate that was written as an escape is
   * kept.
   *
   * @param from the offset behind the opening quote
   * @param to the offset of the closing quote
   */
  String text(long from, long to) throws IOException {
    byte[] copy = window.copy(from, to);
    return JsonString.decode(copy, 0, copy.length);
  }
}

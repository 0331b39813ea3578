package dev.symbolicator.json;

import dev.symbolicator.memory.EightBytes;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a text that a {@link JsonReader} has in memory, and the scalars in them: the part of
 * the reader that looks at single bytes. Most bytes of a profile are only passed, so this takes
 * eight at a time where it can, and keeps nothing.
 */
abstract class JsonWindow {
  /** Returned in place of a byte behind the last one. */
  static final int END = -1;

  static final int SIZE = 1 << 16;
  private static final int LONGEST_SEQUENCE = 4;

  final JsonReader.@Nullable Source source;

  /** The window, of which the bytes from {@link #at} to {@link #end} are still to be passed. */
  final byte[] bytes;

  int at;
  int end;

  /** The offset in the text of the window's first byte. */
  long base;

  JsonReader.Check check = JsonReader.Check.UTF_8;

  JsonWindow(JsonText text) {
    source = null;
    bytes = text.bytes();
    at = text.start();
    end = text.end();
  }

  JsonWindow(JsonReader.Source source, int size) throws IOException {
    this.source = source;
    bytes = new byte[size];
    boolean unused = fill(3);
    at = new JsonText(bytes, 0, end).withoutByteOrderMark().start();
  }

  /** Reads on until a number of bytes follow in the window; returns whether so many follow. */
  final boolean fill(int count) throws IOException {
    if (end - at >= count) {
      return true;
    }
    if (source == null) {
      return false;
    }
    System.arraycopy(bytes, at, bytes, 0, end - at);
    base += at;
    end -= at;
    at = 0;
    int length = (int) Math.min(bytes.length - end, source.size() - base - end);
    if (length > 0) {
      source.read(base + end, bytes, end, length);
      end += length;
    }
    return end >= count;
  }

  /** Passes white space; returns the next byte, or {@link #END}. */
  final int space() throws IOException {
    while (at < end || fill(1)) {
      byte here = bytes[at];
      if (!JsonText.isSpace(here)) {
        return here & 0xFF;
      }
      at++;
    }
    return END;
  }

  /** Returns the next byte, or {@link #END}. */
  final int peek() throws IOException {
    return at < end || fill(1) ? bytes[at] & 0xFF : END;
  }

  /** Returns the offset of the next byte, which is the one behind the current token. */
  public final long position() {
    return base + at;
  }

  final JsonException malformed() {
    return at < end ? JsonException.unexpected(position(), bytes[at]) : cutOff(position());
  }

  static JsonException cutOff(long offset) {
    return new JsonException(JsonException.Fault.CUT_OFF, offset, "The JSON value is cut off.");
  }

  /** Passes a string from its opening quote on. */
  final void string() throws IOException {
    if (check == JsonReader.Check.NOTHING) {
      int closing = JsonString.closing(bytes, at + 1, end);
      if (closing < 0) {
        throw cutOff(position());
      }
      at = closing + 1;
      return;
    }
    at++;
    while (true) {
      plain();
      if (at == end && !fill(1)) {
        throw malformed();
      }
      byte here = bytes[at];
      if (here == '"') {
        at++;
        return;
      }
      if (here == '\\') {
        escape();
      } else if (here < 0) {
        sequence();
      } else if (here < ' ') {
        throw malformed();
      } else {
        at++;
      }
    }
  }

  /** Passes ASCII characters that mean themselves, eight at a time. */
  final void plain() {
    byte[] window = bytes;
    int last = end - Long.BYTES;
    int here = at;
    while (here <= last) {
      long special = JsonBytes.special(EightBytes.at(window, here));
      if (special != 0) {
        here += EightBytes.first(special);
        break;
      }
      here += Long.BYTES;
    }
    at = here;
  }

  final void escape() throws IOException {
    at++;
    int letter = peek();
    if (letter == 'u') {
      for (int i = 0; i < 4; i++) {
        at++;
        if (Character.digit(peek(), 16) < 0) {
          throw malformed();
        }
      }
    } else if (letter == END || !JsonString.isEscape((byte) letter)) {
      throw malformed();
    }
    at++;
  }

  final void sequence() throws IOException {
    boolean unused = fill(LONGEST_SEQUENCE);
    int length = JsonString.sequenceLength(bytes, at, end);
    if (length == 0 && check == JsonReader.Check.UTF_8) {
      throw new JsonException(JsonException.Fault.NOT_UTF8, position(), "The text is not UTF-8.");
    }
    at += Math.max(1, length);
  }

  /** Fails at the first letter of a wrong word, or at the end if the word may continue there. */
  final void word(String word) throws IOException {
    boolean isWhole = fill(word.length() + 1);
    for (int i = 0; i < word.length(); i++) {
      if (at + i == end) {
        at = end;
        throw malformed();
      }
      if (bytes[at + i] != word.charAt(i)) {
        throw malformed();
      }
    }
    if (isWhole && isPartOfWord(bytes[at + word.length()])) {
      throw malformed();
    }
    at += word.length();
  }

  static boolean isPartOfWord(byte b) {
    return Character.isLetterOrDigit(b) || b == '_' || b == '$';
  }
}

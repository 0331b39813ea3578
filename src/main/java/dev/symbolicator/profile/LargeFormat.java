package dev.symbolicator.profile;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonText;
import dev.symbolicator.memory.Allowance;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A format whose bodies may be larger than the memory: one pass reads scripts and positions,
 * another one writes.
 */
public interface LargeFormat {
  /** Returns the name that profiles of this format have, such as {@code heapsnapshot}. */
  String name();

  default List<String> names() {
    return List.of(name());
  }

  /** Tells whether a body is of this format by its first bytes, at most {@link #HEAD_BYTES}. */
  boolean recognises(byte[] head);

  /**
   * Returns the first member's name as it is spelled; empty without an object, or if it is cut off.
   */
  static String firstName(byte[] head) {
    int brace = behindSpace(head, JsonText.of(head).withoutByteOrderMark().start());
    if (brace == head.length || head[brace] != '{') {
      return "";
    }
    int quote = behindSpace(head, brace + 1);
    if (quote == head.length || head[quote] != '"') {
      return "";
    }
    int end = quote + 1;
    while (end < head.length && head[end] != '"') {
      end++;
    }
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

  int HEAD_BYTES = 1 << 10;

  /**
   * Reads a body that is recognised.
   *
   * @param body needed until the profile is written
   * @param memory charged for reading and writing the profile
   * @throws Allowance.Exceeded if too little memory is left
   * @throws IOException if the body's bytes cannot be read
   */
  ProfileReading read(BodyBytes body, ProfileLimits limits, Allowance memory) throws IOException;

  /**
   * The bytes of a body, with content codings undone. They can be read at any place, and do not
   * change.
   */
  interface BodyBytes extends JsonReader.Source {
    /** Returns the bytes of an array, which the caller must not change afterwards. */
    static BodyBytes of(byte[] bytes) {
      return new BodyBytes() {
        @Override
        public long size() {
          return bytes.length;
        }

        @Override
        public void read(long position, byte[] into, int offset, int length) throws IOException {
          if (position < 0 || position > bytes.length - length) {
            throw new EOFException("The body ends before byte " + (position + length));
          }
          System.arraycopy(bytes, (int) position, into, offset, length);
        }
      };
    }
  }
}

package dev.symbolicator.json;

import dev.symbolicator.memory.EightBytes;
import java.util.Arrays;

/**
 * Some bytes of a text that were checked once, and are found elsewhere in it eight at a time:
 * profiles are arrays of like objects. Without {@link Gaps} and without the like spelling of
 * frames, a request of 129 KB costs an eighth more each.
 */
public class KnownBytes {
  private final byte[] text;
  private int start;
  private int length;
  private int lastEight;

  /** The bits of the first and the last eight bytes that count; none before any byte is known. */
  private long mask;

  private long first = -1;
  private long last;

  public KnownBytes(byte[] text) {
    this.text = text;
  }

  public static boolean canBeginAt(int from, byte[] text) {
    return from <= text.length - Long.BYTES;
  }

  public final void remember(int from, int to) {
    start = from;
    length = to - from;
    lastEight = Math.max(length - Long.BYTES, 0);
    mask = length < Long.BYTES ? (1L << (Byte.SIZE * length)) - 1 : -1;
    first = EightBytes.at(text, from) & mask;
    last = EightBytes.at(text, from + lastEight) & mask;
  }

  public final int length() {
    return length;
  }

  /** Tells whether the bytes, and another one, are at an offset. May say no near the end. */
  public final boolean isAt(int from, int end) {
    int at = from + lastEight;
    return at < end - Long.BYTES
        && (EightBytes.at(text, from) & mask) == first
        && (EightBytes.at(text, at) & mask) == last
        && (lastEight <= Long.BYTES || isMiddleAt(from));
  }

  private boolean isMiddleAt(int from) {
    return Arrays.equals(
        text, from + Long.BYTES, from + lastEight, text, start + Long.BYTES, start + lastEight);
  }

  /**
   * The bytes between one number and the next, such as {@code },{"timestamp":}, while a value is
   * passed over. Both are values of members at one depth, and the gap leaves at most one object, so
   * its bytes are JSON wherever they recur behind such a number.
   */
  static final class Gaps {
    private static final int MAX_LENGTH = 64;
    private static final int NOWHERE = -1;

    private final byte[] bytes;
    private final Gap none;
    private final Gap[] known;
    private int count;
    private int oldest;
    private Gap last;

    private int depth = NOWHERE;
    private int start;

    Gaps(byte[] bytes) {
      this.bytes = bytes;
      none = new Gap(bytes);
      known = new Gap[] {new Gap(bytes), new Gap(bytes), new Gap(bytes), new Gap(bytes)};
      last = none;
    }

    private static final class Gap extends KnownBytes {
      /** The gap that followed last, which is likely to follow again. */
      private Gap next = this;

      Gap(byte[] bytes) {
        super(bytes);
      }
    }

    void begin() {
      depth = NOWHERE;
    }

    void leave(int newDepth) {
      if (newDepth < depth - 1) {
        depth = NOWHERE;
      }
    }

    /** Notes a number that begins behind a gap which {@link #pass} did not know. */
    void number(int from, int newDepth) {
      if (newDepth != depth) {
        depth = newDepth;
        count = 0;
        last = none;
        none.next = none;
      } else if (from - start <= MAX_LENGTH && canBeginAt(start, bytes)) {
        Gap gap = known[count < known.length ? count++ : oldest++ & (known.length - 1)];
        gap.remember(start, from);
        gap.next = none;
        last.next = gap;
        last = gap;
      }
    }

    /** Returns the end of a known gap behind a number; the number's end if there is none. */
    int pass(int from, int end) {
      start = from;
      Gap gap = last.next;
      if (!gap.isAt(from, end)) {
        gap = find(from, end);
        if (gap == none) {
          return from;
        }
        last.next = gap;
      }
      last = gap;
      return from + gap.length();
    }

    private Gap find(int from, int end) {
      for (int i = 0; i < count; i++) {
        if (known[i].isAt(from, end)) {
          return known[i];
        }
      }
      return none;
    }
  }
}

package dev.symbolicator.profile.json;

/**
 * Remembers the bytes between one number and the next, such as {@code ,"stackId":} and {@code
 * },{"timestamp":}, while a value is passed over. They recur in an array of like objects.
 *
 * <p>Both numbers of a gap lie in objects, or both lie in arrays, at one depth. The gap leaves at
 * most this one object or array. So the gap's bytes, which were checked once, are JSON wherever
 * they recur behind such a number.
 */
final class NumberGaps {
  /** The longest gap that is remembered. */
  private static final int MAX_LENGTH = 64;

  /** The depth of no number. */
  private static final int NOWHERE = -1;

  private final byte[] bytes;
  private final Gap none;
  private final Gap[] known;
  private int count;
  private int oldest;

  /** The gap before the last number. */
  private Gap last;

  private int depth = NOWHERE;
  private boolean isInObject;
  private int start;

  NumberGaps(byte[] bytes) {
    this.bytes = bytes;
    none = new Gap(bytes);
    known = new Gap[] {new Gap(bytes), new Gap(bytes), new Gap(bytes), new Gap(bytes)};
    last = none;
  }

  /** The bytes between two numbers. */
  private static final class Gap extends KnownBytes {
    /** The gap that followed last, which is likely to follow again. */
    private Gap next = this;

    Gap(byte[] bytes) {
      super(bytes);
    }
  }

  /** Forgets the value before. */
  void begin() {
    depth = NOWHERE;
  }

  /** Notes the depth behind a closing bracket. */
  void leave(int newDepth) {
    if (newDepth < depth - 1) {
      depth = NOWHERE;
    }
  }

  /** Notes a number that begins behind a gap which {@link #pass} did not know. */
  void number(int from, int newDepth, boolean isMember) {
    if (newDepth != depth || isMember != isInObject) {
      depth = newDepth;
      isInObject = isMember;
      count = 0;
      last = none;
      none.next = none;
    } else if (from - start <= MAX_LENGTH && KnownBytes.canBeginAt(start, bytes)) {
      Gap gap = known[count < known.length ? count++ : oldest++ & (known.length - 1)];
      gap.remember(start, from);
      gap.next = none;
      last.next = gap;
      last = gap;
    }
  }

  /** Passes over a known gap behind a number; returns the number's end if there is none. */
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

package dev.symbolicator.profile.json;

import dev.symbolicator.json.JsonBytes;
import dev.symbolicator.json.JsonText;
import dev.symbolicator.json.KnownBytes;
import dev.symbolicator.memory.EightBytes;
import java.nio.charset.StandardCharsets;

/**
 * Reads frames that are spelled like one before: with the same bytes around the values of their
 * members, a plain string or a short integer for each value. The bytes around were checked once, so
 * they are JSON in each entry of the array.
 *
 * <p>Whatever differs is left to {@link FrameReader}. A frame counts only if all of it was read.
 */
final class FrameSpelling {
  /** The result for a frame of another spelling. */
  static final int OTHER = -1;

  private static final int MAX_MEMBERS = FrameTable.COLUMN + 1;

  private final byte[] bytes;
  private final int end;
  private final int maxText;
  private final FrameTable.Row row;
  private final boolean[] isText = new boolean[MAX_MEMBERS];
  private final int[] integers = new int[MAX_MEMBERS];

  /** The indices of the frame's members in their order, and the bytes before each one's value. */
  private final int[] members = new int[MAX_MEMBERS];

  private final KnownBytes[] before = new KnownBytes[MAX_MEMBERS];
  private final KnownBytes behind;
  private int count;

  /**
   * Makes a reader that knows no frame yet.
   *
   * @param hasUrls whether the member {@link FrameTable#SCRIPT} is a string
   * @param maxText the most bytes of a string
   * @param row receives the places of values
   */
  FrameSpelling(JsonText text, boolean hasUrls, int maxText, FrameTable.Row row) {
    bytes = text.bytes();
    end = text.end();
    this.maxText = maxText;
    this.row = row;
    isText[FrameTable.NAME] = true;
    isText[FrameTable.SCRIPT] = hasUrls;
    for (int i = 0; i < MAX_MEMBERS; i++) {
      before[i] = new KnownBytes(bytes);
    }
    behind = new KnownBytes(bytes);
  }

  /** Tells whether a frame's spelling is known. */
  boolean isKnown() {
    return count > 0;
  }

  /**
   * Learns the spelling of a frame, if it has no other members than those of each table.
   *
   * @param frame a frame without a problem
   * @param to the offset behind the frame
   */
  void learn(FrameTable.Row frame, int to) {
    if (frame.hasOther() || !KnownBytes.canBeginAt(to, bytes)) {
      return;
    }
    int from = frame.objectStart();
    row.begin(from, 0);
    int known = 0;
    for (int member = frame.next(from); member >= 0; member = frame.next(from)) {
      int quotes = isText[member] ? 1 : 0;
      int start = frame.start(member) + quotes;
      row.beginMember(member, start);
      before[known].remember(from, start);
      members[known++] = member;
      from = frame.end(member) - quotes;
    }
    behind.remember(from, to);
    count = known;
  }

  /**
   * Reads a frame of the known spelling.
   *
   * @return the offset behind the frame; {@link #OTHER} if the frame must be read otherwise
   */
  int read(int from, int label) {
    int at = from;
    for (int i = 0; i < count; i++) {
      KnownBytes known = before[i];
      if (!known.isAt(at, end)) {
        count = 0;
        return OTHER;
      }
      int start = at + known.length();
      int member = members[i];
      at = isText[member] ? text(member, start) : integer(member, start);
      if (at == OTHER) {
        return OTHER;
      }
    }
    if (!behind.isAt(at, end)) {
      count = 0;
      return OTHER;
    }
    row.beginAlike(from, label);
    return at + behind.length();
  }

  /** Passes over a string up to its closing quote, with which the bytes behind must begin. */
  private int text(int member, int start) {
    int at = start;
    while (at <= end - Long.BYTES) {
      long special = JsonBytes.special(EightBytes.at(bytes, at));
      if (special != 0) {
        at += EightBytes.first(special);
        row.put(member, start - 1, at + 1);
        return at - start <= maxText ? at : OTHER;
      }
      at += Long.BYTES;
    }
    return OTHER;
  }

  /** Passes over up to eight digits, behind which the bytes must not begin with one more. */
  private int integer(int member, int start) {
    if (start > end - Long.BYTES) {
      return OTHER;
    }
    long eight = EightBytes.at(bytes, start);
    int digits = JsonBytes.leadingDigits(eight);
    if (digits == 0 || (digits > 1 && bytes[start] == '0')) {
      return OTHER;
    }
    integers[member] = JsonBytes.integer(eight, digits);
    row.put(member, start, start + digits);
    return start + digits;
  }

  /** Returns the places of the values of the last frame. */
  FrameTable.Row row() {
    return row;
  }

  /** Returns a string of the last frame; empty if the frame lacks the member. */
  String text(int member) {
    int from = row.start(member) + 1;
    int length = row.end(member) - 1 - from;
    return length <= 0 ? "" : new String(bytes, from, length, StandardCharsets.ISO_8859_1);
  }

  /** Returns an integer of the last frame; NaN if the frame lacks the member. */
  double integer(int member) {
    return row.has(member) ? integers[member] : Double.NaN;
  }
}

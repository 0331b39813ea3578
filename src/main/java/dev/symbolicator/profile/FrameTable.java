package dev.symbolicator.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The frames that have a script, with the byte offsets of their parts in the body. */
final class FrameTable {
  /** The members of a frame that are read and written, with the places of their spans in a row. */
  enum FramePart {
    NAME("name", 0),
    RESOURCE_ID("resourceId", 2),
    LINE("line", 4),
    COLUMN("column", 6);

    final String member;
    final int start;
    final int end;

    FramePart(String member, int start) {
      this.member = member;
      this.start = start;
      this.end = start + 1;
    }
  }

  /** The place in a row of the offset of the frame's opening brace. */
  static final int OBJECT = 8;

  /** The place in a row of the frame's index in the profile's array. */
  static final int ARRAY_INDEX = 9;

  static final int WIDTH = 10;

  private final List<ProfileFrame> frames = new ArrayList<>();
  private int[] rows = new int[64 * WIDTH];

  /**
   * Adds a frame.
   *
   * @param row copied; -1 for the spans of members that the frame lacks
   */
  void add(ProfileFrame frame, int[] row) {
    int at = frame.index() * WIDTH;
    if (at == rows.length) {
      rows = Arrays.copyOf(rows, 2 * rows.length);
    }
    System.arraycopy(row, 0, rows, at, WIDTH);
    frames.add(frame);
  }

  int size() {
    return frames.size();
  }

  List<ProfileFrame> frames() {
    return Collections.unmodifiableList(frames);
  }

  /** Returns the byte offset of the part's value in the body; -1 if the frame lacks the member. */
  int start(int frame, FramePart part) {
    return rows[frame * WIDTH + part.start];
  }

  /** Returns the byte offset behind the part's value. */
  int end(int frame, FramePart part) {
    return rows[frame * WIDTH + part.end];
  }

  /** Returns the byte offset of the frame's opening brace. */
  int objectStart(int frame) {
    return rows[frame * WIDTH + OBJECT];
  }

  /** Returns the frame's index in the profile's array, which has frames without a script too. */
  int arrayIndex(int frame) {
    return rows[frame * WIDTH + ARRAY_INDEX];
  }
}

package dev.symbolicator.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The frames that have a script, and where in the body the parts of each of them lie. */
final class FrameTable {
  /** The parts of a frame the service reads and writes, and where a row holds their spans. */
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

  /** Behind the parts, a row holds the offset of the object and its index in the array. */
  static final int OBJECT = 8;

  static final int ARRAY_INDEX = 9;
  static final int WIDTH = 10;

  private final List<ProfileFrame> frames = new ArrayList<>();
  private int[] rows = new int[64 * WIDTH];

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

  /** The offset of the part's value in the body; -1 if the frame does not have the member. */
  int start(int frame, FramePart part) {
    return rows[frame * WIDTH + part.start];
  }

  /** The offset behind the part's value. */
  int end(int frame, FramePart part) {
    return rows[frame * WIDTH + part.end];
  }

  /** The offset of the frame's opening brace. */
  int objectStart(int frame) {
    return rows[frame * WIDTH + OBJECT];
  }

  /** The frame's index in the profile's own array, in which frames without a script count too. */
  int arrayIndex(int frame) {
    return rows[frame * WIDTH + ARRAY_INDEX];
  }
}

package dev.symbolicator.profile.json;

import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.json.Splice.SpliceWriter;
import java.io.IOException;

/**
 * Replaces the name, script, line and column of frames while their text is written, in the order in
 * which each frame has them.
 */
public final class FrameChanges {
  private final FrameTable frames;
  private final SpliceWriter writer;
  private final int base;

  /**
   * The members in the order of the frame before. The frames of a profile mostly have one order.
   */
  private final int[] order = {
    FrameTable.NAME, FrameTable.SCRIPT, FrameTable.LINE, FrameTable.COLUMN
  };

  /** The spans of the values of one frame. */
  private final int[] spans = new int[2 * order.length];

  /**
   * Makes the edits of one writing.
   *
   * @param frames those of which each has a line, a column, and the index of its script
   * @param base the number of the first line and the first column
   */
  public FrameChanges(FrameTable frames, SpliceWriter writer, int base) {
    this.frames = frames;
    this.writer = writer;
    this.base = base;
  }

  /**
   * Replaces the values that differ. An equal value keeps its spelling.
   *
   * @param script the index of the original's source
   */
  public void replace(ProfileFrame frame, OriginalFrame original, int script) throws IOException {
    frames.copySpans(frame.index(), spans);
    arrange();
    String name = original.name();
    for (int member : order) {
      switch (member) {
        case FrameTable.NAME -> {
          if (name != null && !name.equals(frame.name())) {
            putName(frame.index(), name, original.hasPlainName());
          }
        }
        case FrameTable.SCRIPT -> putNumber(member, frame.script(), script, 0);
        case FrameTable.LINE -> putNumber(member, frame.line(), original.line(), base);
        default -> putNumber(member, frame.column(), original.column(), base);
      }
    }
  }

  private void putName(int frame, String name, boolean isPlain) throws IOException {
    int start = spans[2 * FrameTable.NAME];
    if (start >= 0) {
      JsonBuffer value = writer.replace(start, spans[2 * FrameTable.NAME + 1]);
      if (isPlain) {
        value.plainString(name);
      } else {
        value.string(name);
      }
      return;
    }
    int behindBrace = frames.objectStart(frame) + 1;
    JsonBuffer added = writer.replace(behindBrace, behindBrace);
    frames.begin(FrameTable.NAME, added);
    added.string(name);
    added.ascii(",");
  }

  private void putNumber(int member, int profiled, int original, int added) throws IOException {
    if (profiled != original) {
      writer.replace(spans[2 * member], spans[2 * member + 1]).number(original + added);
    }
  }

  /** Brings the members into the order in which a frame has them. */
  private void arrange() {
    for (int i = 1; i < order.length; i++) {
      int member = order[i];
      int start = spans[2 * member];
      int at = i;
      while (at > 0 && spans[2 * order[at - 1]] > start) {
        order[at] = order[at - 1];
        at--;
      }
      order[at] = member;
    }
  }
}

package dev.symbolicator.profile.json;

import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.json.Splice.SpliceWriter;
import java.io.IOException;

/**
 * Replaces the members of frames while their text is written, in the order in which each frame has
 * them.
 */
public final class FrameChanges {
  private final FrameTable frames;
  private final SpliceWriter writer;
  private final int base;

  private final int[] order = {
    FrameTable.NAME, FrameTable.SCRIPT, FrameTable.LINE, FrameTable.COLUMN
  };

  private final int[] spans = new int[2 * order.length];

  /**
   * Makes the edits of one writing of frames that have a line, a column, and the index of their
   * script, from the number {@code base} of the first line and column.
   */
  public FrameChanges(FrameTable frames, SpliceWriter writer, int base) {
    this.frames = frames;
    this.writer = writer;
    this.base = base;
  }

  /** Replaces the values that differ; {@code script} is the index of the original's source. */
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

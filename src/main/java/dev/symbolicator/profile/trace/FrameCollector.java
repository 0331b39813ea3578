package dev.symbolicator.profile.trace;

import dev.symbolicator.profile.PositionKind;
import dev.symbolicator.profile.ProfileFrame;
import dev.symbolicator.profile.scan.UnreadableException;

/** Collects the distinct positions of a trace. */
final class FrameCollector implements EventPositions.PositionUse {
  private final FrameIndex frames;

  FrameCollector(FrameIndex frames) {
    this.frames = frames;
  }

  @Override
  public int call(Call call, int base, PositionKind kind) throws UnreadableException {
    return frames.add(
        call.url(), call.line(base), call.column(base), kind, call.name(), call.start(Call.URL));
  }

  @Override
  public void sample(TraceEvent event, int frame, int sample) throws UnreadableException {
    ProfileFrame leaf = frames.frames().get(frame);
    int line = event.lines.position(sample);
    int column = event.columns.position(sample);
    if (leaf.hasPosition() && line >= 0 && column >= 0) {
      int unused =
          frames.add(
              leaf.script(), line, column, PositionKind.EXECUTING, "", event.lines.start(sample));
    }
  }
}

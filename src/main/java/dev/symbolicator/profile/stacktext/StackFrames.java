package dev.symbolicator.profile.stacktext;

import dev.symbolicator.memory.MemoryMeter;
import dev.symbolicator.profile.PositionKind;
import dev.symbolicator.profile.ProfileFrame;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.json.FirstProblem;
import dev.symbolicator.profile.json.ScriptList;
import java.util.ArrayList;
import java.util.List;

/** The frames of a stack: the parts of its lines with a position, and their scripts. */
final class StackFrames {
  private final StackText text;
  private final ProfileLimits limits;
  private final MemoryMeter memory;
  private final FirstProblem problem = new FirstProblem();
  private final ScriptList scripts;
  private final List<ProfileFrame> frames = new ArrayList<>();
  private final List<StackLine> lines = new ArrayList<>();

  StackFrames(StackText text, ProfileLimits limits, MemoryMeter memory) {
    this.text = text;
    this.limits = limits;
    this.memory = memory;
    scripts = new ScriptList(limits, memory, problem);
  }

  /** Tells whether a text has a frame. */
  static boolean areIn(StackText text) {
    int from = text.start();
    while (from < text.end()) {
      int end = text.endOfLine(from);
      if (new StackLine.Reader(text, from, end).next(from) != null) {
        return true;
      }
      from = end + 1;
    }
    return false;
  }

  /** Reads all lines, until there is a problem. */
  void read() {
    int from = text.start();
    while (from < text.end() && !problem.isPresent()) {
      int end = text.endOfLine(from);
      StackLine.Reader reader = new StackLine.Reader(text, from, end);
      StackLine line = reader.next(from);
      while (line != null && !problem.isPresent()) {
        add(line);
        line = reader.next(line.end());
      }
      from = end + 1;
    }
  }

  private void add(StackLine line) {
    int place = text.place(line.nameStart());
    if (frames.size() == limits.maxFrames()) {
      problem.limitExceeded(ProfileLimits.MAX_FRAMES, limits.maxFrames(), place);
    } else if (line.end() - line.nameStart() > limits.maxStringLength()) {
      problem.limitExceeded(ProfileLimits.MAX_STRING_LENGTH, limits.maxStringLength(), place);
    } else {
      String label = text.text(line.nameStart(), line.nameEnd());
      if (!memory.take(MemoryMeter.FRAME, label)) {
        problem.outOfMemory();
        return;
      }
      int script = scripts.index(text.text(line.urlStart(), line.urlEnd()), place);
      if (script >= 0) {
        String name = FunctionLabel.of(line.form(), label).name();
        frames.add(
            new ProfileFrame(
                frames.size(), script, line.line(), line.column(), name, PositionKind.EXECUTING));
        lines.add(line);
      }
    }
  }

  StackText text() {
    return text;
  }

  /** Returns the problem that ended the reading, if there is one. */
  FirstProblem problem() {
    return problem;
  }

  List<String> scripts() {
    return scripts.urls();
  }

  List<ProfileFrame> frames() {
    return frames;
  }

  /** Returns the line of a frame by its index. */
  StackLine line(int frame) {
    return lines.get(frame);
  }
}

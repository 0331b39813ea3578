package dev.symbolicator.profile.stacktext;

import dev.symbolicator.memory.MemoryMeter;
import dev.symbolicator.profile.PositionKind;
import dev.symbolicator.profile.ProfileFrame;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The frames of a stack: its lines with a position, and their scripts. */
final class StackFrames {
  private final StackText text;
  private final ProfileLimits limits;
  private final MemoryMeter memory;
  private final List<String> scripts = new ArrayList<>();
  private final Map<String, Integer> indexes = new HashMap<>();
  private final List<ProfileFrame> frames = new ArrayList<>();
  private final List<StackLine> lines = new ArrayList<>();
  private @Nullable ProfileReading problem;

  StackFrames(StackText text, ProfileLimits limits, MemoryMeter memory) {
    this.text = text;
    this.limits = limits;
    this.memory = memory;
  }

  /** Tells whether a text has a frame. */
  static boolean areIn(StackText text) {
    int from = text.start();
    while (from < text.end()) {
      int end = text.endOfLine(from);
      if (StackLine.read(text, from, end) != null) {
        return true;
      }
      from = end + 1;
    }
    return false;
  }

  /** Reads all lines, until there is a {@link #problem}. */
  void read() {
    int from = text.start();
    while (from < text.end() && problem == null) {
      int end = text.endOfLine(from);
      StackLine line = StackLine.read(text, from, end);
      if (line != null) {
        add(line);
      }
      from = end + 1;
    }
  }

  private void add(StackLine line) {
    if (frames.size() == limits.maxFrames()) {
      problem = limit(ProfileLimits.MAX_FRAMES, limits.maxFrames(), line);
    } else if (line.end() - line.nameStart() > limits.maxStringLength()) {
      problem = limit(ProfileLimits.MAX_STRING_LENGTH, limits.maxStringLength(), line);
    } else {
      String label = text.text(line.nameStart(), line.nameEnd());
      String name = FunctionLabel.of(line.form(), label).name();
      if (!memory.take(MemoryMeter.FRAME, label)) {
        problem = new ProfileReading.OutOfMemory();
        return;
      }
      int script = script(line);
      if (script >= 0) {
        frames.add(
            new ProfileFrame(
                frames.size(), script, line.line(), line.column(), name, PositionKind.EXECUTING));
        lines.add(line);
      }
    }
  }

  private int script(StackLine line) {
    String url = text.text(line.urlStart(), line.urlEnd());
    Integer known = indexes.get(url);
    if (known != null) {
      return known;
    }
    if (scripts.size() == limits.maxResources()) {
      problem = limit(ProfileLimits.MAX_RESOURCES, limits.maxResources(), line);
      return -1;
    }
    if (!memory.take(2 * MemoryMeter.RESOURCE, url)) {
      problem = new ProfileReading.OutOfMemory();
      return -1;
    }
    indexes.put(url, scripts.size());
    scripts.add(url);
    return scripts.size() - 1;
  }

  private ProfileReading limit(String name, long limit, StackLine line) {
    return new ProfileReading.LimitExceeded(name, limit, text.place(line.nameStart()));
  }

  StackText text() {
    return text;
  }

  /** Returns the first problem; null if there is none. */
  @Nullable ProfileReading problem() {
    return problem;
  }

  List<String> scripts() {
    return scripts;
  }

  List<ProfileFrame> frames() {
    return frames;
  }

  /** Returns the line of a frame by its index. */
  StackLine line(int frame) {
    return lines.get(frame);
  }
}

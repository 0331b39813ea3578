package dev.symbolicator.profile.trace;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.ProfileFrame.PositionKind;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading.UnreadableException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The distinct positions of a trace, each of which is one frame, and their scripts. */
final class FrameIndex {
  static final int NO_FRAME = -1;
  private static final int ENTRY = 120;

  private final ProfileLimits limits;
  private final Allowance charge;
  private final List<String> scripts = new ArrayList<>();
  private final Map<String, Integer> scriptIndexes = new HashMap<>();
  private final List<ProfileFrame> frames = new ArrayList<>();
  private final Map<Key, Integer> indexes = new HashMap<>();

  /** A position. Comparable, so that a map stays fast if hashes collide. */
  private record Key(int script, int line, int column, PositionKind kind, String name)
      implements Comparable<Key> {
    private static final Comparator<Key> ORDER =
        Comparator.comparingInt(Key::script)
            .thenComparingInt(Key::line)
            .thenComparingInt(Key::column)
            .thenComparing(Key::kind)
            .thenComparing(Key::name);

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }
  }

  FrameIndex(ProfileLimits limits, Allowance charge) {
    this.limits = limits;
    this.charge = charge;
  }

  List<String> scripts() {
    return Collections.unmodifiableList(scripts);
  }

  List<ProfileFrame> frames() {
    return Collections.unmodifiableList(frames);
  }

  /** Returns the index of a frame in a script by its URL, which may be new. */
  int add(String url, int line, int column, PositionKind kind, String name, long offset)
      throws UnreadableException {
    Integer script = scriptIndexes.get(url);
    if (script == null) {
      if (scripts.size() == limits.maxResources()) {
        throw UnreadableException.exceeded(
            ProfileLimits.MAX_RESOURCES, limits.maxResources(), offset);
      }
      charge.take(2 * ProfileLimits.RESOURCE_BYTES, url);
      script = scripts.size();
      scripts.add(url);
      scriptIndexes.put(url, script);
    }
    return add(script, line, column, kind, name, offset);
  }

  int add(int script, int line, int column, PositionKind kind, String name, long offset)
      throws UnreadableException {
    Key key = new Key(script, line, column, kind, name);
    Integer known = indexes.get(key);
    if (known != null) {
      return known;
    }
    if (frames.size() == limits.maxFrames()) {
      throw UnreadableException.exceeded(ProfileLimits.MAX_FRAMES, limits.maxFrames(), offset);
    }
    charge.take(ProfileLimits.FRAME_BYTES + ENTRY, name);
    indexes.put(key, frames.size());
    frames.add(new ProfileFrame(frames.size(), script, line, column, name, kind));
    return frames.size() - 1;
  }

  int find(String url, int line, int column, PositionKind kind, String name) {
    Integer script = scriptIndexes.get(url);
    return script == null ? NO_FRAME : find(script, line, column, kind, name);
  }

  int find(int script, int line, int column, PositionKind kind, String name) {
    return indexes.getOrDefault(new Key(script, line, column, kind, name), NO_FRAME);
  }
}

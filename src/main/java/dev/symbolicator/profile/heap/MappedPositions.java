package dev.symbolicator.profile.heap;

import dev.symbolicator.profile.OriginalFrame;
import dev.symbolicator.profile.ProfileFrame;
import dev.symbolicator.profile.v8.ScriptIds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The positions of a snapshot that have an original, with the new IDs and strings that these need.
 */
final class MappedPositions {
  private final Snapshot snapshot;
  private final FrameList frames;
  private final @Nullable OriginalFrame[] originals;
  private final int[] ids;

  /** The string that is the new name of each position's function; -1 to keep the name. */
  private final int[] newNames;

  private final Map<String, Integer> newStrings = new LinkedHashMap<>();
  private final List<OriginalScript> scripts = new ArrayList<>();

  /**
   * A row of the table of original scripts.
   *
   * @param url a string's index, like {@code generatedUrl}
   */
  record OriginalScript(int id, int url, int generatedId, int generatedUrl) {}

  MappedPositions(
      Snapshot snapshot,
      FrameList frames,
      Function<ProfileFrame, @Nullable OriginalFrame> answers) {
    this.snapshot = snapshot;
    this.frames = frames;
    int size = snapshot.positions().size();
    originals = new OriginalFrame[size];
    ids = new int[size];
    newNames = new int[size];
    ScriptIds scriptIds = new ScriptIds(snapshot.largestScript());
    for (int position = 0; position < size; position++) {
      ProfileFrame frame = frames.frame(position);
      OriginalFrame original = frame == null ? null : answers.apply(frame);
      newNames[position] = -1;
      if (frame != null && original != null) {
        map(position, frame, original, scriptIds);
      }
    }
  }

  private void map(int position, ProfileFrame frame, OriginalFrame original, ScriptIds scriptIds) {
    originals[position] = original;
    int script = snapshot.positions().script(position);
    ids[position] = scriptIds.of(script, original.source());
    if (scriptIds.size() > scripts.size()) {
      scripts.add(
          new OriginalScript(
              ids[position],
              string(original.source()),
              script,
              string(frames.scripts().get(frame.script()))));
    }
    String name = original.name();
    if (name != null && frames.name(position) >= 0 && !name.equals(frame.name())) {
      newNames[position] = string(name);
    }
  }

  /** Returns the index of a new string, which is added at its first use. */
  private int string(String text) {
    return newStrings.computeIfAbsent(
        text, any -> Math.addExact(snapshot.strings().count(), newStrings.size()));
  }

  /** Tells whether no position has an original. */
  boolean isEmpty() {
    return scripts.isEmpty();
  }

  /** Returns the original of a position; null if there is none. */
  @Nullable OriginalFrame original(int position) {
    return originals[position];
  }

  /** Returns the ID of the original script of a position that has an original. */
  int id(int position) {
    return ids[position];
  }

  /** Returns the string that is the URL of a mapped position's source. */
  int url(int position) {
    return scripts.get(ids[position] - scripts.get(0).id()).url();
  }

  /**
   * Returns the string that a node or a row is named from now on.
   *
   * @param name the string that is its name now
   * @return -1 if the name stays, since it is not that of the function at the position
   */
  int newName(int position, long name) {
    return name == frames.name(position) ? newNames[position] : -1;
  }

  /** Returns the new strings in the order of their indexes. */
  Iterable<String> newStrings() {
    return newStrings.keySet();
  }

  /** Returns the rows for the table of original scripts, by ascending IDs. */
  List<OriginalScript> scripts() {
    return scripts;
  }
}

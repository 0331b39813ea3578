package dev.symbolicator.symbolication;

import dev.symbolicator.profile.ProfileFrame;
import dev.symbolicator.script.ScriptResult;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.script.ScriptStatus;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds scripts of which the browser ran another version than the one fetched: a frame is where a
 * function starts, and most of a script's frames are where none does.
 */
final class ForeignFrames {
  /** So few may be a peculiarity of a browser. */
  static final int ENOUGH = 5;

  private ForeignFrames() {}

  /** The same results, but those of other versions fail. */
  static ResolvedScripts leaveOut(ResolvedScripts scripts, List<ProfileFrame> frames) {
    Map<Integer, Count> counts = new HashMap<>();
    for (ProfileFrame frame : frames) {
      if (frame.hasPosition() && scripts.results().get(frame.script()) instanceof Found script) {
        Count count = counts.computeIfAbsent(frame.script(), unused -> new Count());
        count.all++;
        count.foreign += script.symbols().mayHaveFrameAt(frame.line(), frame.column()) ? 0 : 1;
      }
    }
    counts.values().removeIf(count -> count.foreign < ENOUGH || 2 * count.foreign <= count.all);
    if (counts.isEmpty()) {
      return scripts;
    }
    Map<Integer, ScriptResult> results = new LinkedHashMap<>(scripts.results());
    counts.forEach((script, count) -> results.computeIfPresent(script, count::failed));
    return new ResolvedScripts(results);
  }

  private static final class Count {
    private int all;
    private int foreign;

    private ScriptResult failed(int script, ScriptResult found) {
      return new Failed(
          ScriptStatus.MISMATCH,
          found.sourceMap(),
          "The profile is of another version of the script: at %d of its %d positions no function starts."
              .formatted(foreign, all));
    }
  }
}

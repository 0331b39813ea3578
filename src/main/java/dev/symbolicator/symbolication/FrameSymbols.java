package dev.symbolicator.symbolication;

import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.profile.Profile.ProfileFrame.PositionKind;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.script.ScriptReport;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.script.ScriptStatus;
import dev.symbolicator.symbols.RecentSymbols;
import dev.symbolicator.symbols.Symbol;
import dev.symbolicator.symbols.SymbolLookup;
import dev.symbolicator.symbols.SymbolLookup.NameCheck;
import dev.symbolicator.symbols.SymbolLookup.StartFit;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Looks up the frames of a profile, each once. The frames of a script are looked up together, as
 * soon as the script's table is available. The table is not held afterwards, since the tables of
 * all scripts of a profile may not fit into memory.
 *
 * <p>A frame that no function of the script can have is strange, and stays as it is. The look-up
 * also detects scripts that the browser ran in another version than the fetched one: see {@link
 * BuildOdds}. All frames of such a script stay as they are. A map without its script is not used if
 * it answers too few starts.
 */
final class FrameSymbols {
  /** The least number of positions by which a map without its script is judged. */
  static final int ENOUGH_WITHOUT_SCRIPT = 20;

  /**
   * The least share of positions that a map without its script answers, in percent. Maps of the
   * right build answered at least 30 %, maps of other builds at most 16 %, and those wrongly.
   */
  static final int LEAST_ANSWERED_PERCENT = 20;

  private static final int NONE = -1;

  private final Profile profile;
  private final List<String> scripts;
  private final List<ProfileFrame> frames;
  private final NameStyle style;
  private final NameCheck check;
  private final RecentSymbols recent;
  private final int sourcesPerFrame;
  private final @Nullable Symbol[] symbols;

  /** The number of frames of each script whose functions have no original in the map. */
  private final int[] generated;

  /** The number of strange frames of each script. */
  private final int[] strange;

  /** The first frame of each script that has a position, or {@link #NONE}. */
  private final int[] first;

  /** For each frame with a position, the next such frame of its script, or {@link #NONE}. */
  private final int[] next;

  /**
   * Prepares the look-up of a profile's frames.
   *
   * @param style how functions are named
   * @param recent the answers for the frames of earlier profiles
   */
  FrameSymbols(Profile profile, NameStyle style, RecentSymbols recent) {
    this.profile = profile;
    this.style = style;
    this.recent = recent;
    check =
        switch (profile.nameOrigin()) {
          case PARSER -> NameCheck.ALL;
          case DEBUGGER -> NameCheck.NAMED;
          case OTHER -> NameCheck.NONE;
        };
    scripts = profile.scripts();
    frames = profile.frames();
    sourcesPerFrame = profile.sourcesPerFrame();
    symbols = new Symbol[frames.size()];
    generated = new int[profile.scripts().size()];
    strange = new int[generated.length];
    first = new int[generated.length];
    Arrays.fill(first, NONE);
    next = new int[symbols.length];
    for (int i = symbols.length - 1; i >= 0; i--) {
      ProfileFrame frame = frames.get(i);
      if (frame.hasPosition()) {
        next[i] = first[frame.script()];
        first[frame.script()] = i;
      }
    }
  }

  /** Looks up the frames of a script. Different threads may look up different scripts. */
  ScriptReport lookUp(int script, Found found) {
    int strangeFrames = lookUp(script, found, check);
    if (found.symbols().isWithoutScript()) {
      return withoutScript(script, found.report());
    }
    strange[script] = 0;
    if (strangeFrames == 0) {
      return found.report();
    }
    BuildOdds odds = odds(script, found);
    if (odds.haveOwnNames()) {
      strangeFrames = lookUp(script, found, NameCheck.NONE);
    }
    strange[script] = strangeFrames;
    if (!odds.areOfOtherBuild()) {
      return found.report();
    }
    leaveAll(script);
    return ScriptReport.lasting(
        ScriptStatus.MISMATCH,
        found.report().sourceMap(),
        "The profile is of another version of the script: at %d of its %d positions no function starts, or one of another name."
            .formatted(odds.strange(), odds.all()));
  }

  /** Looks up the frames of a script, and returns how many are strange. */
  private int lookUp(int script, Found found, NameCheck ofStarts) {
    SymbolLookup lookup = found.symbols().lookup(style, recent);
    for (int i = first[script]; i != NONE; i = next[i]) {
      ProfileFrame frame = frames.get(i);
      Symbol symbol =
          frame.kind() == PositionKind.EXECUTING
              ? lookup(found, frame, lookup).findExecuting(frame.line(), frame.column())
              : lookup.find(
                  frame.line(),
                  frame.column(),
                  GarbledNames.repair(frame.name()),
                  check(frame, ofStarts));
      symbols[i] = symbol;
    }
    generated[script] = lookup.generated();
    return lookup.strange();
  }

  private SymbolLookup lookup(Found found, ProfileFrame frame, SymbolLookup ofOthers) {
    return profile.hasReceiver(frame)
        ? found.symbols().lookup(NameStyle.QUALIFIED, recent)
        : ofOthers;
  }

  /** Returns how a frame's name is checked: only a start has the name that V8 gave. */
  private static NameCheck check(ProfileFrame frame, NameCheck ofStarts) {
    return frame.kind() == PositionKind.START ? ofStarts : NameCheck.NONE;
  }

  /** Returns how many frames of a script lie at starts of functions that may have their names. */
  int fitting(int script, Found found) {
    SymbolLookup lookup = found.symbols().lookup(style, recent);
    return (int)
        frames(script)
            .mapToObj(frames::get)
            .map(
                frame ->
                    lookup.fit(
                        frame.line(),
                        frame.column(),
                        GarbledNames.repair(frame.name()),
                        NameCheck.NAMED))
            .filter(fit -> fit == StartFit.SAME_NAME || fit == StartFit.FUNCTION)
            .count();
  }

  private BuildOdds odds(int script, Found found) {
    SymbolLookup lookup = found.symbols().lookup(style, recent);
    BuildOdds.Witnesses witnesses = new BuildOdds.Witnesses((int) frames(script).count());
    for (int i = first[script]; i != NONE; i = next[i]) {
      ProfileFrame frame = frames.get(i);
      if (frame.kind() != PositionKind.EXECUTING) {
        StartFit fit =
            lookup.fit(
                frame.line(),
                frame.column(),
                GarbledNames.repair(frame.name()),
                check(frame, check));
        witnesses.add(frame.line(), frame.column(), fit);
      }
    }
    return witnesses.odds();
  }

  /** Leaves the frames as they are if too few are answered by a map without its script. */
  private ScriptReport withoutScript(int script, ScriptReport report) {
    long[] positions =
        frames(script)
            .filter(at -> frames.get(at).kind() != PositionKind.EXECUTING)
            .mapToLong(this::sortedByAnswer)
            .sorted()
            .toArray();
    int distinct = 0;
    int answered = 0;
    for (int i = 0; i < positions.length; i++) {
      if (i == 0 || positions[i] >> 1 != positions[i - 1] >> 1) {
        distinct++;
        answered += (positions[i] & 1) == 0 ? 1 : 0;
      }
    }
    if (distinct < ENOUGH_WITHOUT_SCRIPT
        || 100L * answered >= (long) LEAST_ANSWERED_PERCENT * distinct) {
      return report;
    }
    leaveAll(script);
    String detail =
        "The source map, whose script is missing, shows a function at only %d of the profile's %d positions. The map may be of another build, or lack the texts of its sources, so all frames stay as they are. %s"
            .formatted(answered, distinct, report.detail());
    return new ScriptReport(report.status(), report.sourceMap(), detail, report.retryAfter());
  }

  /** Returns a key that sorts an answered position before the same position without an answer. */
  private long sortedByAnswer(int at) {
    ProfileFrame frame = frames.get(at);
    return (long) frame.line() << 32 | (long) frame.column() << 1 | (symbols[at] == null ? 1 : 0);
  }

  /** Returns the indices of a script's frames that have a position. */
  private IntStream frames(int script) {
    return IntStream.iterate(first[script], at -> at != NONE, at -> next[at]);
  }

  private void leaveAll(int script) {
    frames(script).forEach(at -> symbols[at] = null);
    generated[script] = 0;
  }

  /** Returns the originals of the frames that were looked up. */
  Originals originals() {
    Originals originals =
        new Originals(frames.size(), sourcesPerFrame, sum(generated), sum(strange));
    for (int i = 0; i < symbols.length; i++) {
      Symbol symbol = symbols[i];
      if (symbol != null) {
        originals.put(i, placed(symbol, frames.get(i)), frames.get(i).name());
      }
    }
    return originals;
  }

  /** Returns a symbol whose source has a URL: without one, the frame keeps its own place. */
  private Symbol placed(Symbol symbol, ProfileFrame frame) {
    return symbol.source() != null
        ? symbol
        : new Symbol(scripts.get(frame.script()), frame.line(), frame.column(), symbol.name());
  }

  private static int sum(int[] numbers) {
    int sum = 0;
    for (int number : numbers) {
      sum += number;
    }
    return sum;
  }
}

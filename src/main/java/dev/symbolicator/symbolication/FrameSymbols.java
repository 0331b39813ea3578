package dev.symbolicator.symbolication;

import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.ProfileFrame.PositionKind;
import dev.symbolicator.profile.ProfileLimits.JsonSize;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.script.ScriptResult.ScriptReport;
import dev.symbolicator.script.ScriptStatus;
import dev.symbolicator.symbols.RecentSymbols;
import dev.symbolicator.symbols.Symbol;
import dev.symbolicator.symbols.SymbolLookup;
import dev.symbolicator.symbols.SymbolLookup.NameCheck;
import dev.symbolicator.symbols.SymbolLookup.StartFit;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
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

  /**
   * Repairs function names as Chromium emits them: a name beyond ASCII arrives as its UTF-8 bytes
   * read as Latin-1, {@code größer} as {@code grÃ¶Ã\u009fer}.
   */
  static final class GarbledNames {
    private GarbledNames() {}

    /**
     * Returns the intended name. A name is repaired if every character is below U+0100, at least
     * one is beyond ASCII, and all together are well-formed UTF-8.
     */
    static String repair(String name) {
      boolean ascii = true;
      for (int i = 0; i < name.length(); i++) {
        char c = name.charAt(i);
        if (c > 0xFF) {
          return name;
        }
        ascii &= c < 0x80;
      }
      if (ascii) {
        return name;
      }
      try {
        ByteBuffer bytes = ByteBuffer.wrap(name.getBytes(StandardCharsets.ISO_8859_1));
        return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
      } catch (CharacterCodingException notGarbled) {
        return name;
      }
    }
  }

  /**
   * The original positions and names of a profile's frames. A source that many frames share is kept
   * once. The bytes that the originals add to the answer are counted before the answer is written:
   * a source map may have one very long name for a million frames.
   */
  static final class Originals {
    private static final int NUMBERS_BYTES = 40;

    /** The bytes of a member besides its value. */
    private static final int MEMBER_BYTES = 14;

    private final @Nullable OriginalFrame[] frames;
    private final int sourcesPerFrame;
    private final Map<String, Source> sources = new HashMap<>();
    private final int generated;
    private final int strange;
    private int mapped;
    private long added;

    /**
     * A source that was seen.
     *
     * @param bytes the most that its URL takes in the answer
     */
    private record Source(String url, long bytes) {}

    /**
     * Makes originals of which none is known yet.
     *
     * @param sourcesPerFrame like {@link dev.symbolicator.profile.Profile#sourcesPerFrame}
     * @param generated the frames of functions that have no original in the map
     * @param strange the frames that no function of their script can have
     */
    Originals(int frames, int sourcesPerFrame, int generated, int strange) {
      this.generated = generated;
      this.strange = strange;
      this.frames = new OriginalFrame[frames];
      this.sourcesPerFrame = sourcesPerFrame;
    }

    void put(int frame, Symbol symbol, String profiledName) {
      String url = symbol.source();
      if (url == null) {
        throw new IllegalArgumentException("an original needs a place");
      }
      Source source = sources.get(url);
      if (source == null) {
        source = new Source(url, jsonBytes(url));
        sources.put(source.url(), source);
        added += source.bytes();
      }
      added += sourcesPerFrame * source.bytes();
      String name = symbol.name() != null ? symbol.name() : GarbledNames.repair(profiledName);
      boolean isPlain = symbol.hasPlainName();
      if (!name.equals(profiledName)) {
        added += isPlain ? MEMBER_BYTES + JsonSize.plain(name) : jsonBytes(name);
      }
      added += NUMBERS_BYTES;
      mapped++;
      frames[frame] =
          new OriginalFrame(source.url(), symbol.line(), symbol.column(), name, isPlain);
    }

    /** Returns the most bytes that a string takes in the answer, including its member's name. */
    static long jsonBytes(String text) {
      return MEMBER_BYTES + JsonSize.most(text);
    }

    /** Returns the original of a frame by its index; null if there is none. */
    @Nullable OriginalFrame get(int frame) {
      return frames[frame];
    }

    /** Returns how many frames have an original. */
    int mapped() {
      return mapped;
    }

    /** Returns how many frames are of functions that have no original in the map. */
    int generated() {
      return generated;
    }

    /** Returns how many frames no function of their script can have. */
    int strange() {
      return strange;
    }

    /** Returns how many frames there are. */
    int total() {
      return frames.length;
    }

    /** Returns the most bytes by which the answer is longer than the profile. */
    long addedBytes() {
      return added;
    }
  }

  /**
   * Weighs whether the frames of a profile are of another build of a script than the one that was
   * found. Each distinct start is a witness; its weight is the logarithm of a ratio: how likely the
   * witness is in another build, against the right build.
   *
   * <p>Measured on builds of one app by eight builders: of 5,606 frames in the right build, none
   * was strange. Of frames in another build, 99 % were strange, except in a beginning that both
   * builds share. So frames that fit say little against another build, and one strange frame says
   * much.
   *
   * <p>A wrong build has hardly a function at a frame's start. If all frames start at functions,
   * and several names differ, the build is right, and the names are not those that V8 gave.
   */
  static final class BuildOdds {
    /** The odds from which another build is reported. */
    static final double NEEDED = Math.log(1000);

    /** At most one frame of 2,000 is strange in the right build. */
    private static final double STRANGE = Math.log(2000);

    /** A third of the frames of another build may lie in a beginning that both builds share. */
    private static final double SAME_NAME = -Math.log(3);

    /** Functions without a name, or with a short one, start by chance where a frame does. */
    private static final double FUNCTION = -Math.log(1.5);

    /** The number of other names from which a profile has names of its own. */
    static final int ENOUGH_NAMES = 3;

    private static final int FIT_BITS = 2;
    private static final int FIT_MASK = (1 << FIT_BITS) - 1;

    private final int[] counts = new int[StartFit.values().length];

    private BuildOdds(long[] starts, int size) {
      Arrays.sort(starts, 0, size);
      for (int i = 0; i < size; i++) {
        if (i == 0 || starts[i] >> FIT_BITS != starts[i - 1] >> FIT_BITS) {
          counts[(int) starts[i] & FIT_MASK]++;
        }
      }
    }

    /** Collects the starts of frames. */
    static final class Witnesses {
      private final long[] starts;
      private int size;

      /** Makes room for a number of frames. */
      Witnesses(int most) {
        starts = new long[most];
      }

      /** Adds a frame at a 0-based position. Of frames at one position, the best fit counts. */
      @SuppressWarnings("EnumOrdinal") // The number does not outlive the process.
      void add(int line, int column, StartFit fit) {
        if (fit != StartFit.UNKNOWN) {
          long position = (long) line << (Integer.SIZE - 1) | column;
          starts[size++] = position << FIT_BITS | fit.ordinal();
        }
      }

      BuildOdds odds() {
        return new BuildOdds(starts, size);
      }
    }

    /** Tells whether the frames are of another build. */
    boolean areOfOtherBuild() {
      double odds =
          strange() * STRANGE
              + count(StartFit.SAME_NAME) * SAME_NAME
              + count(StartFit.FUNCTION) * FUNCTION;
      return !haveOwnNames() && odds >= NEEDED;
    }

    /** Tells whether the profile's names are not those that V8 gave. */
    boolean haveOwnNames() {
      return count(StartFit.NO_FUNCTION) == 0 && count(StartFit.OTHER_NAME) >= ENOUGH_NAMES;
    }

    /** Returns the number of distinct starts that are strange. */
    int strange() {
      return count(StartFit.NO_FUNCTION) + count(StartFit.OTHER_NAME);
    }

    /** Returns the number of distinct starts. */
    int all() {
      return Arrays.stream(counts).sum();
    }

    @SuppressWarnings("EnumOrdinal") // The number does not outlive the process.
    private int count(StartFit fit) {
      return counts[fit.ordinal()];
    }
  }

  /**
   * Looks the frames of a profile up in each of its {@link Profile#readings}, and chooses the
   * reading in which the frames lie at starts of functions. A reading that is one line and one
   * column off hardly ever meets a start.
   */
  static final class BaseChoice implements ScriptResolver.TableUse {
    /** How many times as many starts the chosen reading has as any other. */
    private static final int CLEARLY = 3;

    private final BaseReading[] readings;

    private static final class BaseReading {
      final Profile profile;
      final FrameSymbols symbols;
      int fitting;

      BaseReading(Profile profile, FrameSymbols symbols) {
        this.profile = profile;
        this.symbols = symbols;
      }
    }

    /**
     * Makes a choice.
     *
     * @param symbols prepares the look-up of a reading
     */
    BaseChoice(List<Profile> profiles, Function<Profile, FrameSymbols> symbols) {
      readings =
          profiles.stream()
              .map(profile -> new BaseReading(profile, symbols.apply(profile)))
              .toArray(BaseReading[]::new);
    }

    @Override
    public synchronized ScriptReport use(int script, Found found) {
      ScriptReport report = found.report();
      int most = -1;
      for (BaseReading reading : readings) {
        ScriptReport own = reading.symbols.lookUp(script, found);
        int fitting = reading.symbols.fitting(script, found);
        reading.fitting += fitting;
        if (fitting > most) {
          most = fitting;
          report = own;
        }
      }
      return report;
    }

    /** A reading and its look-up. */
    record ChosenReading(Profile profile, FrameSymbols symbols) {}

    /**
     * Returns the reading that fits; null if none fits clearly. Called when all scripts were used.
     */
    synchronized @Nullable ChosenReading chosen() {
      for (BaseReading reading : readings) {
        boolean isClear = reading.fitting > 0;
        for (BaseReading other : readings) {
          isClear &= other == reading || reading.fitting >= CLEARLY * other.fitting;
        }
        if (isClear) {
          return new ChosenReading(reading.profile, reading.symbols);
        }
      }
      return null;
    }
  }
}

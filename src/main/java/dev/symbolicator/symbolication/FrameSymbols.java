package dev.symbolicator.symbolication;

import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.FrameIdentity;
import dev.symbolicator.profile.Profile.NameOrigin;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.ProfileFrame.PositionKind;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.script.ScriptResult.ScriptReport;
import dev.symbolicator.script.ScriptStatus;
import dev.symbolicator.symbols.FunctionIdentity;
import dev.symbolicator.symbols.RecentSymbols;
import dev.symbolicator.symbols.Symbol;
import dev.symbolicator.symbols.SymbolLookup;
import dev.symbolicator.symbols.SymbolLookup.NameCheck;
import dev.symbolicator.symbols.SymbolLookup.StartFit;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Looks up the frames of a profile, each once; those of a script as soon as its table is there. The
 * table is not held, since the tables of all scripts may not fit into memory.
 *
 * <p>A frame that no function can have is strange, and stays as it is. So do all frames of a script
 * of another build ({@link BuildOdds}), or of a map without its script that answers few starts.
 */
final class FrameSymbols {
  /** The least number of positions by which a map without its script is judged. */
  static final int ENOUGH_WITHOUT_SCRIPT = 20;

  /** The least share. Maps of the right build answered at least 30 %, others 16 %, wrongly. */
  static final int LEAST_ANSWERED_PERCENT = 20;

  private static final String COMPUTED = "<computed>";
  private static final int NONE = -1;

  private final Profile profile;
  private final List<String> scripts;
  private final List<ProfileFrame> frames;
  private final NameStyle style;
  private final NameCheck check;
  private final RecentSymbols recent;
  private final int sourcesPerFrame;
  private final @Nullable Symbol[] symbols;
  private final @Nullable Function<FunctionIdentity, FrameIdentity> annotation;

  /** Which function each frame is, if that is asked for. */
  private final @Nullable FrameIdentity[] identities;

  /** The number of frames of each script whose functions have no original in the map. */
  private final int[] generated;

  private final int[] strange;

  /** The first frame of each script that has a position, or {@link #NONE}. */
  private final int[] first;

  /** For each frame with a position, the next such frame of its script, or {@link #NONE}. */
  private final int[] next;

  FrameSymbols(Profile profile, NameStyle style, RecentSymbols recent) {
    this(profile, style, recent, null);
  }

  /** Writes identities by {@code annotation}; null to look none up. */
  FrameSymbols(
      Profile profile,
      NameStyle style,
      RecentSymbols recent,
      @Nullable Function<FunctionIdentity, FrameIdentity> annotation) {
    this.profile = profile;
    this.annotation = annotation;
    this.style =
        style == NameStyle.V8 && profile.nameOrigin() == NameOrigin.DEBUGGER
            ? NameStyle.DEBUG
            : style;
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
    identities = new FrameIdentity[annotation == null ? 0 : frames.size()];
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
    SymbolLookup ofClasses = found.symbols().lookup(NameStyle.QUALIFIED, recent);
    IdentityHashMap<FunctionIdentity, FrameIdentity> written = new IdentityHashMap<>();
    for (int i = first[script]; i != NONE; i = next[i]) {
      ProfileFrame frame = frames.get(i);
      Symbol symbol =
          frame.kind() == PositionKind.EXECUTING
              ? executing(frame, lookup, ofClasses)
              : lookup.find(
                  frame.line(),
                  frame.column(),
                  GarbledNames.repair(frame.name()),
                  check(frame, ofStarts));
      symbols[i] = symbol;
      if (annotation != null) {
        FunctionIdentity identity = identity(frame, lookup, ofStarts);
        identities[i] = identity == null ? null : written.computeIfAbsent(identity, annotation);
      }
    }
    generated[script] = lookup.generated();
    return lookup.strange();
  }

  private static @Nullable FunctionIdentity identity(
      ProfileFrame frame, SymbolLookup lookup, NameCheck ofStarts) {
    String name = GarbledNames.repair(frame.name());
    NameCheck check = check(frame, ofStarts);
    return frame.kind() == PositionKind.EXECUTING
            || lookup.fit(frame.line(), frame.column(), name, check).isStrange()
        ? null
        : lookup.identity(frame.line(), frame.column(), name);
  }

  /**
   * Finds the original of a running position. V8's stacks have the class before a method's name,
   * but not before one inferred as {@code o.member}. The name of a method with a computed key is
   * set at run time, so that of the stack is kept.
   */
  private @Nullable Symbol executing(
      ProfileFrame frame, SymbolLookup lookup, SymbolLookup ofClasses) {
    Symbol symbol = lookup.findExecuting(frame.line(), frame.column());
    String name = symbol == null ? null : symbol.name();
    if (symbol == null || name == null || style != NameStyle.DEBUG || frame.name().isEmpty()) {
      return symbol;
    }
    Symbol ofClass = ofClasses.findExecuting(frame.line(), frame.column());
    String qualified = ofClass == null || ofClass.name() == null ? "" : ofClass.name();
    boolean isKeyComputed =
        qualified.endsWith("]") && !qualified.endsWith("\"]") && !name.endsWith(COMPUTED);
    if (isKeyComputed) {
      return symbol.withoutName();
    }
    return name.indexOf('.') < 0 && profile.hasReceiver(frame) ? ofClass : symbol;
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

  private IntStream frames(int script) {
    return IntStream.iterate(first[script], at -> at != NONE, at -> next[at]);
  }

  private void leaveAll(int script) {
    frames(script).forEach(at -> symbols[at] = null);
    if (annotation != null) {
      frames(script).forEach(at -> identities[at] = null);
    }
    generated[script] = 0;
  }

  Originals originals() {
    Originals originals =
        new Originals(frames.size(), sourcesPerFrame, sum(generated), sum(strange), identities);
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
        : new Symbol(
            scripts.get(frame.script()),
            frame.line(),
            frame.column(),
            symbol.name(),
            symbol.origin());
  }

  private static int sum(int[] numbers) {
    int sum = 0;
    for (int number : numbers) {
      sum += number;
    }
    return sum;
  }

  /**
   * Chromium emits names as UTF-8 bytes read as Latin-1: {@code größer} as {@code grÃ¶Ã\u009fer}.
   */
  static final class GarbledNames {
    private GarbledNames() {}

    /** Repairs names of characters below U+0100, not all ASCII, that are well-formed UTF-8. */
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
   * Weighs whether frames are of another build than the script that was found. Each distinct start
   * is a witness, with the logarithm of its likelihood in another build against the right one.
   *
   * <p>Measured on one app by eight builders: of 5,606 frames in the right build none was strange,
   * in another build 99 %, except in a beginning that both share. If all frames start at functions
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

    static final class Witnesses {
      private final long[] starts;
      private int size;

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

    int all() {
      return Arrays.stream(counts).sum();
    }

    @SuppressWarnings("EnumOrdinal") // The number does not outlive the process.
    private int count(StartFit fit) {
      return counts[fit.ordinal()];
    }
  }

  /**
   * Chooses the one of {@link Profile#readings} whose frames lie at starts of functions: one that
   * is a line and a column off hardly ever meets a start.
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

    record ChosenReading(Profile profile, FrameSymbols symbols) {}

    /** Returns the reading that clearly fits, once all scripts were used; null if none does. */
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

package dev.symbolicator.export;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.memory.Longs;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.FrameIdentity;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.timeline.CallTree;
import dev.symbolicator.timeline.FunctionList;
import dev.symbolicator.timeline.PseudoFunction;
import dev.symbolicator.timeline.Timeline;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A timeline with the originals of its functions, numbered with their files in the order of the
 * tree.
 */
public final class ShownProfile implements WeightedProfile {
  private static final int PSEUDO_FUNCTIONS = PseudoFunction.values().length;
  public static final long ENTRY = 96;

  final Timeline timeline;
  private final Profile profile;
  private final Function<ProfileFrame, @Nullable OriginalFrame> answers;
  private final @Nullable Function<ProfileFrame, @Nullable FrameIdentity> identities;
  final Allowance memory;
  private final int[] numbers;
  private final Ints functions;
  private final Ints files;
  private final Ints fileOwners;

  public ShownProfile(
      Timeline timeline,
      Profile profile,
      Function<ProfileFrame, @Nullable OriginalFrame> answers,
      @Nullable Function<ProfileFrame, @Nullable FrameIdentity> identities,
      Allowance memory) {
    this.identities = identities;
    this.timeline = timeline;
    this.profile = profile;
    this.answers = answers;
    this.memory = memory;
    numbers = memory.ints(PSEUDO_FUNCTIONS + timeline.functions().size());
    functions = new Ints(memory);
    files = new Ints(memory);
    fileOwners = new Ints(memory);
    try (Allowance part = memory.part()) {
      Map<String, Integer> known = new HashMap<>();
      CallTree tree = timeline.tree();
      for (int node = 0; node < tree.size(); node++) {
        int row = PSEUDO_FUNCTIONS + tree.function(node);
        if (numbers[row] == 0) {
          functions.add(tree.function(node));
          numbers[row] = functions.size();
          files.add(file(shown(functions.size() - 1).file(), known, part));
        }
      }
    }
  }

  private int file(String file, Map<String, Integer> known, Allowance part) {
    if (file.isEmpty()) {
      return -1;
    }
    Integer number = known.get(file);
    if (number == null) {
      part.take(ENTRY);
      number = known.size();
      known.put(file, number);
      fileOwners.add(functions.size() - 1);
    }
    return number;
  }

  @Override
  public Allowance memory() {
    return memory;
  }

  @Override
  public String name(int side) {
    return profile.format();
  }

  @Override
  public CallTree tree() {
    return timeline.tree();
  }

  @Override
  public int functions() {
    return functions.size();
  }

  int files() {
    return fileOwners.size();
  }

  String fileUrl(int file) {
    return shown(fileOwners.get(file)).file();
  }

  @Override
  public int number(int node) {
    return numbers[PSEUDO_FUNCTIONS + tree().function(node)] - 1;
  }

  @Nullable PseudoFunction pseudo(int number) {
    int function = functions.get(number);
    return function < 0 ? PseudoFunction.of(function) : null;
  }

  boolean areIdentified() {
    return identities != null;
  }

  @Override
  public @Nullable FrameIdentity identity(int number) {
    ProfileFrame frame = frame(number);
    return frame == null || identities == null ? null : identities.apply(frame);
  }

  /** Returns the URL of the script that a function is in; null for one that is in none. */
  public @Nullable String script(int number) {
    ProfileFrame frame = frame(number);
    return frame == null ? null : profile.scripts().get(frame.script());
  }

  private @Nullable ProfileFrame frame(int number) {
    int function = functions.get(number);
    int index = function < 0 ? FunctionList.NO_FRAME : timeline.functions().frame(function);
    return index < 0 ? null : profile.frames().get(index);
  }

  int file(int number) {
    return files.get(number);
  }

  @Override
  public ShownFunction shown(int number) {
    int function = functions.get(number);
    if (function < 0) {
      String label = PseudoFunction.of(function).label();
      return new ShownFunction(label, label, "", -1, -1);
    }
    String name = timeline.functions().name(function);
    int index = timeline.functions().frame(function);
    if (index < 0) {
      return new ShownFunction(name, name, "", -1, -1);
    }
    ProfileFrame frame = profile.frames().get(index);
    OriginalFrame original = frame.hasPosition() ? answers.apply(frame) : null;
    if (original == null) {
      String script = profile.scripts().get(frame.script());
      return frame.hasPosition()
          ? new ShownFunction(name, name, script, frame.line(), frame.column())
          : new ShownFunction(name, name, script, -1, -1);
    }
    String originalName = original.name();
    return new ShownFunction(
        originalName == null ? name : originalName,
        name,
        original.source(),
        original.line(),
        original.column(),
        true);
  }

  @Override
  public Longs selfTimes(int side) {
    Longs times = Longs.filled(tree().size(), 0, memory);
    for (int i = 0; i < timeline.size(); i++) {
      int node = timeline.node(i);
      if (node != Timeline.IDLE) {
        times.set(node, times.get(node) + timeline.weight(i));
      }
    }
    return times;
  }

  @Override
  public Longs counts(int side) {
    Longs counts = Longs.filled(tree().size(), 0, memory);
    for (int i = 0; i < timeline.size(); i++) {
      int node = timeline.node(i);
      if (node != Timeline.IDLE) {
        counts.set(node, counts.get(node) + 1);
      }
    }
    return counts;
  }

  /** Returns the stacks in the order of time; neighbours with one stack are one. */
  @Override
  public Runs runs(int side) {
    Ints nodes = new Ints(memory);
    Longs times = new Longs(memory);
    for (int i = 0; i < timeline.size(); i++) {
      long weight = timeline.weight(i);
      if (weight > 0 && nodes.size() > 0 && nodes.last() == timeline.node(i)) {
        times.set(times.size() - 1, times.lastOr(0) + weight);
      } else if (weight > 0) {
        nodes.add(timeline.node(i));
        times.add(weight);
      }
    }
    return new Runs(nodes, times);
  }

  @Override
  public Totals totals(int side) {
    long idle = 0;
    for (int i = 0; i < timeline.size(); i++) {
      idle += timeline.node(i) == Timeline.IDLE ? timeline.weight(i) : 0;
    }
    long capped = timeline.capped().micros();
    return new Totals(timeline.size() - timeline.capped().intervals(), idle - capped, capped);
  }

  @Override
  public long start() {
    return timeline.start();
  }

  @Override
  public long duration() {
    return timeline.end() - timeline.start();
  }

  @Override
  public long interval() {
    return timeline.interval();
  }

  /**
   * A function as an export shows it: the original as far as known, the profile's name, the URL of
   * source or script, all empty if there is none; the 0-based start in UTF-16 units, -1 if unknown;
   * whether file and start are the original's.
   */
  public record ShownFunction(
      String name, String generatedName, String file, int line, int column, boolean isOriginal) {
    static final String MODULE = "(module)";
    private static final int LONGEST_FILE_NAME = 200;

    public ShownFunction(String name, String generatedName, String file, int line, int column) {
      this(name, generatedName, file, line, column, false);
    }

    boolean hasPosition() {
      return line >= 0 && column >= 0;
    }

    /**
     * A function without a name has its place, {@code (anonymous main.ts:23:25)}; the column too,
     * since the line says nothing in a minified script. A file's top level is {@code (module
     * main.ts)}.
     */
    String label() {
      if (isModule()) {
        return "(module " + fileName() + ")";
      }
      if (!name.isEmpty()) {
        return name;
      }
      if (file.isEmpty()) {
        return "(anonymous)";
      }
      String position = hasPosition() ? ":" + (line + 1) + ":" + (column + 1) : "";
      return "(anonymous " + fileName() + position + ")";
    }

    /** Tells whether this is a file's top level; qualified names have {@link #MODULE} for it. */
    boolean isModule() {
      return line == 0 && column == 0 && !file.isEmpty() && (name.isEmpty() || name.equals(MODULE));
    }

    String fileName() {
      if (file.regionMatches(true, 0, "data:", 0, 5)) {
        return "data:";
      }
      int end = file.length();
      for (int i = 0; i < end; i++) {
        if (file.charAt(i) == '?' || file.charAt(i) == '#') {
          end = i;
        }
      }
      while (end > 0 && file.charAt(end - 1) == '/') {
        end--;
      }
      String segment = file.substring(file.lastIndexOf('/', end - 1) + 1, end);
      return segment.length() > LONGEST_FILE_NAME
          ? segment.substring(0, LONGEST_FILE_NAME)
          : segment;
    }

    static byte[] utf8(String text) {
      return wellFormed(text).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns a text in which lone surrogates, which UTF-8 cannot hold, are U+FFFD. */
    public static String wellFormed(String text) {
      StringBuilder whole = null;
      for (int i = 0; i < text.length(); i++) {
        char unit = text.charAt(i);
        boolean isPair =
            Character.isHighSurrogate(unit)
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
        if (isPair) {
          i++;
        } else if (Character.isSurrogate(unit)) {
          whole = whole == null ? new StringBuilder(text) : whole;
          whole.setCharAt(i, '\uFFFD');
        }
      }
      return whole == null ? text : whole.toString();
    }
  }

  static final class CallPath {
    private CallPath() {}

    static int[] of(CallTree tree, int node) {
      int[] path = new int[tree.depth(node)];
      int at = node;
      for (int i = path.length - 1; i >= 0; i--) {
        path[i] = at;
        at = tree.parent(at);
      }
      return path;
    }
  }
}

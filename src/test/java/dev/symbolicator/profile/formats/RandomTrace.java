package dev.symbolicator.profile.formats;

import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Makes a random trace as text, and the text that the trace must become when its frames are
 * answered. Both texts are written side by side and compared as bytes. So a test finds a change
 * outside of the spans that may change, and also a wrong span.
 */
final class RandomTrace {
  private static final String[] STRINGS = {
    "\"\"", "\"a\"", "\"line\"", "\"größer 😀\"", "\"\\u0061\\ud800\"", "\"\\\\\\\"]},\"", "\"\\/\""
  };
  private static final String[] READ = {"", "a", "line", "größer 😀", "a\ud800", "\\\"]},", "/"};
  private static final String[] WRITTEN = {
    "\"\"", "\"a\"", "\"line\"", "\"größer 😀\"", "\"a\\ud800\"", "\"\\\\\\\"]},\"", "\"/\""
  };

  private final Random random;
  private final StringBuilder input = new StringBuilder();
  private final StringBuilder expected = new StringBuilder();
  private final boolean report;
  private final List<Integer> resources = new ArrayList<>();
  private final List<Integer> appended = new ArrayList<>();
  private final List<Frame> frames = new ArrayList<>();

  /** Positions are 1-based; -1 if the frame has none, -2 if its value is unusable. */
  private static final class Frame {
    int resource = -1;
    int line;
    int column;
    int name;
    @Nullable OriginalFrame answer;
    int newResource;
    int newName;
  }

  RandomTrace(Random random, boolean answered, boolean report) {
    this.random = random;
    this.report = report;
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      resources.add(random.nextInt(READ.length));
    }
    for (int i = random.nextInt(8); i > 0; i--) {
      frames.add(frame(answered));
    }
    space();
    if (random.nextBoolean()) {
      traceObject(true);
    } else {
      Map<String, Runnable> members = new LinkedHashMap<>();
      members.put("trace", () -> traceObject(false));
      builds(members);
      object(members, true);
    }
    space();
  }

  String input() {
    return input.toString();
  }

  String expected() {
    return expected.toString();
  }

  List<String> scripts() {
    return resources.stream().map(i -> READ[i]).toList();
  }

  List<ProfileFrame> frames() {
    List<ProfileFrame> read = new ArrayList<>();
    for (Frame frame : withScript()) {
      read.add(
          new ProfileFrame(
              read.size(),
              frame.resource,
              Math.max(0, frame.line) - 1,
              Math.max(0, frame.column) - 1,
              frame.name < 0 ? "" : READ[frame.name]));
    }
    return read;
  }

  List<@Nullable OriginalFrame> answers() {
    List<@Nullable OriginalFrame> answers = new ArrayList<>();
    withScript().forEach(frame -> answers.add(frame.answer));
    return answers;
  }

  private List<Frame> withScript() {
    return frames.stream().filter(frame -> frame.resource >= 0).toList();
  }

  private Frame frame(boolean answered) {
    Frame frame = new Frame();
    frame.resource = random.nextInt(6) == 0 ? -1 : random.nextInt(resources.size());
    frame.line = number();
    frame.column = number();
    frame.name = random.nextInt(4) == 0 ? -1 - random.nextInt(2) : random.nextInt(READ.length);
    boolean usable = frame.resource >= 0 && frame.line > 0 && frame.column > 0;
    if (answered && usable && random.nextInt(3) > 0) {
      int source = random.nextInt(READ.length);
      frame.newResource = resourceOf(source);
      frame.newName = random.nextInt(4) == 0 ? -1 : random.nextInt(READ.length);
      frame.answer =
          new OriginalFrame(
              READ[source],
              random.nextInt(12),
              random.nextInt(12),
              frame.newName < 0 ? null : READ[frame.newName]);
    }
    return frame;
  }

  private int number() {
    return random.nextInt(6) == 0 ? -1 - random.nextInt(2) : 1 + random.nextInt(12);
  }

  private int resourceOf(int source) {
    if (resources.contains(source)) {
      return resources.indexOf(source);
    }
    if (!appended.contains(source)) {
      appended.add(source);
    }
    return resources.size() + appended.indexOf(source);
  }

  private void traceObject(boolean outermost) {
    Map<String, Runnable> members = new LinkedHashMap<>();
    members.put("resources", this::resourcesArray);
    members.put(
        "frames", () -> array(frames.stream().map(f -> (Runnable) () -> frame(f)).toList()));
    members.put("stacks", this::anyArray);
    members.put("samples", this::anyArray);
    builds(members);
    object(members, outermost);
  }

  /** Adds members that tell of builds, well-formed or not. */
  private void builds(Map<String, Runnable> members) {
    if (random.nextInt(3) == 0) {
      members.put("release", random.nextBoolean() ? () -> value(2) : this::text);
    }
    for (String[] names : new String[][] {{"debugIds", "debugId"}, {"releases", "release"}}) {
      if (random.nextInt(3) == 0) {
        Runnable[] shapes = {
          () -> value(3),
          () -> array(List.of(() -> entry(names[1]), () -> entry(names[1]), () -> value(1))),
          () -> object(Map.of("a", this::text, "line", () -> value(1)), false)
        };
        members.put(names[0], shapes[random.nextInt(shapes.length)]);
      }
    }
  }

  private void entry(String member) {
    object(Map.of("resourceId", () -> both("" + random.nextInt(5)), member, this::text), false);
  }

  private void text() {
    both(STRINGS[random.nextInt(STRINGS.length)]);
  }

  private void resourcesArray() {
    both("[");
    for (int i = 0; i < resources.size(); i++) {
      both(i == 0 ? "" : ",");
      space();
      both(STRINGS[resources.get(i)]);
      if (i + 1 < resources.size()) {
        space();
      }
    }
    appended.forEach(source -> expected.append(',').append(WRITTEN[source]));
    space();
    both("]");
  }

  private void frame(Frame frame) {
    Map<String, Runnable> members = new LinkedHashMap<>();
    OriginalFrame answer = frame.answer;
    if (frame.resource >= 0) {
      int id = answer == null ? frame.resource : frame.newResource;
      members.put("resourceId", () -> integer(frame.resource, id));
    }
    member(members, "line", frame.line, answer == null ? frame.line : answer.line() + 1);
    member(members, "column", frame.column, answer == null ? frame.column : answer.column() + 1);
    boolean renamed = answer != null && frame.newName >= 0;
    if (frame.name >= 0) {
      boolean same = !renamed || frame.newName == frame.name;
      String old = STRINGS[frame.name];
      members.put("name", () -> slot(old, same ? old : WRITTEN[frame.newName]));
    } else if (frame.name == -2) {
      boolean same = !renamed || frame.newName == 0;
      members.put("name", () -> slot("null", same ? "null" : WRITTEN[frame.newName]));
    }
    boolean inserted = frame.name == -1 && renamed && frame.newName != 0;
    object(members, false, inserted ? "\"name\":" + WRITTEN[frame.newName] + "," : "");
  }

  private void member(Map<String, Runnable> members, String name, int value, int replacement) {
    if (value > 0) {
      members.put(name, () -> integer(value, replacement));
    } else if (value == -2) {
      String[] unusable = {"0", "-1", "null", "2147483648", "1e400", "-0.0"};
      members.put(name, () -> both(unusable[random.nextInt(unusable.length)]));
    }
  }

  private void integer(int value, int replacement) {
    String[] spellings = {
      "" + value, value + ".0", value + "e0", value == 0 ? "0E-1" : value + "0E-1"
    };
    String spelling = spellings[random.nextInt(spellings.length)];
    slot(spelling, value == replacement ? spelling : "" + replacement);
  }

  private void object(Map<String, Runnable> members, boolean outermost) {
    object(members, outermost, "");
  }

  /** Writes the members in random order among unknown members. */
  private void object(Map<String, Runnable> members, boolean outermost, String inserted) {
    List<String> keys = new ArrayList<>(members.keySet());
    for (int i = random.nextInt(3); i > 0; i--) {
      keys.add(unknownKey());
    }
    boolean replacesReport = outermost && random.nextBoolean();
    if (replacesReport) {
      keys.add("symbolication");
    }
    Collections.shuffle(keys, random);
    both("{");
    expected.append(inserted);
    for (int i = 0; i < keys.size(); i++) {
      String key = keys.get(i);
      both(i == 0 ? "" : ",");
      space();
      both("\"" + spelled(key) + "\"");
      space();
      both(":");
      space();
      if (key.equals("symbolication") && outermost) {
        int start = input.length();
        value(2);
        if (report) {
          expected.setLength(expected.length() - (input.length() - start));
          expected.append("{\"n\":1}");
        }
      } else {
        members.getOrDefault(key, () -> value(2)).run();
      }
      if (i + 1 < keys.size()) {
        space();
      }
    }
    if (outermost && report && !replacesReport) {
      expected.append(",\"symbolication\":{\"n\":1}");
    }
    space();
    both("}");
  }

  private String unknownKey() {
    String[] keys = {"", "x", "Name", "lines", "größe", "😀", "k".repeat(70), "frame", "\\ud800"};
    return keys[random.nextInt(keys.length)];
  }

  private String spelled(String key) {
    if (key.isEmpty() || key.charAt(0) >= 0x80 || key.charAt(0) == '\\' || random.nextInt(9) > 0) {
      return key;
    }
    return String.format("\\u%04X", (int) key.charAt(0)) + key.substring(1);
  }

  private void anyArray() {
    Runnable[] values = new Runnable[random.nextInt(4)];
    Arrays.fill(values, (Runnable) () -> value(3));
    array(List.of(values));
  }

  private void array(List<Runnable> values) {
    both("[");
    for (int i = 0; i < values.size(); i++) {
      both(i == 0 ? "" : ",");
      space();
      values.get(i).run();
      space();
    }
    both("]");
  }

  private void value(int depth) {
    String[] scalars = {
      "0", "-0.0", "2972.734999999404", "1E+5", "1e-999", "9".repeat(40), "true", "false", "null"
    };
    switch (random.nextInt(depth == 0 ? 2 : 4)) {
      case 0 -> both(scalars[random.nextInt(scalars.length)]);
      case 1 -> both(STRINGS[random.nextInt(STRINGS.length)]);
      case 2 -> array(List.of(() -> value(depth - 1), () -> value(depth - 1)));
      default -> object(Map.of("name", () -> value(depth - 1)), false);
    }
  }

  private void space() {
    String[] spaces = {"", "", "", " ", "\n", "\t \r\n"};
    both(spaces[random.nextInt(spaces.length)]);
  }

  private void both(String text) {
    slot(text, text);
  }

  private void slot(String before, String after) {
    input.append(before);
    expected.append(after);
  }
}

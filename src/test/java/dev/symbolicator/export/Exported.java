package dev.symbolicator.export;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.export.Export.ExportFormat;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.Profile.FrameIdentity;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.TimedProfile;
import dev.symbolicator.profile.Profile.TimedProfile.TimelineReading.ReadTimeline;
import dev.symbolicator.profile.formats.TimedTraces;
import dev.symbolicator.testing.Allowances;
import dev.symbolicator.testing.RowOracle;
import dev.symbolicator.timeline.FunctionTimes;
import dev.symbolicator.timeline.PseudoFunction;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** Writes a body in each format of exports, and reads the self times out of them. */
final class Exported {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final TimedProfile profile;
  private final ReadTimeline reading;
  private final Function<ProfileFrame, @Nullable OriginalFrame> answers;

  Exported(String body, Function<ProfileFrame, @Nullable OriginalFrame> answers) {
    profile = TimedTraces.profile(body);
    reading = assertInstanceOf(ReadTimeline.class, profile.timeline(Allowances.plenty()));
    this.answers = answers;
  }

  /** Answers two of three frames, whose names and files repeat. */
  static @Nullable OriginalFrame someOriginal(ProfileFrame frame) {
    return frame.index() % 3 == 0
        ? null
        : new OriginalFrame(
            "webpack://app/./src/" + frame.index() % 2 + ".ts?\"\\\u2028",
            frame.index() / 2,
            7,
            frame.index() % 3 == 1 ? null : "\ud83d\ude00\udc00" + frame.index() % 4);
  }

  ReadTimeline reading() {
    return reading;
  }

  Export export(ExportFormat format, @Nullable String report) {
    byte[] json = report == null ? null : report.getBytes(StandardCharsets.UTF_8);
    return Export.of(format, reading, profile, answers, null, json, Allowances.plenty());
  }

  Export exportWithin(ExportFormat format, Allowance memory) {
    return Export.of(format, reading, profile, answers, null, null, memory);
  }

  long mostBytes(ExportFormat format) {
    return export(format, null).mostBytes();
  }

  byte[] bytes(ExportFormat format) {
    Export export = export(format, null);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      export.writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertTrue(out.size() <= export.mostBytes(), () -> out.size() + " > " + export.mostBytes());
    return out.toByteArray();
  }

  JsonNode json(ExportFormat format) {
    try {
      return JSON.readTree(bytes(format));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  ShownProfile shown(Function<ProfileFrame, @Nullable FrameIdentity> identities, Allowance memory) {
    return new ShownProfile(reading.timeline(), profile, answers, identities, memory);
  }

  /** Says that frames are one function if they are shown alike. */
  FrameIdentity identity(ProfileFrame frame) {
    TimedProfile of = profile;
    OriginalFrame original = frame.hasPosition() ? answers.apply(frame) : null;
    String name = original == null || original.name() == null ? frame.name() : original.name();
    String place =
        original == null
            ? of.scripts().get(frame.script())
                + "|"
                + (frame.hasPosition() ? frame.line() + ":" + frame.column() : "")
            : original.source() + "|" + original.line() + ":" + original.column();
    String id = RowOracle.sha(name + "|" + place).substring(0, 16);
    return new FrameIdentity(id, null, null, null, null, null, null, "name");
  }

  private static String key(String name, String file, long line, long column) {
    return name + "|" + file + "|" + line + "|" + column;
  }

  /** Returns the microseconds of each function, by its label and its 1-based place. */
  Map<String, Long> selfTimes() {
    return selfTimes(true);
  }

  private Map<String, Long> selfTimes(boolean isLabelled) {
    FunctionTimes times = FunctionTimes.of(reading.timeline());
    Map<String, Long> sums = new TreeMap<>();
    for (int i = -PseudoFunction.values().length; i < reading.timeline().functions().size(); i++) {
      if (times.self(i) > 0) {
        sums.merge(key(i, isLabelled), times.self(i), Long::sum);
      }
    }
    return sums;
  }

  private String key(int function, boolean isLabelled) {
    if (function < 0) {
      return key(PseudoFunction.of(function).label(), "", 0, 0);
    }
    String name = reading.timeline().functions().name(function);
    int index = reading.timeline().functions().frame(function);
    String file = "";
    int line = 0;
    int column = 0;
    if (index >= 0) {
      ProfileFrame frame = profile.frames().get(index);
      file = profile.scripts().get(frame.script());
      if (frame.hasPosition()) {
        line = frame.line() + 1;
        column = frame.column() + 1;
        OriginalFrame original = answers.apply(frame);
        if (original != null) {
          file = original.source();
          line = original.line() + 1;
          column = original.column() + 1;
          String originalName = original.name();
          name = originalName == null ? name : originalName;
        }
      }
    }
    if (name.isEmpty()) {
      String last = file.replaceAll("(?s)[?#].*", "").replaceAll("(?s)^.*/", "");
      boolean isModule = line == 1 && column == 1;
      String place = line > 0 ? ":" + line + ":" + column : "";
      if (!isLabelled) {
        name = isModule ? "(module)" : "";
      } else if (file.isEmpty()) {
        name = "(anonymous)";
      } else {
        name = isModule ? "(module " + last + ")" : "(anonymous " + last + place + ")";
      }
    }
    return key(name, file, line, column);
  }

  /**
   * Returns the self times of a CPU profile. It has one function for all of the browser's work
   * without a stack, so only {@code (garbage collector)} is told apart.
   */
  Map<String, Long> cpuProfileTimes() {
    JsonNode json = json(ExportFormat.CPUPROFILE);
    Map<Integer, JsonNode> nodes = new HashMap<>();
    json.get("nodes").forEach(node -> nodes.put(node.get("id").asInt(), node.get("callFrame")));
    Map<String, Long> sums = new TreeMap<>();
    JsonNode deltas = json.get("timeDeltas");
    for (int i = 0; i + 1 < deltas.size(); i++) {
      JsonNode frame = nodes.get(json.get("samples").get(i).asInt());
      String key =
          key(
              frame.get("functionName").asText(),
              frame.get("url").asText(),
              frame.get("lineNumber").asInt() + 1,
              frame.get("columnNumber").asInt() + 1);
      sums.merge(key, deltas.get(i + 1).asLong(), Long::sum);
    }
    sums.remove(key("(idle)", "", 0, 0));
    sums.values().removeIf(time -> time == 0);
    return joinedWork(sums);
  }

  /** Like {@link #selfTimes()}, but as a CPU profile tells functions apart. */
  Map<String, Long> selfTimesOfCpuProfile() {
    return joinedWork(selfTimes(false));
  }

  private static Map<String, Long> joinedWork(Map<String, Long> sums) {
    for (String work : List.of("script", "style", "layout", "paint", "other")) {
      Long time = sums.remove(key("(" + work + ")", "", 0, 0));
      if (time != null) {
        sums.merge(key("(program)", "", 0, 0), time, Long::sum);
      }
    }
    return sums;
  }

  Map<String, Long> speedscopeTimes() {
    return speedscopeTimes(json(ExportFormat.SPEEDSCOPE), 0);
  }

  static Map<String, Long> speedscopeTimes(JsonNode json, int profile) {
    JsonNode sampled = json.get("profiles").get(profile);
    Map<String, Long> sums = new TreeMap<>();
    long all = 0;
    for (int i = 0; i < sampled.get("samples").size(); i++) {
      JsonNode stack = sampled.get("samples").get(i);
      long weight = sampled.get("weights").get(i).asLong();
      assertTrue(weight > 0);
      all += weight;
      if (!stack.isEmpty()) {
        JsonNode frame = json.get("shared").get("frames").get(stack.get(stack.size() - 1).asInt());
        String key =
            key(
                frame.get("name").asText(),
                frame.path("file").asText(),
                frame.path("line").asInt(),
                frame.path("col").asInt());
        sums.merge(key, weight, Long::sum);
      }
    }
    assertTrue(sampled.get("samples").size() == sampled.get("weights").size());
    assertTrue(all == sampled.get("endValue").asLong());
    return sums;
  }

  Map<String, Long> firefoxTimes() {
    JsonNode thread = json(ExportFormat.FIREFOX).get("threads").get(0);
    JsonNode functions = thread.get("funcTable");
    Map<String, Long> sums = new TreeMap<>();
    JsonNode samples = thread.get("samples");
    for (int i = 0; i < samples.get("length").asInt(); i++) {
      JsonNode stack = samples.get("stack").get(i);
      long weight = Math.round(samples.get("weight").get(i).asDouble() * 1000);
      if (!stack.isNull() && weight > 0) {
        int frame = thread.get("stackTable").get("frame").get(stack.asInt()).asInt();
        int function = thread.get("frameTable").get("func").get(frame).asInt();
        JsonNode file = functions.get("fileName").get(function);
        String key =
            key(
                thread.get("stringArray").get(functions.get("name").get(function).asInt()).asText(),
                file.isNull() ? "" : thread.get("stringArray").get(file.asInt()).asText(),
                functions.get("lineNumber").get(function).asInt(),
                functions.get("columnNumber").get(function).asInt());
        sums.merge(key, weight, Long::sum);
      }
    }
    return sums;
  }

  Map<String, Long> pprofTimes() {
    return pprofTimes(bytes(ExportFormat.PPROF), null);
  }

  /** Returns the times of a side, or of all samples without one. */
  static Map<String, Long> pprofTimes(byte[] gzip, @Nullable String baseline) {
    byte[] content;
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
      content = in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ProtoMessage message = new ProtoMessage(content);
    List<String> strings = new ArrayList<>();
    message.texts(6).forEach(strings::add);
    Map<Long, ProtoMessage> functions = new HashMap<>();
    message.messages(5).forEach(function -> functions.put(function.number(1), function));
    Map<Long, ProtoMessage> locations = new HashMap<>();
    message.messages(4).forEach(location -> locations.put(location.number(1), location));
    Map<String, Long> sums = new TreeMap<>();
    for (ProtoMessage sample : message.messages(2)) {
      ProtoMessage line = locations.get(sample.packed(1).get(0)).messages(4).get(0);
      ProtoMessage function = functions.get(line.number(1));
      String key =
          key(
              strings.get((int) function.number(2)),
              strings.get((int) function.number(4)),
              line.number(2),
              line.number(3));
      long nanos = sample.packed(2).get(1);
      assertTrue(nanos % 1000 == 0);
      String side = null;
      for (ProtoMessage label : sample.messages(3)) {
        if (strings.get((int) label.number(1)).equals("baseline")) {
          side = strings.get((int) label.number(2));
        }
      }
      if (nanos > 0 && Objects.equals(side, baseline)) {
        sums.merge(key, nanos / 1000, Long::sum);
      }
    }
    return sums;
  }
}

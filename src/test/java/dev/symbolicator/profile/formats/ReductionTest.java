package dev.symbolicator.profile.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.Profile.ReducibleProfile;
import dev.symbolicator.profile.Profile.ReducibleProfile.LongTaskWindows;
import dev.symbolicator.profile.Profile.ReducibleProfile.Reduction;
import dev.symbolicator.profile.Profile.ReducibleProfile.ReductionOptions;
import dev.symbolicator.profile.Profile.ReducibleProfile.ReductionReading.ReducedProfile;
import dev.symbolicator.profile.Profile.ReducibleProfile.ReductionReading.UnreducedProfile;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.testing.Allowances;
import dev.symbolicator.timeline.FunctionTimes;
import dev.symbolicator.timeline.Timeline;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReductionTest {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
  private static final ReductionOptions LONG_TASKS = new ReductionOptions(50, false);
  private static final ReductionOptions COMPACT = new ReductionOptions(0, true);
  private static final Path RECORDINGS = Path.of("../shared/formats/long-tasks");

  private static final String TRACE =
      """
      {"x": 1.50, "debugIds": [{"resourceId": 2, "debugId": "c"}, {"resourceId": 1, "debugId": "b"}],
       "trace": {"resources": ["a", "b", "c"], "frames": [{"name": "f", "resourceId": 0, "more": [1, 2]},
         {"name": "g", "resourceId": 2, "line": 1}, {"name": "native"}, {"name": "h", "resourceId": 2 , "z":"\\u0061"}],
        "stacks": [{"frameId": 0}, {"frameId": 1, "parentId": 0}, {"parentId": 3, "frameId": 3}, {"frameId": 2}],
        "samples": [{"timestamp": 0.5}, {"timestamp": 10.0, "stackId": 2, "n": null},
          {"timestamp": 20.1234, "stackId": 2}, {"timestamp": 30, "stackId": 0},
          {"timestamp": 40}, {"timestamp": 50, "stackId": 1}, {"timestamp": 60e0}]%s}}
      """;

  private static ReducedProfile reduced(String body, ReductionOptions options) {
    ReducibleProfile profile = assertInstanceOf(ReducibleProfile.class, TimedTraces.profile(body));
    return assertInstanceOf(ReducedProfile.class, profile.reduce(options, Allowances.plenty()));
  }

  private static String text(ReducedProfile reduced) {
    return new String(reduced.body(), StandardCharsets.UTF_8);
  }

  @Test
  void listedLongTaskKeepsItsSamplesAndAllThatTheyUse() {
    ReducedProfile reduced =
        reduced(
            TRACE.formatted(
                ",\"longTasks\":[{\"startClocks\":{\"relative\":9.9},\"duration\":15},{\"entryType\":\"mark\"},"
                    + "{\"startTime\":45,\"duration\":5,\"entryType\":\"longtask\"}]"),
            new ReductionOptions(10, false));
    assertEquals(
        """
        {"x": 1.50, "debugIds": [{"resourceId": 0, "debugId": "c"}],
         "trace": {"resources": ["c"], "frames": [{"name": "native"},{"name": "h", "resourceId": 0 , "z":"\\u0061"}],
          "stacks": [{"parentId": 1, "frameId": 1},{"frameId": 0}],
          "samples": [{"timestamp":0.5},{"timestamp": 10.0, "stackId": 0, "n": null},{"timestamp": 20.1234, "stackId": 0},{"timestamp":30},{"timestamp":60e0}],"longTasks":[{"startClocks":{"relative":9.9},"duration":15},{"entryType":"mark"},{"startTime":45,"duration":5,"entryType":"longtask"}]}}
        """,
        text(reduced));
    assertEquals(new LongTaskWindows(1, true), reduced.reduction().windows());
    assertEquals(2, reduced.reduction().samples());
    assertEquals(7, reduced.reduction().of());
  }

  @Test
  void busyStretchIsALongTaskWithoutAList() {
    ReducedProfile reduced = reduced(TRACE.formatted(""), new ReductionOptions(20, false));
    JsonNode samples = json(text(reduced)).get("trace").get("samples");
    assertEquals(
        "[{\"timestamp\":0.5},{\"timestamp\":1E+1,\"stackId\":1,\"n\":null},"
            + "{\"timestamp\":20.1234,\"stackId\":1},{\"timestamp\":30,\"stackId\":0},"
            + "{\"timestamp\":40},{\"timestamp\":6E+1}]",
        samples.toString());
    assertEquals(new LongTaskWindows(1, false), reduced.reduction().windows());
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void emptyListKeepsNoSample() {
    Reduction reduction = reduced(TRACE.formatted(",\"longTasks\":[]"), LONG_TASKS).reduction();
    assertEquals(0, reduction.samples());
    assertEquals(new LongTaskWindows(0, true), reduction.windows());
  }

  @Test
  void compactTraceHasRoundedTimesAndOnlyUsedEntries() {
    ReducedProfile reduced =
        reduced(
            TimedTraces.MDN.replace("\"frameId\": 0, \"parentId\"", "\"frameId\":3, \"parentId\""),
            COMPACT);
    JsonNode trace = json(text(reduced));
    assertEquals(3, trace.get("frames").size());
    assertEquals("2972.735", trace.get("samples").get(0).get("timestamp").asText());
    assertEquals("2974.57", trace.get("samples").get(2).get("timestamp").asText());
    assertNull(reduced.reduction().windows());
    assertEquals(TimedTraces.MDN.length() - 1 - reduced.body().length, reduced.reduction().saved());
  }

  @Property
  void compactionChangesNoTimes(@ForAll long seed) {
    String body = TimedTraces.random(new Random(seed));
    ReducedProfile reduced = reduced(body, COMPACT);
    assertEquals(times(body), times(text(reduced)));
    ReducedProfile twice = reduced(text(reduced), COMPACT);
    assertEquals(text(reduced), text(twice));
    assertEquals(0, twice.reduction().saved());
  }

  @Property
  void keptSamplesKeepTheirTimes(@ForAll long seed, @ForAll boolean isListed) {
    Random random = new Random(seed);
    ObjectNode root = (ObjectNode) json(TimedTraces.random(random));
    ObjectNode trace = root.has("trace") ? (ObjectNode) root.get("trace") : root;
    trace.put("sampleInterval", 10);
    ArrayNode samples = (ArrayNode) trace.get("samples");
    samples.addObject().put("timestamp", 5000);
    double from = random.nextInt(400);
    double length = random.nextInt(200);
    if (isListed) {
      ObjectNode task = trace.putArray("longTasks").addObject();
      task.put("startTime", from).put("duration", length);
    }
    ReducibleProfile profile =
        assertInstanceOf(ReducibleProfile.class, TimedTraces.profile(root.toString()));
    if (profile.reduce(new ReductionOptions(30, false), Allowances.plenty())
        instanceof ReducedProfile reduced) {
      Map<String, Long> before = times(root.toString());
      Map<String, Long> after = times(text(reduced));
      after.forEach((function, time) -> assertTrue(time <= before.getOrDefault(function, 0L)));
      Timeline all = TimedTraces.timeline(root.toString());
      Timeline kept = TimedTraces.timeline(text(reduced));
      assertEquals(all.start(), kept.start());
      assertEquals(all.end() - all.median(), kept.end() - kept.median());
      if (isListed) {
        long expected = 0;
        for (int i = 0; i < all.size(); i++) {
          long start = all.start(i);
          boolean isIn = start >= from * 1000 && start < (from + length) * 1000;
          expected += length >= 30 && isIn && all.node(i) >= 0 ? all.weight(i) : 0;
        }
        assertEquals(expected, after.values().stream().mapToLong(Long::longValue).sum());
      }
    }
  }

  /** Returns the self time of each function, by its name and its place. */
  private static Map<String, Long> times(String body) {
    var profile = TimedTraces.profile(body);
    Timeline timeline = TimedTraces.timeline(body);
    FunctionTimes times = FunctionTimes.of(timeline);
    Map<String, Long> sums = new TreeMap<>();
    for (int i = -7; i < timeline.functions().size(); i++) {
      int frame = i < 0 ? -1 : timeline.functions().frame(i);
      String place =
          frame < 0
              ? ""
              : profile.scripts().get(profile.frames().get(frame).script())
                  + profile.frames().get(frame).line()
                  + ":"
                  + profile.frames().get(frame).column();
      String name = i < 0 ? "work " + i : timeline.functions().name(i);
      if (times.self(i) > 0) {
        sums.merge(name + " " + place, times.self(i), Long::sum);
      }
    }
    return sums;
  }

  @Test
  void samplesTooFarApartNeedAList() {
    String body = TRACE.formatted("");
    ReducibleProfile profile = assertInstanceOf(ReducibleProfile.class, TimedTraces.profile(body));
    UnreducedProfile refused =
        assertInstanceOf(
            UnreducedProfile.class,
            profile.reduce(new ReductionOptions(19, false), Allowances.plenty()));
    assertTrue(assertInstanceOf(ProfileReading.Unavailable.class, refused.problem()).isTooCoarse());
  }

  @Test
  void wrongLongTaskIsAProblem() {
    ReducibleProfile profile =
        assertInstanceOf(
            ReducibleProfile.class,
            TimedTraces.profile(TRACE.formatted(",\"longTasks\":[{\"duration\":1}]")));
    UnreducedProfile refused =
        assertInstanceOf(UnreducedProfile.class, profile.reduce(LONG_TASKS, Allowances.plenty()));
    assertEquals(
        "/trace/longTasks/0",
        assertInstanceOf(ProfileReading.Invalid.class, refused.problem()).pointer());
    assertThrows(Allowance.Exceeded.class, () -> profile.reduce(LONG_TASKS, Allowances.of(0)));
  }

  @ParameterizedTest
  @CsvSource({"r1, 99.4, 78.9", "r8, 99.3, 90.4", "r9, 98.4, 93.9", "rm, 99.2, 88.2"})
  void derivedLongTasksAreThoseOfTheBrowser(String name, double recall, double precision)
      throws IOException {
    ObjectNode recording = recording(name);
    List<double[]> tasks = tasks(recording);
    recording.remove("longtasks");
    ReducedProfile reduced = reduced(recording.toString(), LONG_TASKS);
    JsonNode kept = json(text(reduced)).get("trace").get("samples");
    int within = 0;
    int busyWithin = 0;
    int keptAll = 0;
    int keptWithin = 0;
    List<Double> keptTimes = new ArrayList<>();
    for (JsonNode sample : kept) {
      if (sample.has("stackId") || sample.has("marker")) {
        keptAll++;
        keptTimes.add(sample.get("timestamp").asDouble());
        keptWithin += isIn(tasks, sample) ? 1 : 0;
      }
    }
    for (JsonNode sample : recording.get("trace").get("samples")) {
      if (isIn(tasks, sample) && (sample.has("stackId") || sample.has("marker"))) {
        within++;
        busyWithin += keptTimes.contains(sample.get("timestamp").asDouble()) ? 1 : 0;
      }
    }
    double share = 100.0 * busyWithin / within;
    double right = 100.0 * keptWithin / keptAll;
    assertTrue(share >= recall && right >= precision, name + ": " + share + " %, " + right + " %");
    assertEquals(keptAll, reduced.reduction().samples());
  }

  /** The browser gives the duration in whole milliseconds, so a bound may be 1 ms off. */
  private static boolean isIn(List<double[]> tasks, JsonNode sample) {
    double time = sample.get("timestamp").asDouble();
    return tasks.stream().anyMatch(task -> task[0] - 1 <= time && time < task[1] + 1);
  }

  private static List<double[]> tasks(JsonNode recording) {
    List<double[]> tasks = new ArrayList<>();
    for (JsonNode task : recording.get("longtasks")) {
      double start = task.get("startTime").asDouble();
      tasks.add(new double[] {start, start + task.get("duration").asDouble()});
    }
    return tasks;
  }

  private static ObjectNode recording(String name) throws IOException {
    Path file = RECORDINGS.resolve(name + ".json");
    assumeTrue(Files.exists(file));
    return (ObjectNode) JSON.readTree(file.toFile());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void keptLongTasksTakeFourTenthsOfTheBytes(boolean isListed) throws IOException {
    long before = 0;
    long after = 0;
    for (String name : List.of("r1", "r8", "r9")) {
      ObjectNode recording = recording(name);
      before += recording.get("trace").toString().length();
      if (!isListed) {
        recording.remove("longtasks");
      }
      ReducedProfile reduced = reduced(recording.toString(), LONG_TASKS);
      after += recording.get("trace").toString().length() - reduced.reduction().saved();
      LongTaskWindows windows = reduced.reduction().windows();
      assertTrue(windows != null && windows.isListed() == isListed && windows.count() > 30);
    }
    double percent = 100.0 * after / before;
    assertEquals(isListed ? 36.6 : 41.5, percent, 1.0);
  }

  @Test
  void coarseRecordingNeedsItsList() throws IOException {
    ObjectNode recording = recording("r50");
    assertEquals(45, tasks(recording).size());
    Reduction reduction = reduced(recording.toString(), LONG_TASKS).reduction();
    assertTrue(reduction.windows() != null && reduction.windows().isListed());
    recording.remove("longtasks");
    ReducibleProfile profile =
        assertInstanceOf(ReducibleProfile.class, TimedTraces.profile(recording.toString()));
    assertInstanceOf(UnreducedProfile.class, profile.reduce(LONG_TASKS, Allowances.plenty()));
  }
}

package dev.symbolicator.profile.formats;

import static dev.symbolicator.profile.formats.Profiles.read;
import static dev.symbolicator.profile.formats.Profiles.resource;
import static dev.symbolicator.profile.formats.Profiles.written;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.TimedProfile;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.testing.Allowances;
import dev.symbolicator.timeline.FunctionList;
import dev.symbolicator.timeline.FunctionTimes;
import dev.symbolicator.timeline.PseudoFunction;
import dev.symbolicator.timeline.Timeline;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class TimelineTest {
  private static final String CPU =
      """
      {"nodes":[{"id":1,"callFrame":{"functionName":"(root)","scriptId":"0","url":"","lineNumber":-1,
      "columnNumber":-1},"children":[2,3,4]},{"id":2,"callFrame":{"functionName":"(idle)","url":""}},
      {"id":3,"callFrame":{"functionName":"f","scriptId":"7","url":"http://x/a.js","lineNumber":0,
      "columnNumber":5},"children":[5]},{"id":4,"callFrame":{"functionName":"(program)","url":""}},
      {"id":5,"callFrame":{"functionName":"f","scriptId":"7","url":"http://x/a.js","lineNumber":0,
      "columnNumber":5}}],"startTime":1000,"endTime":2000,"samples":%s,"timeDeltas":%s}
      """;

  @Test
  void exampleOfMdnHasItsTimes() {
    Timeline timeline = TimedTraces.timeline(TimedTraces.MDN);
    FunctionTimes times = FunctionTimes.of(timeline);
    assertEquals(625, timeline.interval());
    assertEquals(2_972_735, timeline.start());
    assertEquals(2_981_280, timeline.end());
    assertEquals(755, times.self(0));
    assertEquals(0, times.self(1));
    assertEquals(6_540, times.self(2));
    assertEquals(1_250, times.self(3));
    assertEquals(8_545, times.total(1));
    assertEquals(7_790, times.total(3));
    assertEquals(0, times.idle());
    assertEquals(FunctionList.NO_FRAME, timeline.functions().frame(0));
    assertEquals("Profiler", timeline.functions().name(0));
    assertEquals(0, timeline.functions().frame(1));
  }

  @Property
  void timesAreThoseOfTheRules(@ForAll long seed) {
    assertAsByTheRules(TimedTraces.random(new Random(seed)));
  }

  @TestFactory
  Stream<DynamicTest> timesOfRecordedTraceAreThoseOfTheRules() {
    return TimedTraces.recorded().stream()
        .map(
            file ->
                DynamicTest.dynamicTest(
                    file.toString(), () -> assertAsByTheRules(Files.readString(file))));
  }

  private static void assertAsByTheRules(String body) {
    Timeline timeline = TimedTraces.timeline(body);
    FunctionTimes times = FunctionTimes.of(timeline);
    NaiveTimes naive = new NaiveTimes(body);
    Map<String, Long> self = new TreeMap<>();
    Map<String, Long> total = new TreeMap<>();
    for (int i = -PseudoFunction.values().length; i < timeline.functions().size(); i++) {
      String name = i < 0 ? PseudoFunction.of(i).label() : Integer.toString(i);
      self.merge(name, times.self(i), Long::sum);
      total.merge(name, times.total(i), Long::sum);
    }
    self.values().removeIf(time -> time == 0);
    total.values().removeIf(time -> time == 0);
    naive.self.values().removeIf(time -> time == 0);
    naive.total.values().removeIf(time -> time == 0);
    assertEquals(naive.self, self);
    assertEquals(naive.total, total);
    assertEquals(naive.idle, times.idle());
    assertEquals(
        timeline.end() - timeline.start(),
        times.idle() + self.values().stream().mapToLong(Long::longValue).sum());
  }

  @Test
  void lateSamplesAreInTheOrderOfTime() {
    Timeline timeline =
        TimedTraces.timeline(
            trace(
                "{\"frameId\":0}",
                "{\"timestamp\":1},{\"timestamp\":9},{\"timestamp\":3,\"stackId\":0}"));
    assertEquals(6_000, FunctionTimes.of(timeline).total(0));
  }

  @Test
  void deepRecursionCountsOnce() {
    StringBuilder stacks = new StringBuilder("{\"frameId\":0}");
    for (int i = 0; i < 100_000; i++) {
      stacks.append(",{\"frameId\":0,\"parentId\":").append(i).append('}');
    }
    Timeline timeline =
        TimedTraces.timeline(
            trace(stacks.toString(), "{\"timestamp\":1,\"stackId\":100000},{\"timestamp\":3}"));
    assertEquals(2_000, FunctionTimes.of(timeline).total(0));
    assertEquals(100_001, timeline.tree().depth(timeline.node(0)));
  }

  @Test
  void whatDoesNotFitTogetherIsAProblemWithAPlace() {
    assertProblem(
        trace("{\"frameId\":0,\"parentId\":1},{\"frameId\":0,\"parentId\":0}", ""),
        "/stacks/0/parentId",
        "itself");
    assertProblem(trace("{\"frameId\":1}", ""), "/stacks/0/frameId", "1 entry");
    assertProblem(trace("{\"frameId\":-1}", ""), "/stacks/0/frameId", "index");
    assertProblem(trace("{\"frameId\":0.5}", ""), "/stacks/0/frameId", "index");
    assertProblem(trace("{}", ""), "/stacks/0", "lacks `frameId`");
    assertProblem(trace("7", ""), "/stacks/0", "an object");
    assertProblem(
        trace("{\"frameId\":0},{\"frameId\":0,\"parentId\":2}", ""),
        "/stacks/1/parentId",
        "2 entries");
    String stack = "{\"frameId\":0}";
    assertProblem(trace(stack, "{\"stackId\":0}"), "/samples/0", "lacks `timestamp`");
    assertProblem(trace(stack, "{\"timestamp\":1,\"stackId\":1}"), "/samples/0/stackId", "1 entry");
    assertProblem(trace(stack, "{\"timestamp\":1e400}"), "/samples/0/timestamp", "milliseconds");
    assertProblem(trace(stack, "{\"timestamp\":-1}"), "/samples/0/timestamp", "milliseconds");
    assertProblem(trace(stack, "{\"timestamp\":\"1\"}"), "/samples/0/timestamp", "milliseconds");
    assertProblem(trace(stack, "{\"timestamp\":1,\"marker\":1}"), "/samples/0/marker", "a string");
    assertProblem(
        "{\"trace\":" + trace(stack, "{\"timestamp\":1,\"timestamp\":1}") + "}",
        "/trace/samples/0/timestamp",
        "twice");
  }

  private static void assertProblem(String body, String pointer, String detail) {
    ProfileReading.Invalid problem = TimedTraces.problem(body);
    assertEquals(pointer, problem.pointer());
    assertTrue(problem.detail().contains(detail), problem.detail());
  }

  private static String trace(String stacks, String samples) {
    return "{\"frames\":[{\"name\":\"f\"}],\"resources\":[],\"stacks\":["
        + stacks
        + "],\"samples\":["
        + samples
        + "]}";
  }

  @Test
  void timesOfCpuProfileCountToItsEnd() {
    Timeline timeline = TimedTraces.timeline(CPU.formatted("[2,5,3,4]", "[10,90,100,200]"));
    FunctionTimes times = FunctionTimes.of(timeline);
    int f = timeline.tree().function(timeline.node(1));
    assertEquals(300, times.self(f));
    assertEquals(300, times.total(f));
    assertEquals(600, times.self(PseudoFunction.PROGRAM.function()));
    assertEquals(90, times.idle());
    assertEquals(1010, timeline.start());
    assertEquals(2000, timeline.end());
  }

  @Test
  void samplesOfCpuProfileAreSorted() {
    Timeline timeline = TimedTraces.timeline(CPU.formatted("[2,5,4,2]", "[0,100,-50,200]"));
    assertEquals(1050, timeline.start(1));
    assertEquals(PseudoFunction.PROGRAM.function(), timeline.tree().function(timeline.node(1)));
  }

  @Test
  void samplesOfCpuProfileStayInOrderAtOneTime() {
    Random random = new Random(7);
    StringBuilder samples = new StringBuilder("2");
    StringBuilder deltas = new StringBuilder("100000");
    for (int i = 1; i < 1000; i++) {
      samples.append(random.nextBoolean() ? ",3" : ",4");
      deltas.append(',').append(random.nextInt(200) - 99);
    }
    Timeline timeline =
        TimedTraces.timeline(CPU.formatted("[" + samples + "]", "[" + deltas + "]"));
    for (int i = 0; i < timeline.size(); i++) {
      assertTrue(timeline.weight(i) >= 0);
    }
  }

  @Test
  void whatDoesNotFitTogetherInCpuProfileIsAProblem() {
    assertProblem(CPU.formatted("[9]", "[1]"), "/samples/0", "No node");
    assertProblem(CPU.formatted("[2]", "[]"), "/timeDeltas", "as many");
    assertProblem(CPU.formatted("[2]", "[-1e6]"), "/timeDeltas/0", "microseconds");
    assertProblem(CPU.formatted("[2]", "[null]"), "/timeDeltas/0", "a number");
    assertProblem(CPU.formatted("{}", "[]"), "/samples", "an array");
    assertProblem(
        CPU.formatted("[2]", "[1]").replace("\"children\":[5]", "\"children\":[6]"),
        "/nodes/2",
        "6");
    assertProblem(
        CPU.formatted("[2]", "[1]").replace("\"children\":[5]", "\"children\":[3]"),
        "/nodes/2",
        "two nodes");
    assertProblem(
        CPU.formatted("[2]", "[1]").replace("\"id\":5", "\"id\":4"), "/nodes/4", "no other");
    String cyclic =
        CPU.formatted("[2]", "[1]")
            .replace("[2,3,4]", "[2,4]")
            .replace("\"id\":5,", "\"id\":5,\"children\":[3],");
    assertProblem(cyclic, "/nodes/2", "itself");
  }

  @Test
  void onlyCpuProfilesOfV8AreTimed() {
    String heap =
        "{\"head\":{\"callFrame\":{\"functionName\":\"f\",\"url\":\"http://x/a.js\","
            + "\"lineNumber\":0,\"columnNumber\":0},\"selfSize\":1,\"children\":[]}}";
    assertFalse(TimedTraces.profile(heap).isTimed());
  }

  @Test
  void tooLittleMemoryEndsTheReading() throws IOException {
    for (String body : new String[] {TimedTraces.MDN, CPU.formatted("[2]", "[1]")}) {
      TimedProfile profile = TimedTraces.profile(body);
      assertThrows(Allowance.Exceeded.class, () -> profile.timeline(Allowances.of(0)));
    }
  }

  @Test
  void profilesOfChromeAndNodeAreRead() throws IOException {
    Path recorded = Path.of("../shared/formats/chrome/app.cpuprofile");
    if (Files.exists(recorded)) {
      Timeline timeline = TimedTraces.timeline(Files.readString(recorded));
      assertTrue(timeline.size() > 100);
    }
  }

  private static final Path CORPUS = Path.of("../shared/corpus");

  @TestFactory
  Stream<DynamicTest> ownTracesRoundTrip() {
    return Stream.of("mini-unicode-esbuild.json", "mini-terser-lines.json")
        .map(name -> DynamicTest.dynamicTest(name, () -> assertRoundTrips(resource(name))));
  }

  @TestFactory
  Stream<DynamicTest> corpusTracesRoundTrip() throws IOException {
    Assumptions.assumeTrue(Files.isDirectory(CORPUS), "no corpus beside the project");
    List<Path> traces;
    try (Stream<Path> cases = Files.list(CORPUS)) {
      traces = cases.map(dir -> dir.resolve("trace.json")).filter(Files::exists).sorted().toList();
    }
    assertFalse(traces.isEmpty());
    return traces.stream()
        .map(
            trace ->
                DynamicTest.dynamicTest(
                    trace.getParent().getFileName().toString(),
                    () -> assertRoundTrips(Files.readAllBytes(trace))));
  }

  private static void assertRoundTrips(byte[] body) throws IOException {
    Profile profile = read(body);
    assertArrayEquals(body, written(profile, frame -> null, null));
    assertFalse(profile.frames().isEmpty());
    byte[] output =
        written(
            profile,
            frame ->
                frame.index() % 3 == 0
                    ? null
                    : new OriginalFrame("src/" + frame.index() % 7, frame.index(), 4, "größer"),
            null);
    JsonNode before = new ObjectMapper().readTree(body);
    JsonNode after = new ObjectMapper().readTree(output);
    assertEquals(text(body, "\"samples\":["), text(output, "\"samples\":["));
    assertEquals(before.get("stacks"), after.get("stacks"));
    Profile again = read(output);
    for (ProfileFrame frame : again.frames()) {
      if (frame.index() % 3 == 0) {
        assertEquals(profile.frames().get(frame.index()), frame);
      } else {
        assertEquals("src/" + frame.index() % 7, again.scripts().get(frame.script()));
        assertEquals(frame.index(), frame.line());
        assertEquals(4, frame.column());
        assertEquals("größer", frame.name());
      }
    }
  }

  /** Chromium writes the samples and the stacks last. */
  private static String text(byte[] trace, String from) {
    String text = new String(trace, StandardCharsets.UTF_8);
    return text.substring(text.indexOf(from));
  }
}

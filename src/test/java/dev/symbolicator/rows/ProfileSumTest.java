package dev.symbolicator.rows;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.symbolicator.export.ShownProfile;
import dev.symbolicator.export.WeightedProfile;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.Profile.TimedProfile;
import dev.symbolicator.profile.Profile.TimedProfile.TimelineReading.ReadTimeline;
import dev.symbolicator.profile.formats.TimedTraces;
import dev.symbolicator.rows.ProfileSum.Baseline;
import dev.symbolicator.rows.RowsRequest.RowKind;
import dev.symbolicator.testing.Allowances;
import dev.symbolicator.testing.RowOracle;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProfileSumTest {
  private static final int ALL_NODES = ProfileSum.MAX_NODES;
  private static final Baseline BASELINE = new Baseline("release", "1");

  private static ReadTimeline timeline(TimedProfile profile) {
    return assertInstanceOf(ReadTimeline.class, profile.timeline(Allowances.plenty()));
  }

  private static ShownProfile shown(String body) {
    TimedProfile profile = TimedTraces.profile(body);
    return new ShownProfile(
        timeline(profile).timeline(), profile, frame -> null, null, Allowances.plenty());
  }

  private static List<JsonNode> rows(ProfileRows rows) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    rows.writeTo(out);
    assertTrue(out.size() <= rows.mostBytes(), () -> out.size() + " > " + rows.mostBytes());
    return RowOracle.rows(out.toString(UTF_8));
  }

  private static List<JsonNode> rows(ProfileSum sum, RowKind kind) throws IOException {
    return rows(new ProfileRows(kind, sum, Allowances.plenty()));
  }

  private static JsonNode profile(String body) throws IOException {
    TimedProfile profile = TimedTraces.profile(body);
    RowHead head = new RowHead("", "", List.of());
    return rows(new ProfileRows(
            RowKind.PROFILES, head, timeline(profile), shown(body), Allowances.plenty()))
        .get(0);
  }

  /** Adds the numbers of a row of a profile, those of stacks by their ids. */
  private static void add(JsonNode profile, Map<String, Long> sums) {
    for (String column : List.of("samples", "idle_us", "capped_us")) {
      sums.merge(column, profile.get(column).asLong(), Long::sum);
    }
    for (int i = 0; i < profile.get("stack_ids").size(); i++) {
      String stack = profile.get("stack_ids").get(i).asText();
      sums.merge(stack, profile.get("stack_self_us").get(i).asLong(), Long::sum);
      sums.merge("n" + stack, profile.get("stack_samples").get(i).asLong(), Long::sum);
    }
  }

  private static Map<String, Long> numbers(JsonNode profile) {
    Map<String, Long> sums = new HashMap<>();
    add(profile, sums);
    return sums;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void sumHasTheRowsOfItsProfiles(long seed) throws IOException {
    Random random = new Random(seed);
    ProfileSum one = ProfileSum.of(null, ALL_NODES, Long.MAX_VALUE, Allowances.plenty());
    ProfileSum two = ProfileSum.of(BASELINE, ALL_NODES, Long.MAX_VALUE, Allowances.plenty());
    List<Map<String, Long>> expected = List.of(new HashMap<>(), new HashMap<>(), new HashMap<>());
    for (int i = 0; i < 200; i++) {
      String body = TimedTraces.random(random);
      int side = random.nextInt(2);
      one.add(shown(body), 0);
      two.add(shown(body), side);
      JsonNode row = profile(body);
      add(row, expected.get(side));
      add(row, expected.get(2));
    }
    List<JsonNode> sides = rows(two, RowKind.PROFILES);
    assertEquals(2, sides.size());
    assertTrue(sides.get(0).get("baseline").asBoolean(false));
    assertEquals("false", sides.get(1).get("baseline").toString());
    assertEquals(expected.get(0), numbers(sides.get(0)));
    assertEquals(expected.get(1), numbers(sides.get(1)));
    assertEquals(200, sides.get(0).get("profiles").asInt() + sides.get(1).get("profiles").asInt());
    JsonNode whole = rows(one, RowKind.PROFILES).get(0);
    assertEquals(200, whole.get("profiles").asInt());
    assertTrue(whole.path("baseline").isMissingNode());
    assertEquals(expected.get(2), numbers(whole));
    assertEquals(rows(one, RowKind.STACKS), rows(two, RowKind.STACKS));
  }

  /** Makes the trace of a function that was called by another and ran so many milliseconds. */
  private static String calls(String outer, String inner, int milliseconds) {
    return """
        {"frames":[{"name":"%s"},{"name":"%s"}],"resources":[],
        "stacks":[{"frameId":0},{"frameId":1,"parentId":0}],
        "samples":[{"timestamp":0,"stackId":1},{"timestamp":%d}],"sampleInterval":1000}"""
        .formatted(outer, inner, milliseconds);
  }

  private static Map<String, Long> timesOfPaths(ProfileSum sum) throws IOException {
    Map<String, String> names = new HashMap<>();
    for (JsonNode function : rows(sum, RowKind.FUNCTIONS)) {
      names.put(function.get("function_id").asText(), function.get("name").asText());
    }
    Map<String, String> paths = new HashMap<>();
    for (JsonNode stack : rows(sum, RowKind.STACKS)) {
      List<String> path = new ArrayList<>();
      stack.get("path").forEach(id -> path.add(names.get(id.asText())));
      paths.put(stack.get("stack_id").asText(), String.join(";", path));
    }
    Map<String, Long> times = new HashMap<>();
    JsonNode profile = rows(sum, RowKind.PROFILES).get(0);
    for (int i = 0; i < profile.get("stack_ids").size(); i++) {
      times.put(
          paths.get(profile.get("stack_ids").get(i).asText()),
          profile.get("stack_self_us").get(i).asLong());
    }
    return times;
  }

  @Test
  void smallestNodesOfTooManyAreFoldedIntoTheirCallers() throws IOException {
    ProfileSum sum = ProfileSum.of(null, 8, Long.MAX_VALUE, Allowances.plenty());
    sum.add(shown(calls("main", "slow", 500)), 0);
    sum.add(shown(calls("main", "a", 3)), 0);
    sum.add(shown(calls("main", "b", 4)), 0);
    sum.add(shown(calls("main", "c", 90)), 0);
    sum.add(shown(calls("other", "d", 40)), 0);
    sum.add(shown(calls("main", "e", 2)), 0);
    assertEquals(0, sum.folded(), "eight nodes are not too many");
    sum.add(shown(calls("main", "f", 1)), 0);
    assertEquals(3, sum.folded());
    assertEquals(
        Map.of(
            "main", 6000L,
            "main;slow", 500_000L,
            "main;b", 4000L,
            "main;c", 90_000L,
            "other;d", 40_000L),
        timesOfPaths(sum));
  }

  @Test
  void outermostNodesAreFoldedIntoOne() throws IOException {
    ProfileSum sum = ProfileSum.of(null, 4, Long.MAX_VALUE, Allowances.plenty());
    sum.add(shown(calls("main", "slow", 500)), 0);
    sum.add(shown(calls("x", "y", 20)), 0);
    sum.add(shown(calls("z", "y", 10)), 0);
    assertEquals(
        Map.of("main;slow", 500_000L, "x", 20_000L, "(folded)", 10_000L), timesOfPaths(sum));
  }

  @Test
  void everNewFunctionsAreForgottenWithTheirNodes() throws IOException {
    int maxBytes = 100_000;
    Allowance memory = Allowances.plenty();
    ProfileSum sum = ProfileSum.of(null, ALL_NODES, maxBytes, memory);
    for (int i = 0; i < 3000; i++) {
      sum.add(shown(calls("main", "f" + i, 1)), 0);
      assertTrue(memory.held() <= maxBytes, () -> memory.held() + " bytes");
    }
    WeightedProfile shown = sum.counted();
    assertTrue(sum.folded() > 2000, () -> sum.folded() + " folded");
    assertEquals(shown.tree().size(), shown.functions());
    assertEquals(3_000_000, sum("stack_self_us", sum));
  }

  @Test
  void sumThatIsTooLargeWithAFewNodesKeepsThem() throws IOException {
    ProfileSum sum = ProfileSum.of(null, ALL_NODES, 1, Allowances.plenty());
    sum.add(shown(calls("main", "f", 1)), 0);
    assertEquals(Map.of("main;f", 1000L), timesOfPaths(sum));
  }

  @Test
  void foldingEndsWhenNoNodeCanGo() throws IOException {
    ProfileSum sum = ProfileSum.of(null, ALL_NODES, 1, Allowances.plenty());
    for (int i = 1; i <= 9; i++) {
      sum.add(shown(calls("f" + i, "f" + i, i).replace(",\"parentId\":0", "")), 0);
    }
    assertTrue(sum.counted().tree().size() <= 4);
    assertEquals(45_000, sum("stack_self_us", sum));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void foldingLosesNoTimeAndKeepsTheLimit(long seed) throws IOException {
    Random random = new Random(seed);
    ProfileSum folded = ProfileSum.of(null, 100, Long.MAX_VALUE, Allowances.plenty());
    ProfileSum whole = ProfileSum.of(null, ALL_NODES, Long.MAX_VALUE, Allowances.plenty());
    for (int i = 0; i < 300; i++) {
      String body = TimedTraces.random(random);
      folded.add(shown(body), 0);
      whole.add(shown(body), 0);
      assertTrue(folded.counted().tree().size() <= 100);
    }
    assertTrue(folded.folded() > 100, () -> folded.folded() + " folded");
    assertEquals(0, whole.folded());
    for (String column : List.of("stack_self_us", "stack_samples")) {
      assertEquals(sum(column, whole), sum(column, folded));
    }
  }

  private static long sum(String column, ProfileSum sum) throws IOException {
    long all = 0;
    for (JsonNode value : rows(sum, RowKind.PROFILES).get(0).get(column)) {
      all += value.asLong();
    }
    return all;
  }

  @Test
  void functionOfOneKeyAtSeveralPlacesHasNoPlace() {
    String body =
        """
        {"frames":[{"name":"","resourceId":0,"line":1,"column":%d}],"resources":["http://x/app.js"],
        "stacks":[{"frameId":0}],"samples":[{"timestamp":0,"stackId":0}]}""";
    ProfileSum sum = ProfileSum.of(null, ALL_NODES, Long.MAX_VALUE, Allowances.plenty());
    sum.add(shown(body.formatted(9)), 0);
    assertEquals(8, sum.counted().shown(0).column());
    sum.add(shown(body.formatted(9)), 0);
    assertEquals(8, sum.counted().shown(0).column());
    sum.add(shown(body.formatted(30)), 0);
    assertEquals(1, sum.counted().functions());
    assertEquals(-1, sum.counted().shown(0).column());
    assertEquals("http://x/app.js", sum.counted().shown(0).file());
  }

  @Test
  void baselineWithoutTimeIsNotScaled() {
    ProfileSum sum = ProfileSum.of(BASELINE, ALL_NODES, Long.MAX_VALUE, Allowances.plenty());
    sum.add(shown("{\"frames\":[],\"resources\":[],\"stacks\":[],\"samples\":[]}"), 0);
    sum.add(shown(calls("f", "g", 20)), 1);
    WeightedProfile shown = sum.normalised(false);
    assertEquals(0, shown.selfTimes(WeightedProfile.BASELINE).get(1));
    assertEquals(20_000, shown.selfTimes(WeightedProfile.SUBJECT).get(1));
  }

  @Test
  void baselineIsNotScaledToASubjectWithoutTime() {
    ProfileSum sum = ProfileSum.of(BASELINE, ALL_NODES, Long.MAX_VALUE, Allowances.plenty());
    sum.add(shown(calls("f", "g", 20)), 0);
    sum.add(shown("{\"frames\":[],\"resources\":[],\"stacks\":[],\"samples\":[]}"), 1);
    assertEquals(20_000, sum.normalised(false).selfTimes(WeightedProfile.BASELINE).get(1));
  }

  @Test
  void tooLittleMemoryEndsTheSum() {
    ProfileSum sum = ProfileSum.of(null, ALL_NODES, Long.MAX_VALUE, Allowances.of(1 << 18));
    ShownProfile deep = shown(TimedTraces.deepStacks());
    assertThrows(Allowance.Exceeded.class, () -> sum.add(deep, 0));
  }
}

package dev.symbolicator.rows;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.symbolicator.config.RowsConfig;
import dev.symbolicator.config.RowsConfig.Dimensions.Parser;
import dev.symbolicator.export.ShownProfile;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.Profile.FrameIdentity;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.TimedProfile;
import dev.symbolicator.profile.Profile.TimedProfile.TimelineReading.ReadTimeline;
import dev.symbolicator.profile.ProfileReading.Invalid;
import dev.symbolicator.profile.ProfileReading.UnreadableException;
import dev.symbolicator.profile.formats.TimedTraces;
import dev.symbolicator.rows.RowsRequest.Dimension;
import dev.symbolicator.rows.RowsRequest.RowKind;
import dev.symbolicator.testing.Allowances;
import dev.symbolicator.testing.RowOracle;
import dev.symbolicator.testing.Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProfileRowsTest {
  private static final String ID = "bb6e618c300ecea9";

  /** A native function and the garbage collector within {@code b}, idle time, and a long pause. */
  private static final String TRACE =
      """
      {"frames":[{"name":"Array.map"},{"name":"a","resourceId":0,"line":1,"column":1},
      {"name":"b","resourceId":0,"line":2,"column":5}],
      "resources":["https://cdn.example.com/x/app.js?v=1"],
      "stacks":[{"frameId":1},{"frameId":2,"parentId":0},{"frameId":0,"parentId":1}],
      "samples":[{"timestamp":0,"stackId":1},{"timestamp":10,"stackId":2},
      {"timestamp":20,"stackId":1,"marker":"gc"},{"timestamp":30},{"timestamp":40,"stackId":0},
      {"timestamp":1040,"stackId":0}]}""";

  private static @Nullable OriginalFrame original(ProfileFrame frame) {
    return frame.name().equals("b")
        ? new OriginalFrame("webpack://shop/./src/Cart.tsx", 0, 13, "Cart")
        : null;
  }

  private static @Nullable FrameIdentity identity(ProfileFrame frame) {
    return frame.name().equals("b")
        ? new FrameIdentity(ID, "", "src/Cart.tsx", "app", null, "Cart", "", "name")
        : null;
  }

  private static byte[] bytes(String body, RowKind kind, List<Dimension> dimensions) {
    return bytes(body, kind, dimensions, ProfileRowsTest::original, Allowances.plenty());
  }

  private static byte[] bytes(
      String body,
      RowKind kind,
      List<Dimension> dimensions,
      Function<ProfileFrame, @Nullable OriginalFrame> originals,
      Allowance memory) {
    TimedProfile profile = TimedTraces.profile(body);
    ReadTimeline reading = assertInstanceOf(ReadTimeline.class, profile.timeline(memory));
    ShownProfile shown =
        new ShownProfile(reading.timeline(), profile, originals, ProfileRowsTest::identity, memory);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      RowHead head = RowHead.of(profile, new RowsRequest(kind, dimensions), "1.4.2");
      ProfileRows rows = new ProfileRows(kind, head, reading, shown, memory);
      rows.writeTo(out);
      assertTrue(out.size() <= rows.mostBytes(), () -> out.size() + " > " + rows.mostBytes());
    } catch (IOException | UnreadableException e) {
      throw new AssertionError(e);
    }
    return out.toByteArray();
  }

  private static List<JsonNode> rows(String body, RowKind kind, Dimension... dimensions)
      throws IOException {
    return RowOracle.rows(new String(bytes(body, kind, List.of(dimensions)), UTF_8));
  }

  @Test
  void rowsOfAProfileByValue() throws IOException {
    String body = TRACE.replaceFirst("\\{", "{\"timeOrigin\":1700000000000.5,");
    String a = RowOracle.function(null, null, "/x/app.js", "a");
    String map = RowOracle.function("native", null, null, "Array.map");
    String gc = RowOracle.function("native", null, null, "(garbage collector)");
    String root = "0000000000000000";
    String ofA = RowOracle.stack(root, a);
    String ofCart = RowOracle.stack(ofA, ID);
    String ofMap = RowOracle.stack(ofCart, map);
    String ofGc = RowOracle.stack(ofCart, gc);
    String expected =
        """
        {"kind":"function","function_id":"%1$s","stability":"none","name":"a","normal_path":"/x/app.js"}
        {"kind":"function","function_id":"%2$s","stability":"name","name":"Cart","qualified":"Cart","package":"","version":"","normal_path":"src/Cart.tsx","origin":"app","source":"webpack://shop/./src/Cart.tsx","line":1,"column":14}
        {"kind":"function","function_id":"%3$s","stability":"none","name":"Array.map","origin":"native"}
        {"kind":"function","function_id":"%4$s","stability":"none","name":"(garbage collector)","origin":"native"}
        {"kind":"stack","stack_id":"%6$s","parent_id":"%5$s","function_id":"%1$s","depth":1,"path":["%1$s"]}
        {"kind":"stack","stack_id":"%7$s","parent_id":"%6$s","function_id":"%2$s","depth":2,"path":["%1$s","%2$s"]}
        {"kind":"stack","stack_id":"%8$s","parent_id":"%7$s","function_id":"%3$s","depth":3,"path":["%1$s","%2$s","%3$s"]}
        {"kind":"stack","stack_id":"%9$s","parent_id":"%7$s","function_id":"%4$s","depth":3,"path":["%1$s","%2$s","%4$s"]}
        {"kind":"profile","profile_id":"%10$s","ts":"2023-11-14T22:13:20.000500Z","release":"1.4.2","page":"/cart","samples":6,"idle_us":10000,"capped_us":900000,"stack_ids":["%6$s","%7$s","%8$s","%9$s"],"leaf_ids":["%1$s","%2$s","%3$s","%4$s"],"stack_samples":[2,1,1,1],"stack_self_us":[110000,10000,10000,10000]}
        """
            .formatted(
                a,
                ID,
                map,
                gc,
                root,
                ofA,
                ofCart,
                ofMap,
                ofGc,
                RowOracle.sha(body).substring(0, 16));
    byte[] all = bytes(body, RowKind.ALL, List.of(new Dimension("page", "/cart")));
    assertEquals(expected, new String(all, UTF_8));
  }

  @Test
  void oneKindAloneHasTheSameRowsWithoutTheKind() throws IOException {
    List<String> all = new ArrayList<>();
    for (JsonNode row : rows(TRACE, RowKind.ALL)) {
      all.add(row.toString().replaceFirst("\"kind\":\"\\w+\",", ""));
    }
    List<String> single = new ArrayList<>();
    for (RowKind kind : List.of(RowKind.FUNCTIONS, RowKind.STACKS, RowKind.PROFILES)) {
      rows(TRACE, kind).forEach(row -> single.add(row.toString()));
    }
    assertEquals(all, single);
  }

  @Test
  void functionsOfOneKeyAreOneRowAndTheirStacksOneStack() throws IOException {
    String body =
        """
        {"frames":[{"name":"","resourceId":0,"line":1,"column":1},
        {"name":"","resourceId":0,"line":1,"column":9}],"resources":["/app.js"],
        "stacks":[{"frameId":0},{"frameId":1},{"frameId":1,"parentId":0},{"frameId":0,"parentId":1}],
        "samples":[{"timestamp":0,"stackId":2},{"timestamp":10,"stackId":3},{"timestamp":20}]}""";
    List<JsonNode> rows = rows(body, RowKind.ALL);
    assertEquals(4, rows.size());
    assertEquals("[2]", rows.get(3).get("stack_samples").toString());
    assertEquals("[20000]", rows.get(3).get("stack_self_us").toString());
  }

  @Test
  void cpuProfileHasRows() throws IOException {
    String body =
        """
        {"nodes":[{"id":1,"callFrame":{"functionName":"(root)","scriptId":"0","url":"","lineNumber":-1,"columnNumber":-1},"children":[2,3]},
        {"id":2,"callFrame":{"functionName":"b","scriptId":"1","url":"/app.js","lineNumber":0,"columnNumber":4}},
        {"id":3,"callFrame":{"functionName":"(idle)","scriptId":"0","url":"","lineNumber":-1,"columnNumber":-1}}],
        "startTime":0,"endTime":1000000,"samples":[2,3],"timeDeltas":[0,300000]}""";
    List<JsonNode> rows = rows(body, RowKind.ALL);
    assertEquals(ID, rows.get(0).get("function_id").asText());
    JsonNode profile = rows.get(rows.size() - 1);
    assertFalse(profile.has("ts"));
    assertEquals("[300000]", profile.get("stack_self_us").toString());
    assertEquals(700_000, profile.get("idle_us").asLong());
    assertEquals(0, profile.get("capped_us").asLong());
    assertEquals(2, profile.get("samples").asInt());
  }

  @Test
  void profileWithoutSamplesIsARowWithoutStacks() throws IOException {
    String empty = "{\"frames\":[],\"resources\":[],\"stacks\":[],\"samples\":[]}";
    List<JsonNode> rows = rows(empty, RowKind.ALL);
    assertEquals(1, rows.size());
    assertEquals(0, rows.get(0).get("samples").asInt());
    assertEquals(0, rows.get(0).get("stack_ids").size());
    assertEquals(List.of(), rows(empty, RowKind.STACKS));
  }

  /** The same profile twice gives the same bytes, and no time is lost. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void randomProfilesKeepTheirTimeAndTheirKeys(long seed) throws IOException {
    Random random = new Random(seed);
    for (int i = 0; i < 300; i++) {
      String body = TimedTraces.random(random);
      byte[] all = bytes(body, RowKind.ALL, List.of());
      assertArrayEquals(all, bytes(body, RowKind.ALL, List.of()));
      assertFalse(new String(all, UTF_8).contains("\\ud8"), "no store reads lone surrogates");
      Set<String> functions = new HashSet<>();
      Set<String> stacks = new HashSet<>(Set.of("0000000000000000"));
      for (JsonNode row : RowOracle.rows(new String(all, UTF_8))) {
        switch (row.get("kind").asText()) {
          case "function" -> assertTrue(functions.add(row.get("function_id").asText()), body);
          case "stack" -> {
            String function = row.get("function_id").asText();
            String parent = row.get("parent_id").asText();
            assertTrue(functions.contains(function) && stacks.contains(parent), body);
            assertEquals(RowOracle.stack(parent, function), row.get("stack_id").asText());
            assertTrue(row.get("stack_id").asText().matches("[0-7][0-9a-f]{15}"));
            assertEquals(row.get("depth").asInt(), row.get("path").size());
            assertTrue(stacks.add(row.get("stack_id").asText()), body);
          }
          default -> {
            TimedProfile profile = TimedTraces.profile(body);
            ReadTimeline reading =
                assertInstanceOf(ReadTimeline.class, profile.timeline(Allowances.plenty()));
            long time = row.get("idle_us").asLong() + row.get("capped_us").asLong();
            for (JsonNode self : row.get("stack_self_us")) {
              time += self.asLong();
            }
            assertEquals(reading.timeline().end() - reading.timeline().start(), time, body);
            row.get("stack_ids").forEach(id -> assertTrue(stacks.contains(id.asText())));
          }
        }
      }
    }
  }

  @Test
  void deepStacksAreCountedBeforeTheyAreWritten() {
    TimedProfile profile = TimedTraces.profile(TimedTraces.deepStacks());
    ReadTimeline reading =
        assertInstanceOf(ReadTimeline.class, profile.timeline(Allowances.plenty()));
    ShownProfile shown =
        new ShownProfile(reading.timeline(), profile, frame -> null, null, Allowances.plenty());
    RowHead head = new RowHead("", "", List.of());
    assertThrows(
        Allowance.Exceeded.class,
        () -> new ProfileRows(RowKind.ALL, head, reading, shown, Allowances.of(1 << 18)));
    ProfileRows all = new ProfileRows(RowKind.ALL, head, reading, shown, Allowances.plenty());
    assertTrue(all.mostBytes() > 500_000_000, () -> all.mostBytes() + " bytes");
    ProfileRows one = new ProfileRows(RowKind.PROFILES, head, reading, shown, Allowances.plenty());
    assertTrue(one.mostBytes() < 1_000_000, () -> one.mostBytes() + " bytes");
  }

  private static String named(String member) throws UnreadableException {
    String body = TRACE.substring(0, TRACE.length() - 1);
    return head("{" + member + ",\"trace\":" + body + ",\"page\":3}}").dimensions().get(0).value();
  }

  private static RowHead head(String body) throws UnreadableException {
    List<Dimension> dimensions = List.of(new Dimension("page", "asked"));
    return RowHead.of(
        TimedTraces.profile(body), new RowsRequest(RowKind.PROFILES, dimensions), null);
  }

  @Test
  void dimensionIsAMemberBesideTheTrace() throws UnreadableException {
    assertEquals("/ü\u2028", named("\"page\":\"/\\u00fc\\u2028\""));
    assertEquals("", named("\"page\":\"\""));
    assertEquals("asked", named("\"page\":null"));
    assertEquals("asked", named("\"x\":{\"page\":\"\\n\"}"));
    assertEquals("x".repeat(200), named("\"page\":\"" + "x".repeat(200) + "\""));
    assertEquals("é".repeat(200), named("\"page\":\"" + "\\u00e9".repeat(200) + "\""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"a\\nb\"", "\"\\u0085\"", "3", "{}", "[\"a\"]", "true"})
  void valueThatIsNoPlainTextIsAProblem(String value) {
    Invalid problem =
        assertInstanceOf(
            Invalid.class,
            assertThrows(UnreadableException.class, () -> named("\"page\":" + value)).reading());
    assertEquals("/page", problem.pointer());
    assertEquals(8, problem.byteOffset());
  }

  @ParameterizedTest
  @ValueSource(ints = {201, 1201, 100_000})
  void valueIsLimited(int length) {
    assertThrows(UnreadableException.class, () -> named("\"page\":\"" + "x".repeat(length) + "\""));
  }

  @Test
  void releaseOfTheProfileCountsBeforeTheCallers() throws UnreadableException {
    TimedProfile profile = TimedTraces.profile("{\"release\":\"2.0\",\"trace\":" + TRACE + "}");
    RowsRequest wanted = new RowsRequest(RowKind.PROFILES, List.of());
    assertEquals("2.0", RowHead.of(profile, wanted, "1.4.2").release());
    assertEquals("", RowHead.of(TimedTraces.profile(TRACE), wanted, null).release());
  }

  @ParameterizedTest
  @CsvSource({
    "https://cdn.example.com/x/app.js?v=1/2#a, /x/app.js",
    "https://cdn.example.com?x=/y, /",
    "https://cdn.example.com, /",
    "/app.js?a://b/c, /app.js",
    "webpack-internal:///./src/a.js, /./src/a.js",
    "node:fs, node:fs",
    "'DATA:text/javascript,f()', DATA:",
    "blob:https://example.com/1b4e, blob:"
  })
  void pathOfAScriptHasNoQuery(String url, String path) {
    assertEquals(path, RowKeys.path(url));
  }

  @Test
  void dimensionsDoNotTakeTheNamesOfColumns() throws IOException {
    for (JsonNode row : rows(TRACE, RowKind.ALL)) {
      if (row.get("kind").asText().equals("profile")) {
        row.fieldNames()
            .forEachRemaining(
                name ->
                    assertThrows(
                        IllegalArgumentException.class, () -> new Parser().convert(name), name));
      }
    }
    assertThrows(IllegalArgumentException.class, () -> new Parser().convert("ts"));
    assertEquals(List.of(), new Parser().convert("none").names());
  }

  @Test
  void dimensionsAreAtMostEightNames() {
    assertEquals(8, new Parser().convert("a,b, c ,d,e,f,g,h_1").names().size());
    for (String wrong :
        List.of("a,b,c,d,e,f,g,h,i", "a,,b", "", "1a", "a-b", "ä", "a,A", "x y", "trace")) {
      assertThrows(IllegalArgumentException.class, () -> new Parser().convert(wrong), wrong);
    }
    Settings settings = Settings.of("symbolicator.rows.dimensions", "a,b,c,d,e,f,g,h,i");
    String told =
        assertThrows(RuntimeException.class, () -> settings.read(RowsConfig.class)).getMessage();
    assertTrue(told.contains("must be at most 8 names"), told);
  }
}

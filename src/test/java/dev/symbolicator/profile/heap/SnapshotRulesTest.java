package dev.symbolicator.profile.heap;

import static dev.symbolicator.profile.heap.Heaps.anyOriginal;
import static dev.symbolicator.profile.heap.Heaps.read;
import static dev.symbolicator.profile.heap.Heaps.reading;
import static dev.symbolicator.profile.heap.Heaps.rewritten;
import static dev.symbolicator.profile.heap.Heaps.utf8;
import static dev.symbolicator.profile.heap.Heaps.written;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.LargeFormat.BodyBytes;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ScriptBuild;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading.Invalid;
import dev.symbolicator.profile.ProfileReading.LimitExceeded;
import dev.symbolicator.profile.ProfileReading.NotJson;
import dev.symbolicator.profile.ProfileReading.OutOfMemory;
import dev.symbolicator.profile.ProfileReading.ReadProfile;
import dev.symbolicator.profile.heap.HeapFormat.HeapProfile;
import dev.symbolicator.profile.heap.SnapshotBuilder.Layout;
import dev.symbolicator.profile.heap.SnapshotView.LocatedNode;
import dev.symbolicator.testing.Allowances;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each rule of what may change in a heap snapshot, on small snapshots of both layouts. */
class SnapshotRulesTest {
  private static final String URL = "http://h/app.js";

  /** Returns a class with two objects, a function, and a function of another script. */
  private static SnapshotBuilder snapshot(Layout layout) {
    SnapshotBuilder builder = new SnapshotBuilder(layout);
    int script = builder.script(3, URL);
    int other = builder.script(5, "http://h/other.js");
    int object = builder.node("object", "c", 24);
    builder.closure("c", 3, 0, 12, script);
    builder.closure("f", 3, 0, 50, script);
    builder.location(object, 3, 0, 12);
    builder.location(builder.node("object", "c", 24), 3, 0, 12);
    builder.closure("g", 5, 2, 4, other);
    builder.node("object", "c", 16);
    return builder;
  }

  @ParameterizedTest
  @EnumSource
  void frameIsADistinctPositionWithTheNameOfItsClosure(Layout layout) {
    HeapProfile profile = read(snapshot(layout));
    assertEquals(List.of(URL, "http://h/other.js"), profile.scripts());
    assertEquals(
        List.of("c 0:12 of 0", "f 0:50 of 0", "g 2:4 of 1"),
        profile.frames().stream()
            .map(
                frame ->
                    "%s %d:%d of %d"
                        .formatted(frame.name(), frame.line(), frame.column(), frame.script()))
            .toList());
    assertEquals("heapsnapshot", profile.format());
    assertEquals(0, profile.sourcesPerFrame());
  }

  @ParameterizedTest
  @EnumSource
  void mappedRowGetsIdLineAndColumnAndKeepsOthers(Layout layout) {
    SnapshotBuilder builder = snapshot(layout);
    SnapshotView view =
        rewritten(builder, frame -> frame.script() == 0 ? anyOriginal(frame) : null);
    assertEquals(
        List.of(
            new LocatedNode("closure", "original_c", 6, 7, 6),
            new LocatedNode("closure", "original_f", 7, 7, 25),
            new LocatedNode("object", "original_c", 6, 7, 6),
            new LocatedNode("object", "original_c", 6, 7, 6),
            new LocatedNode("closure", "g", 5, 2, 4)),
        view.located());
    assertEquals(
        Set.of(
            "+snapshot",
            "nodes.name",
            "locations.script_id",
            "locations.line",
            "locations.column",
            "+strings",
            "+symbolicated_scripts"),
        view.changesSince(SnapshotView.of(utf8(builder.build()))));
  }

  @ParameterizedTest
  @EnumSource
  void unmappedSnapshotStaysByteForByte(Layout layout) {
    byte[] body = utf8(snapshot(layout).build());
    assertArrayEquals(body, written(read(body), frame -> null, null));
  }

  @Test
  void newIdsAreOnePerScriptAndSourceInOrderOfFirstUse() {
    SnapshotBuilder builder = new SnapshotBuilder(Layout.CHROMIUM);
    int first = builder.script(9, URL);
    int second = builder.script(4, URL);
    builder.closure("a", 9, 0, 1, first);
    builder.closure("b", 9, 0, 2, first);
    builder.closure("c", 4, 0, 1, second);
    builder.closure("d", 9, 0, 4, first);
    SnapshotView view =
        rewritten(
            builder, frame -> new OriginalFrame(frame.column() == 4 ? "y.ts" : "x.ts", 0, 0, null));
    assertEquals(
        List.of(10L, 10L, 11L, 12L), view.located().stream().map(LocatedNode::script).toList());
    assertEquals(
        List.of("10 x.ts 9 " + URL, "11 x.ts 4 " + URL, "12 y.ts 9 " + URL),
        view.scripts().stream()
            .map(
                row ->
                    row.get(0)
                        + " "
                        + view.string(row.get(1))
                        + " "
                        + row.get(2)
                        + " "
                        + view.string(row.get(3)))
            .toList());
    assertEquals(
        "[\"script_id\",\"url\",\"generated_script_id\",\"generated_url\"]",
        view.json().at("/snapshot/meta/symbolicated_script_fields").toString());
  }

  @Test
  void scriptsWithOneUrlAndBuildAreLookedUpOnce() {
    SnapshotBuilder builder = new SnapshotBuilder(Layout.NODE20);
    builder.closure("a", 1, 0, 1, builder.script(1, URL));
    builder.closure("b", 2, 0, 1, builder.script(2, URL));
    assertEquals(List.of(URL), read(builder).scripts());
    assertEquals(2, read(builder).frames().size());
  }

  @ParameterizedTest
  @EnumSource
  void tableIsDirectlyBeforeStrings(Layout layout) {
    String written =
        new String(
            written(read(snapshot(layout)), Heaps::anyOriginal, null), StandardCharsets.UTF_8);
    assertTrue(
        written
            .replaceAll("\\s", "")
            .matches(".*\\],\"symbolicated_scripts\":\\[[0-9,]*\\],\"strings\":.*"),
        written);
    assertTrue(written.stripTrailing().endsWith("\"]}"), written);
  }

  @Test
  void eachNewStringIsAppendedOnce() {
    SnapshotBuilder builder = snapshot(Layout.NODE20);
    int before = SnapshotView.of(utf8(builder.build())).json().get("strings").size();
    SnapshotView view =
        rewritten(builder, frame -> new OriginalFrame("one.ts", 1, frame.column(), "one"));
    List<String> added =
        IntStream.range(before, view.json().get("strings").size()).mapToObj(view::string).toList();
    assertEquals(List.of("one.ts", URL, "one", "http://h/other.js"), added);
  }

  @Test
  void stringsWithQuotesAndLoneSurrogatesAreEscaped() {
    SnapshotView view =
        rewritten(
            snapshot(Layout.CHROMIUM), frame -> new OriginalFrame("a\"\n\ud800", 1, 1, "é\\"));
    assertTrue(view.sources().containsValue("a\"\n\ud800"));
    assertEquals("é\\", view.located().get(0).name());
  }

  @Test
  void onlyNodesWithTheNameOfTheFunctionAreRenamed() {
    SnapshotBuilder builder = new SnapshotBuilder(Layout.NODE20);
    int script = builder.script(3, URL);
    builder.closure("<instance_members_initializer>", 3, 0, 12, script);
    builder.closure("a", 3, 0, 12, script);
    builder.location(builder.node("object", "a", 8), 3, 0, 12);
    builder.location(builder.node("object", "Generator", 8), 3, 0, 12);
    builder.location(builder.node("string", "a", 8), 3, 0, 12);
    SnapshotView view = rewritten(builder, frame -> new OriginalFrame("s", 1, 1, "Cache"));
    assertEquals("a", read(builder).frames().get(0).name());
    assertEquals(
        List.of("<instance_members_initializer>", "Cache", "Cache", "Generator", "a"),
        view.located().stream().map(LocatedNode::name).toList());
    assertTrue(view.located().stream().allMatch(node -> node.line() == 1));
  }

  @Test
  void anonymousFunctionGetsItsName() {
    SnapshotBuilder builder = new SnapshotBuilder(Layout.NODE20);
    builder.closure("", 3, 0, 12, builder.script(3, URL));
    SnapshotView view = rewritten(builder, frame -> new OriginalFrame("s", 1, 1, "named"));
    assertEquals("named", view.located().get(0).name());
  }

  @Test
  void nameStaysWithoutAnOriginalName() {
    SnapshotView view =
        rewritten(snapshot(Layout.NODE20), frame -> new OriginalFrame("s", 1, 1, null));
    assertEquals("c", view.located().get(0).name());
    assertFalse(
        view.changesSince(SnapshotView.of(utf8(snapshot(Layout.NODE20).build())))
            .contains("nodes.name"));
  }

  @Test
  void positionWithoutClosureIsMappedAndNotRenamed() {
    SnapshotBuilder builder = new SnapshotBuilder(Layout.CHROMIUM);
    builder.script(3, URL);
    builder.location(builder.node("object", "c", 8), 3, 0, 1);
    assertEquals(
        List.of(new LocatedNode("object", "c", 4, 7, 0)),
        rewritten(builder, Heaps::anyOriginal).located());
  }

  @ParameterizedTest
  @EnumSource
  void traceFunctionsAreOneBasedAndKeepRowsWithoutPosition(Layout layout) {
    SnapshotBuilder builder = new SnapshotBuilder(layout);
    builder.traceFunction("(root)", "", 0, 0, 0);
    builder.traceFunction("f", URL, 3, 1, 51);
    builder.traceFunction("<computed>", URL, 3, 1, 51);
    HeapProfile profile = read(builder);
    assertEquals("heaptimeline", profile.format());
    assertEquals(List.of(URL), profile.scripts());
    assertEquals(50, profile.frames().get(0).column());
    SnapshotView view = rewritten(builder, frame -> new OriginalFrame("s.ts", 4, 2, "total"));
    List<List<Long>> rows = view.rows("trace_function_infos", "trace_function_info_fields");
    assertEquals(List.of(0L, 0L, 0L), rows.get(0).subList(3, 6));
    assertEquals("(root)", view.string(rows.get(0).get(1)));
    assertEquals("total", view.string(rows.get(1).get(1)));
    assertEquals("s.ts", view.string(rows.get(1).get(2)));
    assertEquals(List.of(4L, 5L, 3L), rows.get(1).subList(3, 6));
    assertEquals("<computed>", view.string(rows.get(2).get(1)));
    assertEquals(
        new TreeSet<>(
            Set.of(
                "+snapshot",
                "+strings",
                "+symbolicated_scripts",
                "trace_function_infos.column",
                "trace_function_infos.line",
                "trace_function_infos.name",
                "trace_function_infos.script_id",
                "trace_function_infos.script_name")),
        view.changesSince(SnapshotView.of(utf8(builder.build()))));
  }

  @ParameterizedTest
  @EnumSource
  void rewritingTwiceIsStable(Layout layout) {
    byte[] once = written(read(snapshot(layout)), Heaps::anyOriginal, "{\"mapped\":3}");
    assertTrue(read(once).frames().isEmpty());
    assertArrayEquals(once, written(read(once), Heaps::anyOriginal, "{\"mapped\":3}"));
  }

  @ParameterizedTest
  @EnumSource
  void incompleteSnapshotIsCompletedLater(Layout layout) {
    byte[] first =
        written(
            read(snapshot(layout)), frame -> frame.script() == 0 ? anyOriginal(frame) : null, null);
    HeapProfile again = read(first);
    assertEquals(List.of("http://h/other.js"), again.scripts());
    SnapshotView view = SnapshotView.of(written(again, Heaps::anyOriginal, null));
    assertEquals(3, view.scripts().size());
    assertEquals(Map.of(6L, "src/0.ts", 7L, "src/2.ts", 8L, "src/1.ts"), view.sources());
    assertEquals(new LocatedNode("closure", "original_g", 8, 9, 2), view.located().get(4));
  }

  @ParameterizedTest
  @EnumSource
  void sectionsMayHaveAnyOrder(Layout layout) {
    List<String> shuffled =
        List.of("strings", "locations", "scopes", "trace_function_infos", "edges", "nodes");
    SnapshotView usual = rewritten(snapshot(layout), Heaps::anyOriginal);
    SnapshotView other = rewritten(snapshot(layout).inOrder(shuffled), Heaps::anyOriginal);
    assertEquals(usual.json(), other.json());
  }

  @Test
  void reportIsAMemberOfSnapshot() {
    byte[] body = utf8(snapshot(Layout.CHROMIUM).build());
    SnapshotView view = SnapshotView.of(written(read(body), frame -> null, "{\"mapped\":0}"));
    assertEquals(0, view.json().at("/snapshot/symbolication/mapped").asInt(-1));
    assertEquals(Set.of("+snapshot"), view.changesSince(SnapshotView.of(body)));
  }

  @Test
  void reportReplacesAnEarlierOneBeforeOrBehindMeta() {
    String body = snapshot(Layout.CHROMIUM).build();
    for (String with :
        List.of(
            body.replace("{\"meta\"", "{\"symbolication\":[1],\"meta\""),
            body.replace(",\"node_count\"", ",\"symbolication\" : 4 ,\"node_count\""))) {
      SnapshotView view = SnapshotView.of(written(read(utf8(with)), Heaps::anyOriginal, "{}"));
      assertEquals("{}", view.json().at("/snapshot/symbolication").toString());
      assertEquals(rewritten(utf8(body), Heaps::anyOriginal).located(), view.located());
    }
  }

  private static final String HASH = "a".repeat(64);

  @Test
  void debugInfoInPlaceOfAScriptLeadsToTheNextClosure() {
    SnapshotBuilder builder = new SnapshotBuilder(Layout.NODE20);
    int script = builder.script(3, URL);
    int debugInfo = builder.node("hidden", "system / DebugInfo", 8);
    builder.internal(debugInfo, "name", builder.node("string", "wrong", 8));
    builder.closure("a", 3, 0, 1, debugInfo);
    assertEquals(List.of(), read(builder).scripts());
    builder.closure("b", 3, 0, 2, script);
    assertEquals(List.of(URL), read(builder).scripts());
  }

  @Test
  void locationsLeadToAScriptWithoutAnyClosure() {
    SnapshotBuilder builder = new SnapshotBuilder(Layout.CHROMIUM);
    builder.script(3, URL);
    builder.location(builder.node("object", "o", 8), 3, 0, 1);
    assertEquals(List.of(URL), read(builder).scripts());
  }

  @ParameterizedTest
  @EnumSource
  void sourceUrlComesBeforeName(Layout layout) {
    SnapshotBuilder builder = new SnapshotBuilder(layout);
    int script = builder.script(3, URL);
    builder.internal(script, "source_url", builder.node("string", "http://h/evald.js", 8));
    builder.closure("a", 3, 0, 1, script);
    assertEquals(List.of("http://h/evald.js"), read(builder).scripts());
  }

  @ParameterizedTest
  @EnumSource
  void nodeOfAScriptHasTheUrlIfItsEdgesHaveNone(Layout layout) {
    SnapshotBuilder builder = new SnapshotBuilder(layout);
    String prefix = layout == Layout.CHROMIUM ? "system / Script / " : "";
    int script = builder.node("code", prefix + URL, 8);
    builder.closure("a", 3, 0, 1, script);
    int unnamed = builder.node("code", "system / Script", 8);
    builder.closure("b", 4, 0, 1, unnamed);
    assertEquals(List.of(URL), read(builder).scripts());
  }

  @Test
  void traceFunctionsNameAScriptThatNoClosureLeadsTo() {
    SnapshotBuilder builder = new SnapshotBuilder(Layout.NODE20);
    builder.traceFunction("f", "http://h/traced.js", 3, 1, 1);
    builder.location(builder.node("object", "o", 8), 3, 5, 5);
    assertEquals(List.of("http://h/traced.js"), read(builder).scripts());
    assertEquals(2, read(builder).frames().size());
    builder.closure("a", 3, 0, 1, builder.script(3, URL));
    assertEquals(List.of(URL), read(builder).scripts());
  }

  @Test
  void listOfTheCallerNamesOtherScripts() {
    SnapshotBuilder builder = new SnapshotBuilder(Layout.NODE20);
    builder.location(builder.node("object", "o", 8), 3, 5, 5);
    builder.location(builder.node("object", "o", 8), 4, 5, 5);
    builder.closure("a", 5, 0, 1, builder.script(5, URL));
    String body = builder.build();
    String list =
        ",\"scripts\":[{\"scriptId\":\"3\",\"url\":\"http://h/3.js\",\"hash\":null},"
            + "{\"scriptId\":4,\"url\":\"http://h/4.js\"},{\"scriptId\":\"5\",\"url\":\"x\"},"
            + "{\"scriptId\":true},{\"scriptId\":\"99999999999\",\"url\":\"y\"}]}";
    byte[] listed = utf8(body.stripTrailing().replaceAll("\\}$", "") + list);
    assertEquals(List.of("http://h/3.js", "http://h/4.js", URL), read(listed).scripts());
    assertArrayEquals(listed, written(read(listed), frame -> null, null));
    SnapshotView view = rewritten(listed, Heaps::anyOriginal);
    assertFalse(view.json().has("scripts"));
    assertEquals(3, view.scripts().size());
    byte[] early =
        utf8(body.replace("\"nodes\":", list.substring(1, list.length() - 1) + ",\"nodes\":"));
    assertEquals(view.json(), rewritten(early, Heaps::anyOriginal).json());
  }

  @Test
  void scriptsOfNodeItselfAreNotLookedUp() {
    SnapshotBuilder builder = new SnapshotBuilder(Layout.NODE20);
    builder.closure("a", 3, 0, 1, builder.script(3, "node:internal/fs"));
    builder.closure("a", 4, 0, 1, builder.script(4, ""));
    assertEquals(List.of(), read(builder).scripts());
    assertEquals(List.of(), read(builder).frames());
  }

  private static ScriptBuild build(String source, String hash) {
    SnapshotBuilder builder = new SnapshotBuilder(Layout.CHROMIUM);
    int script = builder.script(3, URL);
    builder.internal(script, "source_hash", builder.node("string", hash, 8));
    builder.internal(script, "source", builder.node("string", source, 8));
    builder.closure("a", 3, 0, 1, script);
    return read(builder).build(0);
  }

  @Test
  void hashOfAScriptIsItsBuild() {
    assertEquals(new ScriptBuild(null, null, HASH), build("let a = 1;", HASH));
    assertEquals(new ScriptBuild(null, null), build("let a = 1;", "A" + HASH.substring(1)));
  }

  @Test
  void debugIdInTheTextComesBeforeTheHash() {
    String id = "85314830-023f-4cf1-a267-535f4e37bb17";
    assertEquals(new ScriptBuild(null, id), build("x".repeat(5000) + "\n//# debugId=" + id, HASH));
    assertEquals(new ScriptBuild(null, null), build("debugId=none", HASH));
  }

  private static SnapshotBuilder builder(Layout layout) {
    SnapshotBuilder builder = new SnapshotBuilder(layout);
    int script = builder.script(3, "http://h/app.js");
    for (int i = 0; i < 40; i++) {
      builder.closure("f" + i, 3, 0, 10 * i, script);
    }
    builder.traceFunction("f1", "http://h/app.js", 3, 1, 11);
    return builder;
  }

  private static final String BODY = builder(Layout.NODE20).build();

  private static Invalid invalid(String body) {
    Invalid invalid = assertInstanceOf(Invalid.class, reading(body), body);
    assertTrue(invalid.byteOffset() < body.length(), invalid::toString);
    return invalid;
  }

  @Test
  void headOfASnapshotIsRecognised() {
    HeapFormat format = new HeapFormat();
    assertTrue(format.recognises(utf8(BODY)));
    assertTrue(format.recognises(utf8("\ufeff \n{ \"snapshot\" :\t{\"x\":1,\"meta\":")));
    assertFalse(format.recognises(utf8("{\"snapshot\":{\"node_count\":1}}")));
    assertFalse(format.recognises(utf8("{\"nodes\":[],\"snapshot\":{\"meta\":{}}}")));
    assertFalse(format.recognises(new byte[0]));
  }

  @ParameterizedTest
  @EnumSource
  void truncatedSnapshotIsNotJson(Layout layout) {
    byte[] body = utf8(builder(layout).build().stripTrailing());
    for (int length = 1; length < body.length; length += 97) {
      NotJson problem =
          assertInstanceOf(
              NotJson.class, reading(Arrays.copyOf(body, length), ProfileLimits.DEFAULT));
      assertEquals(length, problem.byteOffset());
    }
  }

  @Test
  void snapshotMustBeTheFirstMember() {
    assertTrue(invalid("{\"nodes\":[]," + BODY.substring(1)).detail().contains("first member"));
    assertTrue(invalid("{}").detail().contains("first member"));
    invalid("[]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nodes", "edges", "strings"})
  void sectionMustBeThere(String section) {
    String body = BODY.replace("\"" + section + "\":[", "\"other\":[");
    assertTrue(invalid(body).detail().contains(section));
  }

  @ParameterizedTest
  @ValueSource(strings = {"nodes", "edges", "strings", "locations", "trace_function_infos"})
  void sectionMustBeAnArrayAndOnlyOnceThere(String section) {
    String name = "\"" + section + "\":";
    assertEquals("/" + section, invalid(BODY.replace(name, name + "[]," + name)).pointer());
    assertEquals("/" + section, invalid(BODY.replace(name, name + "{},\"x\":")).pointer());
  }

  @ParameterizedTest
  @ValueSource(strings = {"nodes", "edges", "locations", "trace_function_infos"})
  void numbersMustFillRows(String section) {
    Invalid problem = invalid(BODY.replace("\"" + section + "\":[", "\"" + section + "\":[1,"));
    assertEquals("/" + section, problem.pointer());
    assertTrue(problem.detail().contains("no multiple"), problem.detail());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e400", "1.5", "\"1\"", "null", "[1]", "99999999999999999999"})
  void rowsMustBeIntegers(String value) {
    for (String section : List.of("nodes", "edges", "locations")) {
      Invalid problem =
          invalid(
              BODY.replaceFirst("\"" + section + "\":\\[[0-9]+", "\"" + section + "\":[" + value));
      assertEquals("/" + section, problem.pointer());
    }
  }

  @Test
  void entriesOfStringsMustBeStrings() {
    assertEquals("/strings/0", invalid(BODY.replace("\"strings\":[", "\"strings\":[1,")).pointer());
  }

  @Test
  void numbersInOtherPlacesMayBeAnything() {
    String body =
        BODY.replace("\"edge_count\":7", "\"edge_count\":-1e400")
            .replace("\"scopes\":[", "\"scopes\":[1e400,")
            .replaceFirst("\"node_count\":[0-9]+", "\"node_count\":\"many\"");
    assertEquals(40, read(utf8(body)).frames().size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"type", "name", "self_size", "edge_count", "to_node", "script_id", "line"})
  void fieldsMustBeNamed(String field) {
    assertTrue(
        invalid(BODY.replaceFirst("\"" + field + "\"", "\"renamed\""))
            .pointer()
            .startsWith("/snapshot/meta/"));
  }

  @Test
  void metaMustBeThereOnce() {
    assertEquals("/snapshot", invalid(BODY.replace("\"meta\":", "\"x\":")).pointer());
    invalid(BODY.replace("\"meta\":", "\"meta\":{},\"meta\":"));
    invalid(BODY.replace("\"meta\":", "\"meta\":[],\"x\":"));
    invalid(BODY.replace("{\"snapshot\":", "{\"snapshot\":1,\"x\":"));
    invalid(BODY.replace("\"node_fields\":", "\"node_fields\":[],\"node_fields\":"));
    invalid(BODY.replace("\"nodes\":", "\"snapshot\":{},\"nodes\":"));
  }

  @Test
  void tableWithOtherFieldsCannotBeExtended() {
    Invalid problem = invalid(BODY.replace("\"nodes\":", "\"symbolicated_scripts\":[],\"nodes\":"));
    assertTrue(problem.detail().contains("generated_script_id"), problem.detail());
    invalid(
        BODY.replace("{\"meta\":{", "{\"meta\":{\"symbolicated_script_fields\":[\"script_id\"],"));
  }

  @ParameterizedTest
  @EnumSource
  void damagedNumbersChangeNoOtherRow(Layout layout) {
    String body = builder(layout).build();
    for (String number : List.of("-1", "3", "999999999", "4294967296", "999999999999999999")) {
      for (int at = body.indexOf("\"nodes\""); at > 0; at = body.indexOf(',', at + 1)) {
        if (at % 17 == 0 && Character.isDigit(body.charAt(at + 1))) {
          String damaged =
              body.substring(0, at + 1)
                  + number
                  + body.substring(at + 1).replaceFirst("^[0-9]+", "");
          if (reading(damaged) instanceof ReadProfile read) {
            HeapProfile profile = (HeapProfile) read.profile();
            SnapshotView old = SnapshotView.of(utf8(damaged));
            SnapshotView view = SnapshotView.of(written(profile, Heaps::anyOriginal, null));
            assertEquals(old.json().get("edges"), view.json().get("edges"));
            assertEquals(old.json().get("nodes").size(), view.json().get("nodes").size());
          }
        }
      }
    }
  }

  @Test
  void rowsWithoutAPositionStay() {
    SnapshotBuilder builder = new SnapshotBuilder(Layout.NODE20);
    int script = builder.script(3, "http://h/app.js");
    int closure = builder.closure("f", 3, 0, 1, script);
    builder.location(closure, 0, 1, 1);
    builder.location(closure, 3, -1, 1);
    builder.location(closure, 3, 1, Integer.MAX_VALUE);
    builder.location(closure, -3, 1, 1);
    builder.location(1_000_000, 3, 0, 1);
    HeapProfile profile = read(builder);
    assertEquals(1, profile.frames().size());
    SnapshotView old = SnapshotView.of(utf8(builder.build()));
    SnapshotView view = SnapshotView.of(written(profile, Heaps::anyOriginal, null));
    List<List<Long>> rows = view.rows("locations", "location_fields");
    assertEquals(old.rows("locations", "location_fields").subList(1, 5), rows.subList(1, 5));
    assertEquals(4L, rows.get(5).get(1));
  }

  @Test
  void circlesOfEdgesLeadNowhere() {
    SnapshotBuilder builder = new SnapshotBuilder(Layout.NODE20);
    int closure = builder.closure("f", 3, 0, 1, builder.node("code", "", 1));
    int circle = builder.node("code", "", 1);
    builder.internal(circle, "shared", closure);
    builder.internal(circle, "name", circle);
    builder.internal(closure, "script", circle);
    builder.closure("g", 3, 0, 2, circle);
    assertEquals(List.of(), read(builder).scripts());
  }

  @Test
  void positionsAndScriptsAreLimited() {
    ProfileLimits few = new ProfileLimits(10, 39, 100, 100, 100, 100);
    LimitExceeded limit = assertInstanceOf(LimitExceeded.class, reading(utf8(BODY), few));
    assertEquals(ProfileLimits.MAX_FRAMES, limit.limitName());
    ProfileLimits noScripts = new ProfileLimits(10, 100, 0, 100, 100, 100);
    limit = assertInstanceOf(LimitExceeded.class, reading(utf8(BODY), noScripts));
    assertEquals(ProfileLimits.MAX_RESOURCES, limit.limitName());
  }

  @Test
  void memoryIsAskedForBeforeItIsTaken() {
    BodyBytes body = BodyBytes.of(utf8(BODY));
    Allowance memory = Allowances.plenty();
    read(body, memory);
    for (long most = 0; most < memory.held(); most += 1 << 15) {
      assertInstanceOf(
          OutOfMemory.class, reading(body, ProfileLimits.DEFAULT, Allowances.of(most)));
    }
  }
}

package dev.symbolicator.profile.heap;

import static dev.symbolicator.profile.heap.Heaps.anyOriginal;
import static dev.symbolicator.profile.heap.Heaps.read;
import static dev.symbolicator.profile.heap.Heaps.rewritten;
import static dev.symbolicator.profile.heap.Heaps.utf8;
import static dev.symbolicator.profile.heap.Heaps.written;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.heap.HeapFormat.HeapProfile;
import dev.symbolicator.profile.heap.SnapshotBuilder.Layout;
import dev.symbolicator.profile.heap.SnapshotView.LocatedNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
}

package dev.symbolicator.profile.heap;

import static dev.symbolicator.profile.heap.Heaps.read;
import static dev.symbolicator.profile.heap.Heaps.rewritten;
import static dev.symbolicator.profile.heap.Heaps.utf8;
import static dev.symbolicator.profile.heap.Heaps.written;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.symbolicator.profile.Profile.ScriptBuild;
import dev.symbolicator.profile.heap.SnapshotBuilder.Layout;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The ways to the URL of a script, in their order. */
class ScriptUrlTest {
  private static final String URL = "http://h/app.js";
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
}

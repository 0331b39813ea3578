package dev.symbolicator.profile.trace;

import static dev.symbolicator.profile.trace.Traces.quoted;
import static dev.symbolicator.profile.trace.Traces.read;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.EmbeddedScript;
import dev.symbolicator.profile.Profile.EmbeddedScript.EmbeddedFile;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.trace.TraceScripts.ScriptNotes;
import dev.symbolicator.testing.Allowances;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TraceScriptsTest {
  private static final String MAP = "{'version':3, 'mappings':'A'}";

  private static String map(String members) {
    return "{" + members + (members.isEmpty() ? "" : ",") + "'sourceMap':" + MAP + "}";
  }

  private static String catchup(String data) {
    return "{'name':'ScriptCatchup','args':{'data':{'isolate':'1'," + data + "}}}";
  }

  private static String piece(String data) {
    return catchup(data).replace("'Script", "'LargeScript");
  }

  /** Returns a trace with a frame in a script, with maps and with events. */
  private static Profile trace(String url, String maps, String... events) {
    String frame =
        "{'name':'FunctionCall','args':{'data':{'url':'%s','lineNumber':1,'columnNumber':1}}}"
            .formatted(url);
    String all =
        Stream.concat(Stream.of(frame), Stream.of(events)).collect(Collectors.joining(","));
    return read(
        quoted("{'metadata':{'x':[],'sourceMaps':[" + maps + "]},'traceEvents':[" + all + "]}"));
  }

  private static String content(EmbeddedFile file) throws IOException {
    try (InputStream in = file.open()) {
      byte[] bytes = in.readAllBytes();
      assertEquals(file.size(), bytes.length);
      return new String(bytes, UTF_8);
    }
  }

  private static @Nullable String text(Profile profile) throws IOException {
    EmbeddedFile text = Objects.requireNonNull(profile.embedded(0)).text();
    return text == null ? null : content(text);
  }

  @Test
  void mapBelongsToTheScriptOfItsUrl() throws IOException {
    String maps = map("'url':'b.js'") + ",7,{}," + map("'url':'a.js','sourceMapUrl':'m.map'");
    EmbeddedScript script = trace("a.js", maps).embedded(0);
    assertNotNull(script);
    assertEquals("m.map", script.sourceMapUrl());
    assertEquals(quoted(MAP), content(script.map()));
    assertNull(script.text());
    assertNull(trace("c.js", maps).embedded(0));
    assertNull(trace("a.js", "{'url':'a.js','sourceMap':7},{'url':'a.js'}").embedded(0));
    assertNull(trace("wasm://wasm/1", map("'url':'wasm://wasm/1'")).embedded(0));
  }

  @Test
  void mapBelongsToTheScriptThatNamesIt() throws IOException {
    String maps = map("'sourceMapUrl':'m.map'");
    String named = catchup("'scriptId':3,'url':'a.js','sourceMapUrl':'m.map'");
    assertNotNull(trace("a.js", maps, named).embedded(0));
    assertNull(trace("b.js", maps, named).embedded(0));
    String renamed = catchup("'scriptId':3,'url':'a.js','sourceUrl':'own.js'");
    assertNotNull(trace("own.js", map("'url':'a.js'"), renamed).embedded(0));
  }

  @Test
  void textComesFromAnotherEventOfTheScript() throws IOException {
    String[] events = {
      catchup("'scriptId':3,'url':'a.js'"), catchup("'scriptId':4,'url':'b.js'"),
      catchup("'scriptId':4,'sourceText':'other'"), catchup("'scriptId':3,'sourceText':'f()'")
    };
    assertEquals("f()", text(trace("a.js", map("'url':'a.js'"), events)));
    String otherIsolate = events[3].replace("'isolate':'1'", "'isolate':'2'");
    assertNull(text(trace("a.js", map("'url':'a.js'"), events[0], otherIsolate)));
  }

  @Test
  void escapesOfTheTextAreRead() throws IOException {
    String event =
        catchup(
            "'scriptId':3,'url':'a.js','sourceText':'\\n\\t\\r"
                + "\\b\\f\\/\\\\\\u0041\\u20ac\\ud83d\\ude00\u00e9\ud83d\ude00|\\ud83d|\\ud83d\\u0041|\\ude00|\\ud83d\\ud83d\\ude00\\ud83d'");
    assertEquals(
        "\n\t\r"
            + "\b\f/\\A\u20ac\ud83d\ude00\u00e9\ud83d\ude00|\ufffd|\ufffdA|\ufffd|\ufffd\ud83d\ude00\ufffd",
        text(trace("a.js", map("'url':'a.js'"), event)));
  }

  @Test
  void piecesOfALargeTextAreJoinedInTheirOrder() throws IOException {
    String named = catchup("'scriptId':3,'url':'a.js'");
    String first = piece("'scriptId':3,'splitIndex':0,'splitCount':2,'sourceText':'a\\ud83d'");
    String second = piece("'scriptId':3,'splitIndex':1,'splitCount':2,'sourceText':'\\ude00b'");
    String maps = map("'url':'a.js'");
    assertEquals("a\ud83d\ude00b", text(trace("a.js", maps, named, first, second)));
    assertEquals("a\ud83d\ude00b", text(trace("a.js", maps, named, first, first, second, second)));
    assertNull(text(trace("a.js", maps, named, first)));
    assertNull(text(trace("a.js", maps, named, second, first)));
    assertNull(
        text(
            trace("a.js", maps, named, first, second.replace("'splitCount':2", "'splitCount':3"))));
    assertNull(text(trace("a.js", maps, named, piece("'scriptId':3,'sourceText':'a'"))));
  }

  @Test
  void textOfAnInlineScriptIsNotUsed() throws IOException {
    String maps = map("'url':'a.html'");
    String one = catchup("'scriptId':3,'url':'a.html','sourceText':'one'");
    String two = catchup("'scriptId':4,'url':'a.html','sourceText':'two'");
    assertEquals("one", text(trace("a.html", maps, one)));
    assertNull(text(trace("a.html", maps, one, two)));
    assertEquals("one", text(trace("a.html", maps, one, one.replace(":3", ":4"))));
    assertNull(text(trace("a.html", maps, one.replace(":3", ":3,'startLine':2"))));
  }

  @Test
  void eventsOfWrongKindsAreLeft() throws IOException {
    String maps = map("'url':'a.js'");
    for (String data :
        new String[] {
          "'url':'a.js','sourceText':'x'",
          "'scriptId':-1,'url':'a.js','sourceText':'x'",
          "'scriptId':3,'url':7,'sourceText':'x'",
          "'scriptId':3,'url':'a.js','sourceText':7",
          "'scriptId':3,'url':'a.js','sourceText':'x','sourceText':'y'"
        }) {
      assertNull(text(trace("a.js", maps, catchup(data))), data);
    }
  }

  /** Returns a trace of scripts of one URL, each with the same pieces of a text. */
  private static String scriptsOfOneUrl(int scripts, int pieces, String text) {
    StringBuilder events =
        new StringBuilder(
            "{'name':'FunctionCall','args':{'data':{'url':'a.js','lineNumber':1,'columnNumber':1}}}");
    for (int script = 0; script < scripts; script++) {
      for (int piece = 0; piece < pieces; piece++) {
        String data =
            "'scriptId':%d,'url':'a.js','splitIndex':%d,'splitCount':%d,'sourceText':'%s'";
        events.append(",\n").append(piece(data.formatted(script, piece, pieces, text)));
      }
    }
    return quoted(
        "{'metadata':{'sourceMaps':[" + map("'url':'a.js'") + "]},'traceEvents':[" + events + "]}");
  }

  @Test
  void textsOfOneUrlAreReadOnceEach() throws IOException {
    CountingBody body = new CountingBody(scriptsOfOneUrl(50, 100, "x"));
    Profile profile = Traces.read(body);
    body.reads = 0;
    assertEquals("x".repeat(100), text(profile));
    // Once for each hash, and for the first text's size and content.
    assertEquals(50 * 100 + 2 * 100, body.reads);
  }

  @Test
  void textsOfDifferentLengthsAreNotRead() throws IOException {
    String same = scriptsOfOneUrl(50, 10, "x");
    int last = same.lastIndexOf("\"x\"");
    CountingBody body =
        new CountingBody(same.substring(0, last) + "\"xy\"" + same.substring(last + 3));
    Profile profile = Traces.read(body);
    body.reads = 0;
    assertNull(text(profile));
    assertEquals(0, body.reads);
  }

  private static long memoryOf(String trace) {
    Allowance memory = Allowances.plenty();
    Traces.reading(trace.getBytes(UTF_8), ProfileLimits.DEFAULT, memory);
    return memory.held();
  }

  @Test
  void memoryIsTakenForPiecesThatAreNotEmpty() throws IOException {
    String empty = scriptsOfOneUrl(20, ScriptNotes.MAX_PIECES, "");
    assertTrue(memoryOf(empty) < 1 << 19);
    assertTrue(memoryOf(empty.replace("\"\"", "\"x\"")) > 1 << 20);
    assertEquals("", text(read(empty)));
  }

  @Test
  void textOfTooManyPiecesIsNotUsed() throws IOException {
    String most = scriptsOfOneUrl(1, ScriptNotes.MAX_PIECES, "x");
    assertEquals("x".repeat(ScriptNotes.MAX_PIECES), text(read(most)));
    assertNull(text(read(scriptsOfOneUrl(1, ScriptNotes.MAX_PIECES + 1, "x"))));
  }

  @Test
  void membersOfScriptsAreNotReadAgain() throws IOException {
    StringBuilder events = new StringBuilder("{}");
    for (int i = 0; i < 20_000; i++) {
      String data = "'scriptId':1,'startLine':0,'sourceUrl':'b','sourceMapUrl':'m','sourceText':''";
      events.append(',').append(catchup(data));
      events.append(
          ",{'name':'ProfileChunk','pid':1,'id':'0x1','args':{'data':{'cpuProfile':{}}}}");
    }
    CountingBody body = new CountingBody(quoted("{'traceEvents':[" + events + "]}"));
    Profile unused = Traces.read(body);
    // Events on the border of two windows of 64 KB are read again; the others are not.
    long windows = body.size() / (1 << 16) + 2;
    assertTrue(body.reads <= 7 * windows, () -> body.reads + " reads of " + windows + " windows");
  }
}

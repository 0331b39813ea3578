package dev.symbolicator.sourcemap.link;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Locale;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DebugIdTest {
  private static final String ID = "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d";
  private static final String OTHER = "99999999-8888-4777-a666-555555555555";
  private static final String COMMENT = "//# debugId=" + ID;

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static void assertScript(String script) {
    assertEquals(ID, DebugId.ofScript(bytes(script)), script);
  }

  private static void assertNone(String script) {
    assertNull(DebugId.ofScript(bytes(script)), script);
  }

  @Test
  void canonicalIdIsInLowerCaseWithHyphens() {
    assertEquals(ID, DebugId.canonical(ID.toUpperCase(Locale.ROOT)));
    assertEquals(ID, DebugId.canonical(ID.replace("-", "")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0a1b2c3d",
        "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4",
        "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4dd",
        "0a1b2c3d4e5f-4a6b-8c7d-9e0f1a2b3c4d1",
        "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4g",
        " 0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d",
        "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4\u0130",
        "{0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d}"
      })
  void otherTextIsNoDebugId(String text) {
    assertNull(DebugId.canonical(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "//# debugId=ID",
        "f()\n//# debugId=ID",
        "f()\r\n//# debugId=ID\r\n",
        "f()\r//# debugId=ID\r",
        "f()\u2028//# debugId=ID\u2029",
        "f()\n  \t//# debugId=ID \t\u00a0\ufeff\n \n\n",
        "f()\n//# debugId=ID\n//# sourceMappingURL=app.js.map\n",
        "f()\n//# debugId=ID\na\nb\nc\nd",
        "f()\n//# debugId=ID\r\na\r\nb\r\n"
      })
  void commentInTheLastFiveLinesIsRead(String script) {
    assertScript(script.replace("ID", ID));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n",
        "f()",
        "//# debugId=",
        "//# debugId=ID x",
        "//# debugId=ID;",
        "//# debugId= ID",
        "//@ debugId=ID",
        "//#debugId=ID",
        "//# debugid=ID",
        "f() //# debugId=ID",
        "//# debugId=ID\na\nb\nc\nd\ne"
      })
  void otherCommentIsNotRead(String script) {
    assertNone(script.replace("ID", ID));
  }

  @Test
  void lastCommentIsRead() {
    assertScript("//# debugId=" + OTHER + "\n" + COMMENT);
  }

  @Test
  void commentComesBeforeTheSnippet() {
    assertScript("var i='sentry-dbid-" + OTHER + "'\n" + COMMENT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "e._sentryDebugIdIdentifier=\"sentry-dbid-ID\"})();f()\n\n\n\n\n\n\n",
        "x('sentry-dbid-ID')",
        "sentry-dbid-ID",
        "i=\"sentry-dbid-\"+n;j=\"sentry-dbid-ID\"",
        "sentry-dbid-sentry-dbid-ID",
        "w.DD=JSON.parse('{\"ddDebugId\":\"ID\"}')"
      })
  void snippetIsRead(String script) {
    assertScript(script.replace("ID", ID));
    assertScript(script.replace("ID", ID.toUpperCase(Locale.ROOT)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sentry-dbid-",
        "sentry-dbid-0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4",
        "\"ddDebugId\":\"",
        "ddDebugId:\"ID\"",
        "\"ddDebugId\": \"ID\""
      })
  void textThatIsNoSnippetIsNotRead(String script) {
    assertNone(script.replace("ID", ID));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"version\":3,\"debugId\":\"ID\"}",
        "{\"debug_id\":\"ID\"}",
        "{\"debugId\" :\t\r\n \"ID\"}",
        "{\"sections\":[{\"map\":{\"debugId\":\"ID\"}}]}",
        "{\"names\":[\"debugId\"],\"debugId\":\"ID\"}",
        "{\"debugId\":null,\"debug_id\":\"ID\"}",
        "{\"debugId\":\"not one\",\"debugId\":\"ID\"}"
      })
  void memberOfTheMapIsRead(String map) {
    assertEquals(ID, DebugId.ofMap(bytes(map.replace("ID", ID))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "{\"debugId\":ID}",
        "{\"debugId\":\"ID",
        "{\"debugId\":{\"a\":\"ID\"}}",
        "{\"names\":[\"debugId\",\"ID\"]}",
        "{\"sourcesContent\":[\"x = {\\\"debugId\\\":\\\"ID\\\"}\"]}",
        "{\"x\\\"debugId\":\"ID\"}",
        "{\"debugID\":\"ID\"}"
      })
  void textThatIsNoMemberIsNotRead(String map) {
    assertNull(DebugId.ofMap(bytes(map.replace("ID", ID))));
  }

  @Test
  void lastLineThatIsOnlyTheDebugIdIsLeftOut() {
    String script = "f()\n//# sourceMappingURL=app.js.map";
    for (String end : new String[] {"", "\n", "\r\n", " \n\n"}) {
      byte[] uploaded = bytes(script + "\n" + COMMENT + end);
      assertEquals(script.length(), DebugId.lengthWithoutComment(uploaded));
    }
  }

  /** Bundlers end scripts with a line end, behind which the plugins add a line end of their own. */
  @Test
  void lineEndBeforeTheAddedLinesIsKept() {
    assertEquals("f()\n".length(), DebugId.lengthWithoutComment(bytes("f()\n\n" + COMMENT)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n",
        "f()",
        "f()\n",
        "//# debugId=ID",
        "f()\n//# debugId=ID\n//# sourceMappingURL=app.js.map",
        "f() //# debugId=ID",
        "f()\n//# debugId=ID x"
      })
  void otherScriptsAreWhole(String script) {
    byte[] bytes = bytes(script.replace("ID", ID));
    assertEquals(bytes.length, DebugId.lengthWithoutComment(bytes));
  }

  @Provide
  Arbitrary<String> debugIds() {
    return Combinators.combine(Arbitraries.longs(), Arbitraries.longs())
        .as((high, low) -> new UUID(high, low).toString());
  }

  @Provide
  Arbitrary<String> lines() {
    return Arbitraries.strings()
        .withChars("a'\"\\/#= {}\u00e9\u2003\ufeff")
        .ofMaxLength(8)
        .list()
        .ofMaxSize(6)
        .map(lines -> String.join("\n", lines));
  }

  @Provide
  Arbitrary<String> lineEnds() {
    return Arbitraries.of("\n", "\r\n", "\r", "\u2028", "\u2029");
  }

  @Property
  void addedLineIsReadAndLeftOut(
      @ForAll("lines") String script,
      @ForAll("debugIds") String id,
      @ForAll("lineEnds") String lineEnd) {
    byte[] uploaded = (script + "\n//# debugId=" + id + lineEnd).getBytes(UTF_8);
    assertEquals(id, DebugId.ofScript(uploaded));
    assertEquals(id, DebugId.ofComment(uploaded));
    assertEquals(script.getBytes(UTF_8).length, DebugId.lengthWithoutComment(uploaded));
  }

  @Property
  void cutScriptHasTheDebugIdOrNone(
      @ForAll("lines") String script, @ForAll("debugIds") String id, @ForAll int cut) {
    byte[] whole =
        (script + "\nsentry-dbid-" + id + "\n{\"debugId\" : \"" + id + "\"}\n//# debugId=" + id)
            .getBytes(UTF_8);
    byte[] part = Arrays.copyOf(whole, Math.floorMod(cut, whole.length + 1));
    for (String found :
        new String[] {DebugId.ofScript(part), DebugId.ofSnippet(part), DebugId.ofMap(part)}) {
      assertTrue(found == null || found.equals(id), found);
    }
    assertTrue(DebugId.lengthWithoutComment(part) <= part.length);
  }

  /** Quotation marks in texts are escaped, so that no text can be taken for the member. */
  @Property
  void textOfASourceIsNotTakenForTheMember(
      @ForAll("lines") String text, @ForAll("debugIds") String id) {
    String source = text + "{\"debugId\":\"" + id + "\"}";
    String escaped = source.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    byte[] map = ("{\"sourcesContent\":[\"" + escaped + "\"]}").getBytes(UTF_8);
    assertEquals(null, DebugId.ofMap(map));
  }
}

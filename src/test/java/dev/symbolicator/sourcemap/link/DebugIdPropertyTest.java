package dev.symbolicator.sourcemap.link;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Reads debug IDs from generated scripts and maps, whole and cut. */
class DebugIdPropertyTest {

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

package dev.symbolicator.profile.formats;

import static dev.symbolicator.profile.formats.Profiles.read;
import static dev.symbolicator.profile.formats.Profiles.reading;
import static dev.symbolicator.profile.formats.Profiles.written;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.ScriptBuild;
import dev.symbolicator.profile.ProfileReading.Invalid;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class V8ProfileTest {
  private static final String ROOT =
      "{\"id\":1,\"callFrame\":{\"functionName\":\"(root)\",\"scriptId\":\"0\",\"url\":\"\","
          + "\"lineNumber\":-1,\"columnNumber\":-1},\"hitCount\":0,\"children\":[2]}";
  private static final String FRAME =
      "{\"functionName\":\"S\",\"scriptId\":\"3\",\"url\":\"a.js\",\"lineNumber\":0,\"columnNumber\":791}";
  private static final String MAPPED =
      "{\"functionName\":\"runFor\",\"scriptId\":\"4\",\"url\":\"a.ts\",\"lineNumber\":11,\"columnNumber\":2}";
  private static final OriginalFrame ORIGINAL = new OriginalFrame("a.ts", 11, 2, "runFor");

  private static String cpuProfile(String nodes) {
    return "{\"nodes\":["
        + nodes
        + "],\"startTime\":1,\"endTime\":9,\"samples\":[2, 2],\"timeDeltas\":[0, 1]}";
  }

  private static String node(String frame) {
    return "{\"id\":2,\"callFrame\":" + frame + ",\"hitCount\":7}";
  }

  private static String mapped(
      String body, Function<ProfileFrame, @Nullable OriginalFrame> answers) {
    return new String(written(read(body), answers, null), StandardCharsets.UTF_8);
  }

  private static void assertMapped(String expected, String body) {
    assertEquals(expected, mapped(body, frame -> ORIGINAL));
  }

  private static Invalid invalid(String body) {
    return assertInstanceOf(Invalid.class, reading(body), body);
  }

  @Test
  void callFramesOfNodesAreZeroBased() {
    Profile profile = read(cpuProfile(ROOT + "," + node(FRAME)));
    assertEquals("cpuprofile", profile.format());
    assertEquals("application/json", profile.mediaType());
    assertEquals(List.of("a.js"), profile.scripts());
    assertEquals(List.of(new ProfileFrame(0, 0, 0, 791, "S")), profile.frames());
  }

  @Test
  void mappedNodeHasOriginalFunctionAndEverythingElseKeepsItsBytes() {
    String body = cpuProfile(ROOT + " ,\n" + node(FRAME) + ", {\"id\":3 , \"x\":[1.50]}");
    assertMapped(body.replace(FRAME, MAPPED), body);
  }

  @Test
  void treeOfHeapProfileIsRewrittenAndItsSamplesAreNotRead() {
    String body =
        "{\"head\":"
            + ROOT.replace("[2]", "[" + node(FRAME) + "]")
            + ",\"samples\":[{\"size\":1e99999},[],7 ]}";
    assertEquals("heapprofile", read(body).format());
    assertMapped(body.replace(FRAME, MAPPED), body);
  }

  @Test
  void treeOfOldCpuProfileIsOneBased() {
    String old =
        "{\"functionName\":\"S\",\"scriptId\":3,\"url\":\"a.js\",\"lineNumber\":1,\"columnNumber\":792,"
            + "\"hitCount\":1,\"children\":[],\"positionTicks\":[{\"line\":1,\"ticks\":1}]}";
    String root =
        "{\"functionName\":\"(root)\",\"scriptId\":0,\"url\":\"\",\"lineNumber\":0,\"columnNumber\":0,"
            + "\"children\":[%s]}";
    String body = "{\"head\":" + root.formatted(old) + ",\"startTime\":1,\"samples\":[2]}";
    assertEquals("cpuprofile", read(body).format());
    assertEquals(List.of(new ProfileFrame(0, 0, 0, 791, "S")), read(body).frames());
    String expected =
        "{\"functionName\":\"runFor\",\"scriptId\":4,\"url\":\"a.ts\",\"lineNumber\":12,\"columnNumber\":3,"
            + "\"hitCount\":1,\"children\":[]}";
    assertMapped(
        "{\"head\":" + root.formatted(expected) + ",\"startTime\":1,\"samples\":[2]}", body);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"lineNumber\":-1", "\"lineNumber\":null", "\"lineNumber\":2147483648"})
  void functionWithoutPositionStaysAsItIs(String line) {
    String body = cpuProfile(node(FRAME.replace("\"lineNumber\":0", line)));
    assertEquals(-1, read(body).frames().get(0).line());
    assertMapped(body, body);
  }

  @Test
  void functionWithoutUrlIsNoFrame() {
    String body = cpuProfile(ROOT + "," + node("{\"functionName\":\"gc\"}"));
    assertEquals(List.of(), read(body).frames());
    assertMapped(body, body);
  }

  @Test
  void scriptIdIsNewForEachScriptAndSourceAndKeepsItsType() {
    String frame =
        "{\"functionName\":\"f\",\"scriptId\":%s,\"url\":\"%s\",\"lineNumber\":%d,\"columnNumber\":0}";
    String body =
        cpuProfile(
            node(frame.formatted("\"7\"", "a.js", 0))
                + node(frame.formatted("40", "a.js", 1)).indent(1).replaceFirst("^", ",")
                + ","
                + node(frame.formatted("\"7\"", "b.js", 0))
                + ","
                + node(frame.formatted("\"7\"", "a.js", 2))
                + ","
                + node(frame.formatted("null", "c.js", 9)));
    Profile again =
        read(
            mapped(
                body,
                at -> at.line() == 9 ? null : new OriginalFrame("s" + at.line() / 2, 5, 0, "f")));
    assertEquals(List.of("s0", "s1", "c.js"), again.scripts());
    String written =
        mapped(
            body, at -> at.line() == 9 ? null : new OriginalFrame("s" + at.line() / 2, 5, 0, "f"));
    assertEquals(
        cpuProfile(
            node(frame.formatted("\"41\"", "s0", 5))
                + node(frame.formatted("41", "s0", 5)).indent(1).replaceFirst("^", ",")
                + ","
                + node(frame.formatted("\"42\"", "s0", 5))
                + ","
                + node(frame.formatted("\"43\"", "s1", 5))
                + ","
                + node(frame.formatted("null", "c.js", 9))),
        written);
  }

  @Test
  void scriptIdThatIsNoNumberDoesNotCount() {
    String other = FRAME.replace("\"3\"", "\"12345678901\"");
    assertMapped(cpuProfile(node(MAPPED.replace("\"4\"", "\"1\""))), cpuProfile(node(other)));
    String absent = FRAME.replace("\"scriptId\":\"3\",", "");
    assertMapped(
        cpuProfile(node(MAPPED.replace("\"scriptId\":\"4\",", ""))), cpuProfile(node(absent)));
  }

  @Test
  void absentNameAndColumnAreHandled() {
    String body = cpuProfile(node("{\"url\":\"a.js\",\"lineNumber\":0,\"columnNumber\":791}"));
    String expected =
        cpuProfile(
            node(
                "{\"functionName\":\"runFor\",\"url\":\"a.ts\",\"lineNumber\":11,\"columnNumber\":2}"));
    assertMapped(expected, body);
    String noColumn = body.replace(",\"columnNumber\":791", "");
    assertMapped(noColumn, noColumn);
  }

  @Test
  void linesWithoutColumnsAreRemovedFromMappedNodesOnly() {
    String ticks = "\"positionTicks\":[{\"line\":1,\"ticks\":4}]";
    String first = "{" + ticks + " , \"callFrame\":" + FRAME + "}";
    String last = "{\"callFrame\":" + FRAME.replace("791", "5") + " , " + ticks + "}";
    String body = cpuProfile(first + "," + last);
    assertEquals(
        cpuProfile("{ \"callFrame\":" + MAPPED + "}," + last),
        mapped(body, frame -> frame.column() == 5 ? null : ORIGINAL));
    assertEquals(
        cpuProfile(first + ",{\"callFrame\":" + MAPPED + " }"),
        mapped(body, frame -> frame.column() == 5 ? ORIGINAL : null));
    String middle = "{\"a\":1," + ticks + ",\"callFrame\":" + FRAME + "}";
    assertMapped(cpuProfile("{\"a\":1,\"callFrame\":" + MAPPED + "}"), cpuProfile(middle));
  }

  @Test
  void positionsOfVsCodeAreRemovedWithANote() {
    String member = ",\"$vscode\":{\"locations\":[{\"callFrame\":1}]}";
    String body = cpuProfile(node(FRAME)).replace(",\"startTime\"", member + ",\"startTime\"");
    assertEquals(1, read(body).notes().size());
    assertMapped(cpuProfile(node(MAPPED)), body);
    assertEquals(body, mapped(body, frame -> null));
    assertEquals(List.of(), read(cpuProfile(node(FRAME))).notes());
    String lastMember =
        cpuProfile(node(FRAME)).replaceFirst("}$", member.replace("$", "\\$") + "}");
    assertEquals(
        cpuProfile(node(MAPPED)).replaceFirst("}$", ",\"symbolication\":{}}"),
        new String(written(read(lastMember), frame -> ORIGINAL, "{}"), StandardCharsets.UTF_8));
  }

  @Test
  void profileMayBeTheTraceOfAnotherObjectAndNamesItsBuild() {
    String body =
        "{\"release\":\"1\",\"trace\":"
            + cpuProfile(node(FRAME)).replaceFirst("}$", ",\"debugIds\":{\"a.js\":\"d\"}}")
            + "}";
    assertEquals(new ScriptBuild("1", "d"), read(body).build(0));
    String expected =
        body.replace(FRAME, MAPPED).replaceFirst("}$", ",\"symbolication\":{\"n\":1}}");
    assertEquals(
        expected,
        new String(written(read(body), frame -> ORIGINAL, "{\"n\":1}"), StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {"functionName, 5", "functionName, {}", "scriptId, true", "scriptId, []", "url, 5"})
  void memberOfWrongKindIsInvalid(String member, String value) {
    String frame = FRAME.replaceAll("\"" + member + "\":[^,}]+", "\"" + member + "\": " + value);
    assertEquals(
        "/nodes/1/callFrame/" + member, invalid(cpuProfile(ROOT + "," + node(frame))).pointer());
  }

  @ParameterizedTest
  @ValueSource(strings = {"functionName", "scriptId", "url", "lineNumber", "columnNumber"})
  void secondMemberOfAFunctionIsInvalid(String member) {
    String frame = FRAME.replace("}", ",\"" + member + "\":0}");
    assertEquals("/nodes/0/callFrame/" + member, invalid(cpuProfile(node(frame))).pointer());
  }

  @Test
  void secondFunctionOrListOfTicksOfANodeIsInvalid() {
    String twice = node(FRAME).replaceFirst("}$", ",\"callFrame\":" + FRAME + "}");
    assertEquals("/nodes/0/callFrame", invalid(cpuProfile(twice)).pointer());
    String ticks = node(FRAME).replaceFirst("}$", ",\"positionTicks\":[],\"positionTicks\":[]}");
    assertEquals("/nodes/0/positionTicks", invalid(cpuProfile(ticks)).pointer());
  }

  @Test
  void profileHasEitherNodesOrATree() {
    String nodes = cpuProfile(node(FRAME));
    String tree = nodes.replaceFirst("}$", ",\"head\":" + node(FRAME) + "}");
    assertEquals("/head", invalid(tree).pointer());
    String twice = nodes.replaceFirst("}$", ",\"nodes\":[]}");
    assertEquals("/nodes", invalid(twice).pointer());
    assertEquals("/nodes", invalid(nodes.replaceFirst("\\[.*\\],\"s", "{},\"s")).pointer());
    assertEquals("/head", invalid("{\"head\":[],\"timeDeltas\":[]}").pointer());
    assertEquals(
        "The profile lacks `nodes`. Send the whole file that DevTools or Node.js has written.",
        invalid("{\"timeDeltas\":[],\"startTime\":1}").detail());
    assertEquals("/nodes/0/callFrame", invalid(cpuProfile("{\"callFrame\":1}")).pointer());
  }

  @Test
  void profileWithoutFunctionsIsReadAndOtherNodesAreNot() {
    String empty = cpuProfile("");
    assertMapped(empty, empty);
    assertEquals("", invalid("{\"nodes\":[{\"id\":1,\"url\":\"x\"}],\"links\":[]}").pointer());
  }
}

package dev.symbolicator.profile.formats;

import static dev.symbolicator.profile.formats.Profiles.read;
import static dev.symbolicator.profile.formats.Profiles.utf8;
import static dev.symbolicator.profile.formats.Profiles.written;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.OriginalFrame;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsSelfProfileTest {
  private static final OriginalFrame ANSWER = new OriginalFrame("src/a.ts", 6, 2, "area");

  private static String trace(String frame) {
    return trace(frame, "[\"u\"]");
  }

  private static String trace(String frame, String resources) {
    return "{\"frames\":["
        + frame
        + "],\"resources\":"
        + resources
        + ",\"samples\":[{\"timestamp\":2972.734999999404}],\"stacks\":[]}";
  }

  private static String frame(String name) {
    return "{\"column\":3,\"line\":1,\"name\":" + name + ",\"resourceId\":0}";
  }

  private static String rewritten(String body, @Nullable OriginalFrame answer) {
    return rewritten(body, answer, null);
  }

  private static String rewritten(
      String body, @Nullable OriginalFrame answer, @Nullable String report) {
    return new String(written(read(body), frame -> answer, report), StandardCharsets.UTF_8);
  }

  @Test
  void mappedFrameGetsItsOriginalPositionAndSourcesAreAppended() {
    assertEquals(
        trace(
            "{\"column\":3,\"line\":7,\"name\":\"area\",\"resourceId\":1}", "[\"u\",\"src/a.ts\"]"),
        rewritten(trace(frame("\"a\"")), ANSWER));
  }

  @Test
  void unknownMembersKeyOrderSpellingAndWhiteSpaceAreKept() {
    String before =
        "\n{ \"x\" : 1.50, \"trace\" : { \"samples\":[ 1e0 ], \"y\":\"\\u0041\\/\","
            + " \"resources\" : [\t\"u\"\n] , \"frames\":[ { \"resourceId\" : 0e0 , \"line\" :1.0,"
            + " \"z\":{\"line\":1},\t\"name\":\"a\" , \"column\": 4 } ] , \"stacks\":[]}} \n";
    String after =
        "\n{ \"x\" : 1.50, \"trace\" : { \"samples\":[ 1e0 ], \"y\":\"\\u0041\\/\","
            + " \"resources\" : [\t\"u\",\"src/a.ts\"\n] , \"frames\":[ { \"resourceId\" : 1 ,"
            + " \"line\" :7, \"z\":{\"line\":1},\t\"name\":\"area\" , \"column\": 3 } ] ,"
            + " \"stacks\":[]}} \n";
    assertEquals(after, rewritten(before, ANSWER));
  }

  @Test
  void profileWithoutMappedFramesAndReportKeepsItsBytes() {
    String body = trace(frame("\"\\u0061\\ud800\"") + " , {\"name\":\"btoa\"}");
    assertEquals(body, rewritten(body, null));
  }

  @Test
  void frameWithoutUsablePositionIsKept() {
    String body =
        trace(
            "{\"resourceId\":0},{\"resourceId\":0,\"line\":0,\"column\":5},"
                + "{\"resourceId\":0,\"line\":5,\"column\":2147483648},"
                + "{\"resourceId\":0,\"line\":5,\"column\":null},{\"line\":5,\"column\":5}");
    assertEquals(body, rewritten(body, ANSWER));
  }

  @Test
  void equalValueKeepsItsSpelling() {
    String body = trace("{\"line\":7.0,\"column\":3e0,\"name\":\"\\u0061rea\",\"resourceId\":0.0}");
    assertEquals(body, rewritten(body, new OriginalFrame("u", 6, 2, "area")));
  }

  @Test
  void nullNameOfTheAnswerKeepsTheName() {
    assertEquals(
        trace(
            "{\"column\":3,\"line\":7,\"name\":\"\\u0061\",\"resourceId\":1}",
            "[\"u\",\"src/a.ts\"]"),
        rewritten(trace(frame("\"\\u0061\"")), new OriginalFrame("src/a.ts", 6, 2, null)));
  }

  @Test
  void missingNameIsInserted() {
    assertEquals(
        trace(
            "{\"name\":\"area\", \"line\":7,\"column\":3,\"resourceId\":1}",
            "[\"u\",\"src/a.ts\"]"),
        rewritten(trace("{ \"line\":1,\"column\":3,\"resourceId\":0}"), ANSWER));
  }

  @Test
  void missingNameStaysMissingIfTheOriginalHasNone() {
    String frame = "{\"line\":1,\"column\":3,\"resourceId\":0}";
    String mapped = "{\"line\":7,\"column\":3,\"resourceId\":1}";
    for (String name : new @Nullable String[] {null, ""}) {
      assertEquals(
          trace(mapped, "[\"u\",\"src/a.ts\"]"),
          rewritten(trace(frame), new OriginalFrame("src/a.ts", 6, 2, name)));
    }
  }

  @Test
  void nullNameOfTheProfileIsReplaced() {
    assertEquals(
        trace(
            "{\"column\":3,\"line\":7,\"name\":\"area\",\"resourceId\":1}", "[\"u\",\"src/a.ts\"]"),
        rewritten(trace(frame("null")), ANSWER));
  }

  @Test
  void equalResourceIsReused() {
    String body =
        trace(frame("\"a\"") + "," + frame("\"b\""), "[\"u\",\"src\\/a.ts\",\"src/a.ts\"]");
    String mapped = "{\"column\":3,\"line\":7,\"name\":\"area\",\"resourceId\":1}";
    assertEquals(
        trace(mapped + "," + mapped, "[\"u\",\"src\\/a.ts\",\"src/a.ts\"]"),
        rewritten(body, ANSWER));
    String twice = trace(frame("\"a\"") + "," + frame("\"b\""));
    assertEquals(trace(mapped + "," + mapped, "[\"u\",\"src/a.ts\"]"), rewritten(twice, ANSWER));
  }

  @Test
  void sourcesAreAppendedToAPrettyPrintedArray() {
    String body = trace(frame("\"a\""), "[\n    \"u\"\n  ]");
    String expected =
        trace(
            "{\"column\":3,\"line\":7,\"name\":\"area\",\"resourceId\":1}",
            "[\n    \"u\",\"src/a.ts\"\n  ]");
    assertEquals(expected, rewritten(body, ANSWER));
  }

  @Test
  void stringsAreWrittenAsValidUtf8WithFewEscapes() {
    OriginalFrame answer =
        new OriginalFrame("s\ud800/\u007f\u2028.ts", 6, 2, "größer\"\\\n\u0001😀\udc00");
    assertEquals(
        trace(
            "{\"column\":3,\"line\":7,\"name\":\"größer\\\"\\\\\\n\\u0001😀\\udc00\","
                + "\"resourceId\":1}",
            "[\"u\",\"s\\ud800/\u007f\u2028.ts\"]"),
        rewritten(trace(frame("\"a\"")), answer));
  }

  @Test
  void reportIsTheLastMemberOfTheOutermostObject() {
    String inner = trace("");
    assertEquals(
        inner.substring(0, inner.length() - 1) + ",\"symbolication\":{\"n\":1}}",
        rewritten(inner, null, "{\"n\":1}"));
    assertEquals(
        "{ \"trace\":" + inner + ",\"symbolication\":{\"n\":1}\n} \n",
        rewritten("{ \"trace\":" + inner + "\n} \n", null, "{\"n\":1}"));
  }

  @Test
  void existingReportIsReplaced() {
    String inner = trace("");
    for (String old : new String[] {"{\"n\":[0]}", "7", "null", "\"x\""}) {
      assertEquals(
          "{\"symbolication\": {\"n\":1} ,\"trace\":" + inner + "}",
          rewritten(
              "{\"symbolication\": " + old + " ,\"trace\":" + inner + "}", null, "{\"n\":1}"));
    }
  }

  @Test
  void existingReportIsKeptWithoutNewReportAndInsideTrace() {
    String body =
        "{\"symbolication\":7,\"trace\":{\"symbolication\":8,\"symbolication\":9,"
            + trace("").substring(1)
            + "}";
    assertEquals(body, rewritten(body, null));
    assertEquals(
        body.replace("\"symbolication\":7", "\"symbolication\":{}"), rewritten(body, null, "{}"));
  }

  @Test
  void byteOrderMarkIsKept() {
    String body = "\uFEFF" + trace(frame("\"a\""));
    assertEquals(body, rewritten(body, null));
    assertEquals("\uFEFF" + rewritten(body.substring(1), ANSWER), rewritten(body, ANSWER));
    String longKey = body.replace("\"line\"", "\"" + "k".repeat(99) + "\":[1],\"line\"");
    assertEquals(longKey, rewritten(longKey, null));
    assertEquals("\uFEFF" + rewritten(longKey.substring(1), ANSWER), rewritten(longKey, ANSWER));
  }

  @Test
  void largeArraysKeepTheirBytes() {
    StringBuilder samples = new StringBuilder();
    for (int i = 0; i < 100_000; i++) {
      samples.append(i == 0 ? "" : ", ").append("{\"stackId\":").append(i % 977);
      samples.append(",\"timestamp\":").append(2972.734999999404 + i * 10.1).append('}');
    }
    String body = trace(frame("\"a\"")).replace("\"stacks\":[]", "\"stacks\":[" + samples + "]");
    String mapped =
        trace(
                "{\"column\":3,\"line\":7,\"name\":\"area\",\"resourceId\":1}",
                "[\"u\",\"src/a.ts\"]")
            .replace("\"stacks\":[]", "\"stacks\":[" + samples + "]");
    assertEquals(mapped, rewritten(body, ANSWER));
  }

  @Test
  void profileCanBeWrittenTwice() {
    Profile profile = read(trace(frame("\"a\"")));
    byte[] first = written(profile, frame -> ANSWER, null);
    assertArrayEquals(first, written(profile, frame -> ANSWER, null));
    assertArrayEquals(utf8(trace(frame("\"a\""))), written(profile, frame -> null, null));
  }

  @Test
  void originalFrameMustHaveAPosition() {
    assertThrows(IllegalArgumentException.class, () -> new OriginalFrame("s", -1, 0, null));
    assertThrows(
        IllegalArgumentException.class, () -> new OriginalFrame("s", 0, Integer.MAX_VALUE, null));
  }
}

package dev.symbolicator.profile.formats;

import static dev.symbolicator.profile.formats.Profiles.LIMITS;
import static dev.symbolicator.profile.formats.Profiles.read;
import static dev.symbolicator.profile.formats.Profiles.reading;
import static dev.symbolicator.profile.formats.Profiles.utf8;
import static dev.symbolicator.profile.formats.Profiles.withFrames;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.ProfileReading.Invalid;
import dev.symbolicator.profile.ProfileReading.LimitExceeded;
import dev.symbolicator.profile.ProfileReading.NotJson;
import dev.symbolicator.testing.Allowances;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProfileReaderTest {
  private static final String EMPTY =
      "{\"frames\":[],\"resources\":[],\"stacks\":[],\"samples\":[]}";

  private static Invalid invalid(String body) {
    return assertInstanceOf(Invalid.class, reading(body), body);
  }

  private static void assertInvalidAt(String body, String pointer, String value) {
    Invalid invalid = invalid(body);
    assertEquals(pointer, invalid.pointer());
    assertEquals(body.indexOf(value), invalid.byteOffset(), invalid.detail());
  }

  @Test
  void framesAreZeroBasedAndFramesWithoutScriptAreLeftOut() {
    Profile profile =
        read(
            withFrames(
                "{\"name\":\"f\",\"resourceId\":0,\"line\":1,\"column\":792},"
                    + "{\"name\":\"btoa\"},"
                    + "{\"column\":3,\"line\":2,\"resourceId\":0}"));
    assertEquals("js-self-profile", profile.format());
    assertEquals(List.of("u"), profile.scripts());
    assertEquals(
        List.of(new ProfileFrame(0, 0, 0, 791, "f"), new ProfileFrame(1, 0, 1, 2, "")),
        profile.frames());
  }

  @Test
  void bothExamplesOfTheSpecificationAreRead() {
    read("{\"duration\":12.5,\"trace\":" + EMPTY + "}");
    read("{\"timing\":{\"trace\":1},\"trace\":" + EMPTY + "}");
    read("{\"trace\":" + EMPTY + ",\"after\":[{}]}");
  }

  @Test
  void envelopeMayHaveMembersNamedLikeThoseOfATrace() {
    Profile profile =
        read(
            "{\"frames\":[16.6,17.1],\"resources\":3,\"samples\":[],\"frames\":0,\"trace\":"
                + withFrames("{\"resourceId\":0,\"line\":1,\"column\":1}")
                + "}");
    assertEquals(1, profile.frames().size());
  }

  @Test
  void bareTraceMayHaveAMemberNamedTrace() {
    Profile profile =
        read(
            "{\"trace\":{\"frames\":7},\"trace\":0,"
                + "\"frames\":[{\"resourceId\":0}],\"resources\":[\"u\"],\"stacks\":[],\"samples\":[]}");
    assertEquals(1, profile.frames().size());
  }

  @Test
  void traceIsFoundOnlyAtTheTopLevelOfAnEnvelope() {
    assertEquals("", invalid("{\"data\":{\"trace\":" + EMPTY + "}}").pointer());
    assertEquals("/trace", invalid("{\"trace\":{\"trace\":" + EMPTY + "}}").pointer());
  }

  @Test
  void framesMayComeBeforeOrAfterResources() {
    String frames = "\"frames\":[{\"resourceId\":1,\"line\":1,\"column\":1}]";
    String resources = "\"resources\":[\"a\",\"b\"]";
    String rest = "\"samples\":[],\"stacks\":[]";
    for (List<String> members :
        List.of(
            List.of(frames, rest, resources),
            List.of(resources, rest, frames),
            List.of(rest, resources, frames))) {
      Profile profile = read("{" + String.join(",", members) + "}");
      assertEquals(1, profile.frames().get(0).script());
    }
  }

  @Test
  void keysMayContainEscapes() {
    Profile profile =
        read(
            "{\"fr\\u0061mes\":[{\"r\\u0065sourceId\":0}],\"resources\":[\"u\"],"
                + "\"stacks\":[],\"samples\":[]}");
    assertEquals(1, profile.frames().size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "1", "null", "\"frames\"", "true", "[{\"frames\":[]}]"})
  void jsonThatIsNotAnObjectIsInvalid(String body) {
    Invalid invalid = invalid(body);
    assertEquals("", invalid.pointer());
    String advice = body.startsWith("[") ? "Send one profile, or a batch" : "Profiler.stop()";
    assertTrue(invalid.detail().contains(advice), invalid.detail());
  }

  @Test
  void objectWithoutMembersOfATraceIsInvalidAndTheyAreNamed() {
    Invalid invalid = invalid(" {\"nodes\":[]}");
    assertEquals("", invalid.pointer());
    assertEquals(1, invalid.byteOffset());
    for (String member : List.of("`frames`", "`resources`", "`stacks`", "`samples`", "`trace`")) {
      assertTrue(invalid.detail().contains(member), invalid.detail());
    }
  }

  @Test
  void traceThatLacksMembersIsInvalidAndTheyAreNamed() {
    Invalid bare = invalid("{\"frames\":[],\"stacks\":[]}");
    assertEquals("", bare.pointer());
    assertEquals(
        "The profile lacks `resources`, `samples`; it has `frames`, `stacks`. Send the whole result"
            + " of Profiler.stop().",
        bare.detail());
    Invalid inside = invalid("{\"trace\":{\"frames\":[],\"resources\":[],\"samples\":[]}}");
    assertEquals("/trace", inside.pointer());
    assertEquals(9, inside.byteOffset());
    assertEquals("", invalid("{\"trace\":{},\"frames\":[]}").pointer());
  }

  @Test
  void traceThatIsNotAnObjectIsInvalid() {
    assertInvalidAt("{\"trace\": [1]}", "/trace", "[1]");
    assertInvalidAt("{\"trace\": null}", "/trace", "null");
  }

  @ParameterizedTest
  @ValueSource(strings = {"frames", "resources", "stacks", "samples"})
  void eachOfTheFourMembersMustBeAnArray(String member) {
    for (String value : List.of("{\"x\":7}", "7", "\"7\"", "null", "true")) {
      String body = EMPTY.replace("\"" + member + "\":[]", "\"" + member + "\": " + value);
      assertInvalidAt(body, "/" + member, " " + value, 1);
      assertInvalidAt("{\"trace\":" + body + "}", "/trace/" + member, " " + value, 1);
    }
  }

  private static void assertInvalidAt(String body, String pointer, String text, int plus) {
    Invalid invalid = invalid(body);
    assertEquals(pointer, invalid.pointer());
    assertEquals(body.indexOf(text) + plus, invalid.byteOffset(), invalid.detail());
  }

  @Test
  void resourceMustBeAString() {
    String body = EMPTY.replace("\"resources\":[]", "\"resources\":[\"a\", {\"b\":1}, 4]");
    assertInvalidAt(body, "/resources/1", "{\"b\"");
  }

  @Test
  void frameMustBeAnObject() {
    assertInvalidAt(withFrames("{}, [4]"), "/frames/1", "[4]");
    assertInvalidAt(withFrames("{}, null"), "/frames/1", "null");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "name, 77",
        "name, true",
        "name, {\"x\":1}",
        "name, [77]",
        "resourceId, \"77\"",
        "resourceId, 0.5",
        "resourceId, true",
        "resourceId, {\"x\":1}"
      })
  void partOfFrameOfWrongKindIsInvalid(String part, String value) {
    String body = withFrames("{\"name\":\"f\"}, {\"é\":0, \"" + part + "\":  " + value + " }");
    Invalid invalid = invalid(body);
    assertEquals("/frames/1/" + part, invalid.pointer());
    int before = body.indexOf("  " + value) + 2;
    assertEquals(utf8(body.substring(0, before)).length, invalid.byteOffset());
    assertEquals("/trace/frames/1/" + part, invalid("{\"trace\":" + body + "}").pointer());
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"77\"", "7.5", "false", "{\"x\":1}", "[77]", "\"\"", "{}"})
  void otherValueThanAnIntegerCostsAFrameItsPosition(String value) throws IOException {
    for (String part : List.of("line", "column")) {
      String odd =
          "{\"resourceId\":0,\"line\":1,\"column\":1}"
              .replace("\"" + part + "\":1", "\"" + part + "\":" + value);
      String body = withFrames("{\"resourceId\":0,\"line\":1,\"column\":1}," + odd);
      Profile profile = read(body);
      assertTrue(profile.frames().get(0).hasPosition());
      assertFalse(profile.frames().get(1).hasPosition());
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      profile.write(frame -> new OriginalFrame("a.ts", 8, 9, "n"), null, out);
      assertTrue(
          out.toString(StandardCharsets.UTF_8).contains("}," + odd + "]"),
          out.toString(StandardCharsets.UTF_8));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "-1", "4294967296", "1e400", "-1e400"})
  void resourceIdOutOfRangeIsInvalid(String id) {
    String frame = "{},{\"resourceId\": " + id + "}";
    assertInvalidAt(withFrames(frame), "/frames/1/resourceId", " " + id, 1);
    assertInvalidAt(
        "{\"trace\":" + withFrames(frame) + "}", "/trace/frames/1/resourceId", " " + id, 1);
  }

  @Test
  void nullCountsAsAbsent() {
    Profile profile =
        read(
            withFrames(
                "{\"resourceId\":null,\"line\":null},"
                    + "{\"resourceId\":0,\"line\":null,\"column\":2,\"name\":null}"));
    assertEquals(List.of(new ProfileFrame(0, 0, -1, 1, "")), profile.frames());
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-0", "-3", "2147483648", "99999999999999999999", "1e400", "1e-400"})
  void positionThatNoScriptCanHaveIsReadAsUnusable(String number) {
    String line = "{\"resourceId\":0,\"line\":" + number + ",\"column\":1}";
    String column = "{\"resourceId\":0,\"line\":1,\"column\":" + number + "}";
    List<ProfileFrame> frames = read(withFrames(line + "," + column)).frames();
    assertEquals(-1, frames.get(0).line());
    assertEquals(-1, frames.get(1).column());
    assertTrue(frames.stream().noneMatch(ProfileFrame::hasPosition));
  }

  @ParameterizedTest
  @CsvSource({"2147483647, 2147483646", "12.0, 11", "1.2e1, 11", "1200E-2, 11", "1, 0"})
  void integerMayBeSpelledAsJavaScriptAllows(String spelling, int zeroBased) {
    String frame = "{\"resourceId\":0.0,\"line\":" + spelling + ",\"column\":" + spelling + "}";
    assertEquals(
        List.of(new ProfileFrame(0, 0, zeroBased, zeroBased, "")),
        read(withFrames(frame)).frames());
  }

  @ParameterizedTest
  @ValueSource(strings = {"frames", "resources", "stacks", "samples"})
  void duplicateOfOneOfTheFourMembersIsInvalid(String member) {
    String body = EMPTY.replace("}", ", \"" + member + "\": [ ]}");
    assertInvalidAt(body, "/" + member, "[ ]");
    assertInvalidAt("{\"trace\":" + body + "}", "/trace/" + member, "[ ]");
  }

  @Test
  void secondTraceIsInvalid() {
    assertInvalidAt("{\"trace\":" + EMPTY + ",\"trace\": { }}", "/trace", "{ }");
    assertInvalidAt("{\"trace\":0,\"trace\":" + EMPTY + "}", "/trace", "0");
  }

  @Test
  void secondReportIsInvalid() {
    String body = EMPTY.replace("}", ",\"symbolication\":1,\"symbolication\":22}");
    assertInvalidAt(body, "/symbolication", "22");
  }

  @ParameterizedTest
  @CsvSource({"name, \"\"", "name, null", "resourceId, 0", "line, 5", "column, null"})
  void duplicatePartOfAFrameIsInvalid(String part, String value) {
    String member = "\"" + part + "\":" + value;
    String body =
        withFrames("{" + member + ", \"\\u00" + hex(part) + part.substring(1) + "\": 7 }");
    assertInvalidAt(body, "/frames/0/" + part, "7 }");
  }

  private static String hex(String part) {
    return Integer.toHexString(part.charAt(0));
  }

  @Test
  void otherDuplicatesAreAllowed() {
    read(
        EMPTY
            .replace("\"stacks\":[]", "\"stacks\":[{\"frameId\":1,\"frameId\":2}]")
            .replace("\"frames\":[]", "\"frames\":[{\"x\":1,\"x\":2}],\"x\":1,\"x\":2"));
  }

  @Test
  void stacksAndSamplesAreNotInterpreted() {
    read(
        EMPTY
            .replace("\"stacks\":[]", "\"stacks\":[1,\"\",{\"frameId\":-9}]")
            .replace("\"samples\":[]", "\"samples\":[[],{\"stackId\":1e999}]"));
  }

  @Test
  void nestingAtTheLimitIsRead() {
    String body = EMPTY.replace("\"samples\":[]", "\"samples\":" + nested(999));
    read(body);
  }

  @Test
  void nestingBeyondTheLimitIsRefused() {
    String body = EMPTY.replace("\"samples\":[]", "\"samples\":" + nested(1000));
    assertEquals(new LimitExceeded("max-nesting", 1000, body.indexOf("[[") + 999), reading(body));
  }

  @Test
  void nestingFarBeyondTheLimitIsRefusedAtTheLimit() {
    assertEquals(new LimitExceeded("max-nesting", 1000, 1000), reading("[".repeat(100_000)));
    String objects = "{\"a\":".repeat(100_000);
    assertEquals(new LimitExceeded("max-nesting", 1000, 5000), reading(objects));
    String longNames = "{\"" + "k".repeat(99) + "\":";
    assertEquals(
        new LimitExceeded("max-nesting", 1000, 1000L * longNames.length()),
        reading(longNames.repeat(2_000)));
  }

  private static String nested(int levels) {
    return "[".repeat(levels) + "]".repeat(levels);
  }

  @Test
  void framesAndResourcesBeyondTheirLimitsAreRefused() {
    ProfileLimits limits = new ProfileLimits(10, 2, 1, 4_000_000, 250, 1 << 20);
    String two = withFrames("{},{}");
    assertInstanceOf(
        ProfileReading.ReadProfile.class,
        ProfileReader.read(ProfileBody.of(utf8(two)), limits, Allowances.plenty()));
    String three = withFrames("{},{},{ }");
    assertEquals(
        new LimitExceeded("max-frames", 2, three.indexOf("{ }")),
        ProfileReader.read(ProfileBody.of(utf8(three)), limits, Allowances.plenty()));
    String resources = two.replace("[\"u\"]", "[\"u\", \"v\"]");
    assertEquals(
        new LimitExceeded("max-resources", 1, resources.indexOf("\"v\"")),
        ProfileReader.read(ProfileBody.of(utf8(resources)), limits, Allowances.plenty()));
  }

  @Test
  void longStringsKeysAndNumbersAreRead() {
    String megabyte = "x".repeat(1 << 20);
    String body =
        "{\""
            + "k".repeat(100_000)
            + "\":"
            + "9".repeat(5_000)
            + ",\"f\":0."
            + "9".repeat(5_000)
            + ",\"frames\":[{\"resourceId\":0,\"name\":\""
            + megabyte
            + "\"}],\"resources\":[\""
            + megabyte
            + "\"],\"samples\":[\""
            + megabyte
            + "\"],\"stacks\":[]}";
    Profile profile = read(body);
    assertEquals(megabyte, profile.frames().get(0).name());
    assertEquals(List.of(megabyte), profile.scripts());
  }

  @Test
  void loneSurrogateInANameIsRead() {
    Profile profile = read(withFrames("{\"resourceId\":0,\"name\":\"a\\ud800b\"}"));
    assertEquals("a\ud800b", profile.frames().get(0).name());
  }

  @Test
  void lineOfABatchIsOfNoFormatOutsideJson() {
    for (String line :
        List.of("at e (http://h/a.js:1:2)", "/x:1:1", "{\"event_id\":\"1\"}", "--B\r\n")) {
      ProfileBody body =
          new ProfileBody(line.getBytes(StandardCharsets.UTF_8), "application/x-ndjson", false);
      ProfileReading reading = ProfileReader.read(body, Profiles.LIMITS, Allowances.plenty());
      assertFalse(reading instanceof ProfileReading.ReadProfile, line);
    }
  }

  @Test
  void numberOfVeryManyDigitsIsReadInLinearTime() {
    List<ProfileFrame> frames = read(withLine("1".repeat(3_900_000))).frames();
    assertEquals(-1, frames.get(0).line());
  }

  @Test
  void numberOrNameBeyondTheLimitIsRefused() {
    String name = "{\"resourceId\":0,\"name\":\"" + "n".repeat(4_100_000) + "\"}";
    for (String body : List.of(withLine("1".repeat(4_100_000)), withFrames(name))) {
      LimitExceeded exceeded =
          assertInstanceOf(
              LimitExceeded.class,
              ProfileReader.read(ProfileBody.of(utf8(body)), LIMITS, Allowances.plenty()));
      assertEquals("max-string-length", exceeded.limitName());
      assertEquals(4_000_000, exceeded.limit());
    }
  }

  @Test
  void memoryIsTakenBeforeReading() {
    String body = withFrames("{\"resourceId\":0},".repeat(999) + "{\"resourceId\":0}");
    Allowance memory = Allowances.plenty();
    assertInstanceOf(
        ProfileReading.ReadProfile.class,
        ProfileReader.read(ProfileBody.of(utf8(body)), LIMITS, memory));
    assertTrue(memory.held() > 1000 * ProfileLimits.FRAME_BYTES);
    assertInstanceOf(
        ProfileReading.OutOfMemory.class,
        ProfileReader.read(ProfileBody.of(utf8(body)), LIMITS, Allowances.of(0)));
  }

  private static String withLine(String line) {
    return withFrames("{\"resourceId\":0,\"line\":" + line + ",\"column\":1}");
  }

  @Test
  void textAndNumberOfTheLimitAreReadAndOneCharacterMoreIsRefused() {
    ProfileLimits limits = new ProfileLimits(1000, 10, 10, 20, 250, 1 << 20);
    String twenty = "x".repeat(20);
    String name = "{\"resourceId\":0,\"name\":\"%s\"}";
    for (String[] pair :
        new String[][] {
          {withFrames(name.formatted(twenty)), withFrames(name.formatted(twenty + "x"))},
          {withLine("1".repeat(20)), withLine("1".repeat(21))},
          {withResource(twenty), withResource(twenty + "x")}
        }) {
      assertInstanceOf(
          ProfileReading.ReadProfile.class,
          ProfileReader.read(ProfileBody.of(utf8(pair[0])), limits, Allowances.plenty()));
      LimitExceeded exceeded =
          assertInstanceOf(
              LimitExceeded.class,
              ProfileReader.read(ProfileBody.of(utf8(pair[1])), limits, Allowances.plenty()));
      assertEquals("max-string-length", exceeded.limitName());
      assertEquals(20, exceeded.limit());
    }
  }

  private static String withResource(String resource) {
    return withFrames("{\"resourceId\":0}").replace("[\"u\"]", "[\"" + resource + "\"]");
  }

  private static final String FORMATS =
      "Send a body of one of these formats in UTF-8: "
          + String.join(", ", ProfileReader.names())
          + ".";

  private static final String USUAL = "Send the whole profile as JSON in UTF-8.";

  private static final String PROFILE =
      "{\"frames\":[],\"resources\":[],\"stacks\":[],\"samples\":[]}";

  private static String advice(byte[] body, String contentType) {
    ProfileBody typed = new ProfileBody(body, contentType, false);
    return assertInstanceOf(
            NotJson.class, ProfileReader.read(typed, Profiles.LIMITS, Allowances.plenty()))
        .advice();
  }

  private static String advice(String body) {
    return advice(Profiles.utf8(body), "application/octet-stream");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "{", "{\"a\":x}", "[1,", "{\"a\":[{}\n {", "{} x", "[{}{"})
  void bodyThatBeginsLikeJsonShouldBeWhole(String body) {
    assertEquals(USUAL, advice(body));
  }

  @ParameterizedTest
  @ValueSource(strings = {"<!doctype html>", "\n<html>", "<?xml version=\"1.0\"?>"})
  void pageIsToldFromAProfile(String body) {
    assertEquals(
        "The body looks like an HTML page. Check what your download returned.", advice(body));
  }

  @Test
  void archiveShouldBeUnpacked() {
    assertEquals(
        "The body is a zip archive. Unpack the archive, and send the profile in it.",
        advice("PK\u0003\u0004"));
  }

  @Test
  void utf16ShouldBeSavedAsUtf8() {
    String advice = "The text looks like UTF-16. Save the file as UTF-8.";
    assertEquals(advice, advice(PROFILE.getBytes(StandardCharsets.UTF_16), "text/plain"));
    assertEquals(advice, advice(PROFILE.getBytes(StandardCharsets.UTF_16LE), "text/plain"));
    assertEquals(advice, advice(PROFILE.getBytes(StandardCharsets.UTF_16BE), "text/plain"));
    assertEquals(advice, advice(new byte[] {(byte) 0xFF, (byte) 0xFE, 'x', 0}, "text/plain"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n"})
  void linesOfProfilesShouldBeSentAsABatch(String lineBreak) {
    assertEquals(
        "Send a batch of profiles with Content-Type: application/x-ndjson.",
        advice(PROFILE + lineBreak + PROFILE));
  }

  @Test
  void profilesWithoutLineFeedsShouldBePutInLines() {
    assertEquals(
        "Put each profile of a batch into a line of its own. With curl, use --data-binary or -T,"
            + " since -d drops line feeds.",
        advice(PROFILE + PROFILE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"hello", "(()=>{})()", "\u00e9", "\"x"})
  void otherBodyShouldBeOfOneOfTheFormats(String body) {
    assertEquals(FORMATS, advice(body));
  }

  @Test
  void textWithoutLineFeedsThatCurlSendsShouldKeepThem() {
    byte[] text = Profiles.utf8("Uncaught TypeError: x    at e (a.js)");
    assertEquals(
        "With curl, use --data-binary instead of -d, which drops line feeds. " + FORMATS,
        advice(text, "Application/x-www-form-urlencoded"));
    assertEquals(FORMATS, advice(text, "text/plain"));
    assertEquals(FORMATS, advice(Profiles.utf8("a\nb"), "application/x-www-form-urlencoded"));
  }

  private static NotJson notJson(byte[] body) {
    return assertInstanceOf(
        NotJson.class, ProfileReader.read(ProfileBody.of(body), LIMITS, Allowances.plenty()));
  }

  private static void assertNotJsonAt(int offset, String body) {
    assertEquals(offset, notJson(utf8(body)).byteOffset(), body);
  }

  @Test
  void emptyBodyIsNotJson() {
    assertEquals(new NotJson(0, "The body is empty."), reading(""));
    assertEquals(new NotJson(3, "The body is empty."), reading(" \n\t"));
    assertEquals(new NotJson(3, "The body is empty."), reading("\uFEFF"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "[true,",
        "[\"a\",",
        "{\"frames\"",
        "{\"frames\":",
        "{\"frames\":[1,",
        "[\"abc",
        "[1",
        "[\"\\u12"
      })
  void bodyThatIsCutOffIsNotJsonAtItsEnd(String body) {
    assertEquals(new NotJson(body.length(), "The JSON value is cut off."), reading(body));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "`{\"a\":tru}`, 5",
        "`{\"a\":NaN}`, 5",
        "`[1,]`, 3",
        "`[1}`, 2",
        "`{\"a\" 1}`, 5",
        "`{\"a\":1,}`, 7",
        "`{a:1}`, 1",
        "`['a']`, 1",
        "`[1x]`, 2",
        "`[.5]`, 1",
        "`[1.]`, 3",
        "`[1e]`, 3",
        "`[-]`, 2",
        "`[\"\\x\"]`, 3",
        "`[undefined]`, 1",
        "`[01]`, 2",
        "`[-Infinity]`, 2",
        "`[true 1]`, 6",
        "`// comment`, 0",
        "`]`, 0",
        "`<html>`, 0",
        "`[\"é\" x]`, 6"
      })
  void offsetOfTheWrongByteIsReported(String body, int offset) {
    assertNotJsonAt(offset, body);
  }

  @Test
  void detailShowsOneCharacterAtMost() {
    assertEquals(new NotJson(4, "'s' cannot stand here in JSON."), reading("[1, secret]"));
    assertEquals(new NotJson(1, "This byte cannot stand here in JSON."), reading("[\u00a0]"));
  }

  @Test
  void controlCharacterIsNotJson() {
    assertNotJsonAt(2, "[\"\n\"]");
    assertNotJsonAt(2, "[1\f,2]");
    assertNotJsonAt(1, "[\u0001]");
  }

  @Test
  void bytesAfterTheValueAreNotJson() {
    assertNotJsonAt(3, "{} {}");
    assertNotJsonAt(2, "1 2");
    assertNotJsonAt(2, "{}x");
    assertNotJsonAt(3, "{} ]");
  }

  @Test
  void syntaxErrorIsReportedBeforeAnyOtherProblem() {
    assertInstanceOf(NotJson.class, reading("{\"frames\":7,\"x\":[1 2]}"));
    assertInstanceOf(NotJson.class, reading("[{\"samples\":[}]"));
    assertInstanceOf(NotJson.class, reading("{\"samples\":[\"\\q\"]}"));
  }

  @Test
  void bodyWithLongKeyIsCheckedAsStrictly() {
    String key = "\"" + "k".repeat(200) + "\"";
    for (String bad :
        new String[] {
          "", ":", ":1", ":tru}", ":01}", ":1,}", ":NaN}", ":1}x", ":1} 2", ":\"\n\"}"
        }) {
      NotJson notJson = notJson(utf8("{" + key + bad));
      assertTrue(notJson.byteOffset() > key.length(), bad);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"120E-", "120E", "12.", "-", "12", "12.5e", "nul", "\"\\u00"})
  void valueThatIsCutOffAfterALongKeyIsNotJson(String value) {
    String key = "\"" + "k".repeat(70) + "\":0,";
    NotJson notJson = notJson(utf8("{" + key + "\"frames\":[{\"line\":" + value));
    assertTrue(notJson.byteOffset() > key.length());
  }

  @ParameterizedTest
  @CsvSource({
    "FF, 0",
    "80, 0",
    "C080, 0",
    "C1BF, 0",
    "E08080, 0",
    "E09FBF, 0",
    "F0808080, 0",
    "F08FBFBF, 0",
    "EDA080, 0",
    "EDBFBF, 0",
    "F4908080, 0",
    "F5808080, 0",
    "C3, 0",
    "E282, 0",
    "F09F98, 0",
    "C328, 0",
    "E22820, 0",
    "E28228, 0",
    "F09F9828, 0"
  })
  void malformedUtf8IsNotJsonAtAnyOffset(String hex, int offset) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    for (int lead = 0; lead < 20; lead++) {
      String before = "{\"é\":\"" + "x".repeat(lead);
      byte[] body = (before + "?\"}").getBytes(StandardCharsets.UTF_8);
      int at = utf8(before).length;
      byte[] whole = new byte[body.length - 1 + bytes.length];
      System.arraycopy(body, 0, whole, 0, at);
      System.arraycopy(bytes, 0, whole, at, bytes.length);
      System.arraycopy(body, at + 1, whole, at + bytes.length, body.length - at - 1);
      assertEquals(new NotJson(at + offset, "The body is not UTF-8."), notJson(whole));
    }
  }

  @Test
  void otherEncodingsAreNotJson() {
    String body = "{\"frames\":[],\"resources\":[],\"stacks\":[],\"samples\":[]}";
    assertEquals(1, notJson(body.getBytes(StandardCharsets.UTF_16LE)).byteOffset());
    assertEquals(0, notJson(body.getBytes(StandardCharsets.UTF_16BE)).byteOffset());
    assertEquals(0, notJson(body.getBytes(StandardCharsets.UTF_16)).byteOffset());
    assertEquals(1, notJson("7".getBytes(StandardCharsets.UTF_16LE)).byteOffset());
    assertEquals(1, notJson(body.getBytes(Charset.forName("UTF-32LE"))).byteOffset());
    assertEquals(0, notJson(body.getBytes(Charset.forName("UTF-32BE"))).byteOffset());
  }

  @Test
  void offsetsCountTheByteOrderMark() {
    assertNotJsonAt(4, "\uFEFF[x]");
    assertNotJsonAt(3, "\uFEFF\uFEFF{}");
  }
}

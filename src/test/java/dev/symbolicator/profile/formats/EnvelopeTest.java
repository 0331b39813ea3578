package dev.symbolicator.profile.formats;

import static dev.symbolicator.profile.formats.Profiles.LIMITS;
import static dev.symbolicator.profile.formats.Profiles.read;
import static dev.symbolicator.profile.formats.Profiles.reading;
import static dev.symbolicator.profile.formats.Profiles.utf8;
import static dev.symbolicator.profile.formats.Profiles.written;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.ScriptBuild;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileReading.Invalid;
import dev.symbolicator.profile.ProfileReading.LimitExceeded;
import dev.symbolicator.profile.ProfileReading.NotJson;
import dev.symbolicator.profile.ProfileReading.OutOfMemory;
import dev.symbolicator.profile.ProfileReading.ReadProfile;
import dev.symbolicator.testing.Allowances;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnvelopeTest {
  private static final String HEADER = "{\"event_id\":\"1\",\"sdk\":{\"name\":\"s\"}}\n";
  private static final String CHUNK = "{\"type\":\"profile_chunk\"}\n";
  private static final String A =
      "{\"function\":\"a\",\"abs_path\":\"a.js\",\"lineno\":1,\"colno\":5}";
  private static final String B =
      "{\"function\":\"b\",\"abs_path\":\"b.js\",\"lineno\":2,\"colno\":6}";
  private static final String MAPPED_A =
      "{\"filename\":\"/src/x.ts\",\"function\":\"f\",\"abs_path\":\"w://h/src/x.ts\",\"lineno\":8,\"colno\":10}";

  private static final String IMAGE_A =
      "{\"type\":\"sourcemap\",\"code_file\":\"a.js\",\"debug_id\":\"1a\"}";
  private static final String IMAGE_B = "{\"code_file\":\"b.js\",\"debug_id\":\"1b\"}";

  private static String chunk(String members, String... frames) {
    return "{"
        + members
        + "\"profile\":{\"frames\":["
        + String.join(",", frames)
        + "],\"stacks\":[[0]]},\"version\":\"2\"}";
  }

  private static String images(String... images) {
    return "\"debug_meta\":{\"images\":[" + String.join(",", images) + "]},";
  }

  private static @Nullable OriginalFrame original(ProfileFrame frame, String... names) {
    return List.of(names).contains(frame.name())
        ? new OriginalFrame("w://h/src/x.ts", 7, 9, "f")
        : null;
  }

  private static String mapped(String body, String... names) {
    return new String(
        written(read(body), frame -> original(frame, names), "{}"), StandardCharsets.UTF_8);
  }

  @Test
  void frameGetsItsOriginalAndAFileName() {
    assertEquals(
        HEADER + CHUNK + chunk("", MAPPED_A, B), mapped(HEADER + CHUNK + chunk("", A, B), "a"));
  }

  @Test
  void nullFramesAndFramesOfTheBrowserStay() {
    String odd = "{\"function\":\"go\"}";
    assertEquals(
        HEADER + CHUNK + chunk("", "null", odd, "null", MAPPED_A),
        mapped(HEADER + CHUNK + chunk("", "null", odd, "null", A), "a"));
  }

  @Test
  void existingFileNameIsReplaced() {
    String named = A.replace("}", ",\"filename\":\"old\"}");
    assertEquals(
        HEADER
            + CHUNK
            + chunk(
                "",
                MAPPED_A
                    .replace("\"filename\":\"/src/x.ts\",", "")
                    .replace("}", ",\"filename\":\"/src/x.ts\"}")),
        mapped(HEADER + CHUNK + chunk("", named), "a"));
  }

  @Test
  void imagesOfScriptsWhoseFramesWereAllMappedAreRemoved() {
    String none = "{\"type\":\"other\"}";
    String body = HEADER + CHUNK;
    String all = images(IMAGE_A, IMAGE_B, none, IMAGE_A);
    assertEquals(
        body + chunk(images(IMAGE_B, none), MAPPED_A, B), mapped(body + chunk(all, A, B), "a"));
    assertEquals(
        body + chunk(images(IMAGE_A, none, IMAGE_A), A, MAPPED_A),
        mapped(body + chunk(all, A, B), "b"));
    assertEquals(body + chunk(all, A, B), mapped(body + chunk(all, A, B)));
  }

  @Test
  void imageStaysIfOneFrameOfItsScriptWasNotMapped() {
    String other = A.replace("\"a\"", "\"c\"");
    String body = HEADER + CHUNK + chunk(images(IMAGE_A), A, other);
    assertTrue(mapped(body, "a").contains(images(IMAGE_A)));
    assertFalse(mapped(body, "a", "c").contains("debug_meta"));
  }

  @Test
  void imageOfAScriptWithoutFramesStays() {
    String body = HEADER + CHUNK;
    assertEquals(
        body + chunk(images(IMAGE_B), MAPPED_A),
        mapped(body + chunk(images(IMAGE_A, IMAGE_B), A), "a"));
  }

  @Test
  void debugMetaIsRemovedWithItsLastImageWhereverItStands() {
    String meta = images(IMAGE_A).substring(0, images(IMAGE_A).length() - 1);
    String profile = "\"profile\":{\"frames\":[%s]}";
    String before = profile.formatted(A);
    String after = profile.formatted(MAPPED_A);
    for (String[] pair :
        new String[][] {
          {"{" + meta + "," + before + "}", "{" + after + "}"},
          {"{" + before + "," + meta + "}", "{" + after + "}"},
          {"{\"x\":1," + meta + "," + before + "}", "{\"x\":1," + after + "}"},
          {"{ \"x\":1 , " + meta + " }", "{ \"x\":1 , " + meta + " }"},
          {"{" + before + " , \"debug_meta\" : {\"images\":[]} }", "{" + after + "  }"}
        }) {
      String got = mapped(HEADER + CHUNK + pair[0], "a").substring((HEADER + CHUNK).length());
      assertEquals(pair[1].replace(" ", ""), got.replace(" ", ""));
    }
  }

  @Test
  void debugMetaStaysIfTheCallerKeepsIt() {
    byte[] body = utf8(HEADER + CHUNK + chunk(images(IMAGE_A), A));
    Profile profile =
        ((ReadProfile)
                ProfileReader.read(new ProfileBody(body, null, true), LIMITS, Allowances.plenty()))
            .profile();
    assertEquals(
        HEADER + CHUNK + chunk(images(IMAGE_A), MAPPED_A),
        new String(written(profile, frame -> original(frame, "a"), null), StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "3", "{}", "{\"images\":null}", "[]"})
  void debugMetaOfAnotherShapeStays(String meta) {
    String members = "\"debug_meta\":" + meta + ",";
    assertEquals(
        HEADER + CHUNK + chunk(members, MAPPED_A), mapped(HEADER + CHUNK + chunk(members, A), "a"));
  }

  @Test
  void writtenLengthIsCorrectedAndPayloadsOfALengthMayHoldLineBreaks() {
    String payload = chunk("\n", A);
    String attachment = "{\"type\":\"attachment\",\"length\":9}\nab\n{\"type\n";
    String before =
        HEADER
            + attachment
            + "{\"length\" : "
            + payload.length()
            + " ,\"type\":\"profile\"}\n"
            + payload;
    String longer = chunk("\n", MAPPED_A);
    assertEquals(
        HEADER
            + attachment
            + "{\"length\" : "
            + longer.length()
            + " ,\"type\":\"profile\"}\n"
            + longer
            + "\n\n",
        mapped(before + "\n\n", "a"));
    assertEquals(before, mapped(before));
  }

  @Test
  void severalProfilesAndOtherItemsAreToldApart() {
    String transaction = "{\"type\":\"transaction\"}\n{\"spans\":[" + A + "]}\n";
    String before = HEADER + transaction + CHUNK + chunk("", A) + "\n" + CHUNK + chunk("", B, A);
    assertEquals(3, read(before).frames().size());
    assertEquals(
        HEADER + transaction + CHUNK + chunk("", MAPPED_A) + "\n" + CHUNK + chunk("", B, MAPPED_A),
        mapped(before, "a"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"event_id\":\"1\"}",
        "{\"dsn\":\"d\",\"sent_at\":\"now\"}\n",
        "{}\n{\"type\":\"session\"}\n{}",
        "{}\n{\"type\":\"session\"}",
        "{}\n{\"type\":\"x\",\"length\":0}\n\n{\"type\":\"y\"}\nnot json at all\n",
        "{}\r\n{\"type\":\"x\"}\r\n\r\n",
        "{}\n{\"type\":\"profile\",\"platform\":\"android\",\"length\":3}\n\u0000\n\n",
        "{}\n{\"type\":\"profile\"}\n{\"platform\":\"python\",\"profile\":{\"frames\":[{\"lineno\":\"x\"}]}}"
      })
  void envelopeWithoutAProfileOfJavaScriptComesBackByteForByte(String body) {
    Profile profile = read(body);
    assertEquals("sentry-envelope", profile.format());
    assertEquals(0, profile.frames().size());
    assertArrayEquals(utf8(body), written(profile, frame -> null, "{}"));
  }

  @Test
  void framesOfAnotherPlatformStay() {
    assertEquals(1, read(HEADER + CHUNK + chunk("\"platform\":\"node\",", A)).frames().size());
    assertEquals(0, read(HEADER + CHUNK + chunk("\"platform\":\"python\",", A)).frames().size());
  }

  @Test
  void releaseAndDebugIdsReachTheBuild() {
    Profile profile =
        read(HEADER + CHUNK + chunk("\"release\":\"app@1\"," + images(IMAGE_A), A, B));
    assertEquals(new ScriptBuild("app@1", "1a"), profile.build(0));
    assertEquals(new ScriptBuild("app@1", null), profile.build(1));
  }

  @Test
  void emptyReleaseIsNone() {
    Profile profile = read(HEADER + CHUNK + chunk("\"release\":\"\",", A));
    assertEquals(new ScriptBuild(null, null), profile.build(0));
  }

  @Test
  void wrongValueIsAProblemAtItsPlaceInTheEnvelope() {
    String body =
        HEADER + CHUNK + chunk("", A, B.replaceFirst("\"function\":\"[^\"]*\"", "\"function\":5"));
    Invalid invalid = assertInstanceOf(Invalid.class, reading(body));
    assertEquals("/profile/frames/1/function", invalid.pointer());
    assertEquals(body.indexOf("5", body.indexOf("\"function\":5") + 1), invalid.byteOffset());
  }

  @Test
  void cutOffPayloadAndBrokenHeaderAreProblems() {
    String profile = chunk("", A);
    assertInstanceOf(
        NotJson.class, reading(HEADER + CHUNK + profile.substring(0, profile.length() - 2)));
    for (String items :
        List.of(
            "{\"type\":\"x\",\"length\":5}\nabc",
            "{\"type\":\"x\"}\nabc\nnonsense",
            "{\"type\":\"x\"}\nabc\n{\"length\":1}\na",
            "{\"type\":\"x\"}\nabc\n{\"type\":\"x\",\"length\":-1}\na",
            "{\"type\":\"x\"}\nabc\n{\"type\":\"x\",\"length\":99999999999999999999}\na",
            "{\"type\":\"x\"}\nabc\n{\u0000\"type\":\"x\"}\na")) {
      assertInstanceOf(Invalid.class, reading(HEADER + items), items);
    }
  }

  @Test
  void aThousandItemsAreReadAndOneMoreIsRefused() {
    String item = "{\"type\":\"x\"}\n\n";
    read(HEADER + item.repeat(1000));
    LimitExceeded exceeded =
        assertInstanceOf(LimitExceeded.class, reading(HEADER + item.repeat(1001)));
    assertEquals("max-items", exceeded.limitName());
    assertEquals(1000, exceeded.limit());
  }

  @Test
  void headerOfTheLimitIsReadAndALongerOneIsNot() {
    String start = "{\"type\":\"x\",\"pad\":\"";
    String fits = start + "p".repeat(65_536 - start.length() - 2) + "\"}\n";
    read(HEADER + "{\"type\":\"x\"}\n\n" + fits);
    assertInstanceOf(
        Invalid.class,
        reading(HEADER + "{\"type\":\"x\"}\n\n" + fits.replace("\"pad\"", "\"pad2\"")));
  }

  @Test
  void frameOfTheLimitIsReadAndOneMoreIsRefused() {
    String body = HEADER + CHUNK + "{\"profile\":{\"frames\":[null%s]}}";
    read(body.formatted(",null".repeat(LIMITS.maxFrames() - 1)));
    assertInstanceOf(
        LimitExceeded.class, reading(body.formatted(",null".repeat(LIMITS.maxFrames()))));
  }

  @Test
  void memoryIsTakenBeforeReading() {
    assertInstanceOf(
        OutOfMemory.class,
        ProfileReader.read(
            ProfileBody.of(utf8(HEADER + CHUNK + chunk(images(IMAGE_A), A))),
            LIMITS,
            Allowances.of(0)));
  }

  @Test
  void answerHasTheTypeOfTheRequestIfBrowsersSendIt() {
    byte[] body = utf8(HEADER + CHUNK + chunk("", A));
    Function<@Nullable String, String> answered =
        type ->
            ((ReadProfile)
                    ProfileReader.read(
                        new ProfileBody(body, type, false), LIMITS, Allowances.plenty()))
                .profile()
                .mediaType();
    assertEquals("text/plain;charset=UTF-8", answered.apply("text/plain;charset=UTF-8"));
    assertEquals("application/x-sentry-envelope", answered.apply("text/html"));
    assertEquals("application/x-sentry-envelope", answered.apply(null));
  }
}

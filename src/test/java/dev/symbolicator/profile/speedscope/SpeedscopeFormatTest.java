package dev.symbolicator.profile.speedscope;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.WrittenProfile;
import dev.symbolicator.profile.formats.ProfileReader;
import dev.symbolicator.testing.Allowances;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpeedscopeFormatTest {
  private static final String FRAME =
      "{\"name\":\"f\",\"file\":\"http://h/a.js\",\"line\":3,\"col\":4}";

  private static String file(String frames, String... units) {
    return "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"shared\":{\"frames\":["
        + frames
        + "]},\"profiles\":["
        + String.join(
            ",",
            List.of(units).stream()
                .map(unit -> "{\"events\":[1],\"unit\":\"" + unit + "\"}")
                .toList())
        + "]}";
  }

  private static ProfileReading reading(byte[] body, ProfileLimits limits) {
    return ProfileReader.read(ProfileBody.of(body), limits, Allowances.plenty());
  }

  private static Profile read(String body) {
    return assertInstanceOf(
            ProfileReading.ReadProfile.class,
            reading(body.getBytes(StandardCharsets.UTF_8), ProfileLimits.DEFAULT))
        .profile();
  }

  private static String written(
      Profile profile, Function<ProfileFrame, @Nullable OriginalFrame> answers) {
    return new String(WrittenProfile.bytes(profile, answers, null), StandardCharsets.UTF_8);
  }

  private static ProfileFrame only(String body) {
    Profile profile = read(body);
    assertEquals("speedscope", profile.format());
    assertEquals(1, profile.frames().size());
    return profile.frames().get(0);
  }

  @Test
  void linesCountFromOne() {
    assertEquals(new ProfileFrame(0, 0, 2, 3, "f"), only(file(FRAME, "microseconds")));
    assertEquals(new ProfileFrame(0, 0, 2, 3, "f"), only(file(FRAME)));
  }

  @Test
  void linesOfBytesCountFromZeroIfOneIsZero() {
    String zero = FRAME.replace("3", "0");
    assertEquals(new ProfileFrame(0, 0, 0, 4, "f"), only(file(zero, "bytes", "bytes")));
    assertEquals(new ProfileFrame(0, 0, -1, 3, "f"), only(file(zero, "none")));
  }

  @Test
  void linesOfUnknownBaseAreNotUsed() {
    Profile profile = read(file(FRAME, "bytes"));
    assertEquals(new ProfileFrame(0, 0, -1, -1, "f"), profile.frames().get(0));
    assertEquals(1, profile.notes().size());
    assertEquals(
        new ProfileFrame(0, 0, -1, -1, "f"), only(file(FRAME.replace("3", "0"), "bytes", "none")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"(anonymous)", "(anonymous a.js?v=1:1)"})
  void nameMadeUpBySpeedscopeIsNone(String name) {
    String body = file(FRAME.replace("\"f\"", "\"" + name + "\""));
    assertEquals("", only(body).name());
    assertTrue(
        written(read(body), frame -> new OriginalFrame("http://h/src/b.ts", 6, 0, ""))
            .contains("\"name\":\"(anonymous b.ts:7)\""));
  }

  @Test
  void onlyMembersOfFramesChange() {
    String body =
        file(
            "{\"x\":1.0,\"name\":\"f\",\"line\":3, \"col\":4,\"file\":\"http:\\/\\/h/a.js\"},"
                + "{\"name\":\"n\",\"file\":\"\",\"line\":1,\"col\":1}",
            "none");
    assertEquals(
        body.replace("\"f\"", "\"g\"")
            .replace("\"line\":3", "\"line\":10")
            .replace("http:\\/\\/h/a.js", "b.ts"),
        written(read(body), frame -> new OriginalFrame("b.ts", 9, 3, "g")));
    assertEquals(body, written(read(body), frame -> null));
  }

  @Test
  void otherSchemaIsAnotherFormat() {
    assertInstanceOf(
        ProfileReading.Invalid.class,
        reading(
            file(FRAME).replace("speedscope.app", "else").getBytes(StandardCharsets.UTF_8),
            ProfileLimits.DEFAULT));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"name\":1", "\"file\":{}"})
  void memberOfWrongKindIsNamed(String member) {
    String body = file("{" + member + "}");
    String name = member.substring(1, member.indexOf('"', 1));
    assertEquals(
        "/shared/frames/0/" + name,
        assertInstanceOf(
                ProfileReading.Invalid.class,
                reading(body.getBytes(StandardCharsets.UTF_8), ProfileLimits.DEFAULT))
            .pointer());
  }

  @Test
  void tooManyFramesOrFilesAreRefused() {
    byte[] body =
        file(FRAME + "," + FRAME.replace("a.js", "b.js")).getBytes(StandardCharsets.UTF_8);
    assertInstanceOf(
        ProfileReading.ReadProfile.class, reading(body, new ProfileLimits(9, 2, 2, 99, 9, 9)));
    assertEquals(
        "max-frames",
        assertInstanceOf(
                ProfileReading.LimitExceeded.class,
                reading(body, new ProfileLimits(9, 1, 2, 99, 9, 9)))
            .limitName());
    assertEquals(
        "max-resources",
        assertInstanceOf(
                ProfileReading.LimitExceeded.class,
                reading(body, new ProfileLimits(9, 2, 1, 99, 9, 9)))
            .limitName());
  }

  @FuzzTest(maxDuration = "10m")
  void anyFileIsReadAndWrittenBack(byte[] body) {
    assertIsReadAndWrittenBack(body);
  }

  @Property(tries = 3_000)
  void cutOrChangedFileIsReadAndWrittenBack(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] body =
        file(FRAME + "," + FRAME.replace("\"f\"", "\"(anonymous)\""), "bytes", "none")
            .getBytes(StandardCharsets.UTF_8);
    for (int i = random.nextInt(4); i > 0; i--) {
      int from = random.nextInt(body.length);
      body[from] = body[random.nextInt(body.length)];
    }
    assertIsReadAndWrittenBack(body);
  }

  private static void assertIsReadAndWrittenBack(byte[] body) {
    if (reading(body, ProfileLimits.DEFAULT) instanceof ProfileReading.ReadProfile read) {
      Profile profile = read.profile();
      assertEquals(new String(body, StandardCharsets.UTF_8), written(profile, frame -> null));
      String mapped = written(profile, frame -> new OriginalFrame("http://h/\ud800", 1, 1, "\""));
      assertEquals(profile.frames().size(), read(mapped).frames().size());
    }
  }
}

package dev.symbolicator.profile.formats;

import static dev.symbolicator.profile.formats.Profiles.LIMITS;
import static dev.symbolicator.profile.formats.Profiles.read;
import static dev.symbolicator.profile.formats.Profiles.utf8;
import static dev.symbolicator.profile.formats.Profiles.withFrames;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.ProfileReading.LimitExceeded;
import dev.symbolicator.testing.Allowances;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProfileLimitsTest {
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
}

package dev.symbolicator.profile.stacktext;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads and writes stacks for the tests of this package. */
final class Stacks {
  private Stacks() {}

  static ProfileBody body(String text) {
    return new ProfileBody(text.getBytes(StandardCharsets.UTF_8), "text/plain", false);
  }

  /** Returns an object with a stack as its member. */
  static String json(String stack) {
    return JsonNodeFactory.instance.objectNode().put("stack", stack).toString();
  }

  static ProfileReading reading(ProfileBody body, ProfileLimits limits) {
    return ProfileReader.read(body, limits, Allowances.plenty());
  }

  static Profile read(ProfileBody body) {
    return assertInstanceOf(ProfileReading.ReadProfile.class, reading(body, ProfileLimits.DEFAULT))
        .profile();
  }

  static List<ProfileFrame> frames(String text) {
    return read(body(text)).frames();
  }

  static String written(
      Profile profile,
      Function<ProfileFrame, @Nullable OriginalFrame> answers,
      @Nullable String report) {
    return new String(WrittenProfile.bytes(profile, answers, report), StandardCharsets.UTF_8);
  }

  /** Returns a text whose frames all have one original, at {@code https://o/o.ts:3:4}. */
  static String rewritten(String text, @Nullable String name) {
    return written(
        read(body(text)), frame -> new OriginalFrame("https://o/o.ts", 2, 3, name), null);
  }
}

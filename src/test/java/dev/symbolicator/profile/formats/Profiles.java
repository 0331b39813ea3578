package dev.symbolicator.profile.formats;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.WrittenProfile;
import dev.symbolicator.testing.Allowances;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads and writes profiles for the tests of this package. */
final class Profiles {
  static final ProfileLimits LIMITS =
      new ProfileLimits(1000, 100_000, 10_000, 4_000_000, 250, 1 << 20);

  private Profiles() {}

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns a trace of one resource with these frames. */
  static String withFrames(String frames) {
    return "{\"frames\":[" + frames + "],\"resources\":[\"u\"],\"stacks\":[],\"samples\":[]}";
  }

  static ProfileReading reading(String body) {
    return ProfileReader.read(ProfileBody.of(utf8(body)), LIMITS, Allowances.plenty());
  }

  static Profile read(byte[] body) {
    return assertInstanceOf(
            ProfileReading.ReadProfile.class,
            ProfileReader.read(ProfileBody.of(body), LIMITS, Allowances.plenty()))
        .profile();
  }

  static Profile read(String body) {
    return read(utf8(body));
  }

  static byte[] written(
      Profile profile,
      Function<ProfileFrame, @Nullable OriginalFrame> answers,
      @Nullable String report) {
    return WrittenProfile.bytes(profile, answers, report);
  }

  static byte[] resource(String name) {
    try (InputStream in = Profiles.class.getResourceAsStream(name)) {
      assertNotNull(in, name);
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package dev.symbolicator.profile.trace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.LargeFormat.BodyBytes;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.ProfileFrame.PositionKind;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.WrittenProfile;
import dev.symbolicator.profile.formats.ProfileReader;
import dev.symbolicator.testing.Allowances;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads and writes traces of tests. */
final class Traces {

  private Traces() {}

  static ProfileReading reading(byte[] body, ProfileLimits limits, Allowance memory) {
    return reading(BodyBytes.of(body), limits, memory);
  }

  private static ProfileReading reading(BodyBytes body, ProfileLimits limits, Allowance memory) {
    try {
      return ProfileReader.read(new TraceFormat(), body, limits, memory);
    } catch (IOException unexpected) {
      throw new UncheckedIOException(unexpected);
    }
  }

  static ProfileReading reading(String body) {
    return reading(body.getBytes(UTF_8), ProfileLimits.DEFAULT, Allowances.plenty());
  }

  static Profile read(String body) {
    return assertInstanceOf(ProfileReading.ReadProfile.class, reading(body)).profile();
  }

  static Profile read(BodyBytes body) {
    return assertInstanceOf(
            ProfileReading.ReadProfile.class,
            reading(body, ProfileLimits.DEFAULT, Allowances.plenty()))
        .profile();
  }

  static byte[] bytes(
      Profile profile,
      Function<ProfileFrame, @Nullable OriginalFrame> answers,
      @Nullable String report) {
    return WrittenProfile.bytes(profile, answers, report);
  }

  static String written(String body, Function<ProfileFrame, @Nullable OriginalFrame> answers) {
    return new String(bytes(read(body), answers, null), UTF_8);
  }

  /**
   * Returns originals that tell where they come from: the source is the script with the suffix
   * {@code .ts}, lines and columns are 100 and 1000 more, and a start of a function has a new name.
   */
  static @Nullable OriginalFrame original(ProfileFrame frame, Profile profile) {
    return new OriginalFrame(
        profile.scripts().get(frame.script()) + ".ts",
        frame.line() + 100,
        frame.column() + 1000,
        frame.kind() != PositionKind.EXECUTING ? "f" + frame.column() : null);
  }

  /** Writes a trace with {@link #original}. */
  static String mapped(String body) {
    Profile profile = read(body);
    return new String(bytes(profile, frame -> original(frame, profile), null), UTF_8);
  }

  /** Returns a trace of events with single quotes. */
  static String trace(String... events) {
    return quoted("{'traceEvents':[" + String.join(",\n", events) + "],'metadata':{}}");
  }

  /** Replaces single quotes by double ones. */
  static String quoted(String json) {
    return json.replace('\'', '"');
  }
}

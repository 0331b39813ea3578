package dev.symbolicator.profile.heap;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.LargeFormat.BodyBytes;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.WrittenProfile;
import dev.symbolicator.profile.formats.ProfileReader;
import dev.symbolicator.profile.heap.HeapFormat.HeapProfile;
import dev.symbolicator.testing.Allowances;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads and writes heap snapshots for the tests of this package. */
final class Heaps {

  private Heaps() {}

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static ProfileReading reading(BodyBytes body, ProfileLimits limits, Allowance memory) {
    try {
      return ProfileReader.read(new HeapFormat(), body, limits, memory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static ProfileReading reading(byte[] body, ProfileLimits limits) {
    return reading(BodyBytes.of(body), limits, Allowances.plenty());
  }

  static ProfileReading reading(String body) {
    return reading(utf8(body), ProfileLimits.DEFAULT);
  }

  static HeapProfile read(BodyBytes body, Allowance memory) {
    ProfileReading reading = reading(body, ProfileLimits.DEFAULT, memory);
    return (HeapProfile)
        assertInstanceOf(ProfileReading.ReadProfile.class, reading, reading::toString).profile();
  }

  static HeapProfile read(byte[] body) {
    return read(BodyBytes.of(body), Allowances.plenty());
  }

  static HeapProfile read(SnapshotBuilder body) {
    return read(utf8(body.build()));
  }

  static byte[] written(
      HeapProfile profile,
      Function<ProfileFrame, @Nullable OriginalFrame> answers,
      @Nullable String report) {
    return WrittenProfile.bytes(profile, answers, report);
  }

  /** Returns a body with the originals of its frames. */
  static SnapshotView rewritten(
      byte[] body, Function<ProfileFrame, @Nullable OriginalFrame> answers) {
    return SnapshotView.of(written(read(body), answers, null));
  }

  static SnapshotView rewritten(
      SnapshotBuilder body, Function<ProfileFrame, @Nullable OriginalFrame> answers) {
    return rewritten(utf8(body.build()), answers);
  }

  /** Answers each frame with another place and a longer name. */
  static OriginalFrame anyOriginal(ProfileFrame frame) {
    return new OriginalFrame(
        "src/" + frame.column() % 3 + ".ts",
        frame.line() + 7,
        frame.column() / 2,
        "original_" + frame.name());
  }
}

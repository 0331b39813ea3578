package dev.symbolicator.profile;

import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes profiles of tests into memory. */
public final class WrittenProfile {
  private WrittenProfile() {}

  /** Returns the bytes that {@link Profile#write} writes. The report is JSON. */
  public static byte[] bytes(
      Profile profile,
      Function<ProfileFrame, @Nullable OriginalFrame> answers,
      @Nullable String report) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      profile.write(answers, report == null ? null : report.getBytes(StandardCharsets.UTF_8), out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}

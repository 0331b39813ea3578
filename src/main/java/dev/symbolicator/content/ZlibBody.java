package dev.symbolicator.content;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/** Inflates zlib (RFC 1950). Ignores bytes behind the checksum. */
final class ZlibBody {
  private static final int BUFFER_BYTES = 16 * 1024;

  private ZlibBody() {}

  /**
   * Appends the content.
   *
   * @return null if the content fits, or else the failure
   * @throws IOException if the body is damaged or cut off
   */
  static @Nullable Decoding inflate(byte[] encoded, BoundedBytes out) throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    try (InputStream content = new InflaterInputStream(new ByteArrayInputStream(encoded))) {
      for (int count = content.read(buffer); count >= 0; count = content.read(buffer)) {
        Decoding failure =
            out.isWanted() ? out.append(buffer, 0, count) : new Decoding.OverBudget();
        if (failure != null) {
          return failure;
        }
      }
      return null;
    }
  }
}

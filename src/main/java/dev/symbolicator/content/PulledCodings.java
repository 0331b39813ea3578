package dev.symbolicator.content;

import io.airlift.compress.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.brotli.dec.BrotliInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Undoes br (RFC 7932) and zstd (RFC 8878), whose decoders pull from the whole encoded body.
 *
 * <p>A decoder's window, at most 16 MiB for br and 8 MiB for zstd (RFC 9659), is not charged to the
 * lease: callers decode on a few threads only, see {@link ContentCodings.Known#needWindow}.
 */
final class PulledCodings {
  private PulledCodings() {}

  /** Decodes into {@code out}; null if that went well, else what is wrong. */
  static @Nullable Decoding decode(ContentCoding coding, byte[] encoded, BoundedBytes out) {
    String name = coding == ContentCoding.BR ? "br" : "zstd";
    byte[] buffer = new byte[16 * 1024];
    try (InputStream decoded = open(coding, encoded)) {
      for (int count = decoded.read(buffer); count >= 0; count = decoded.read(buffer)) {
        Decoding failure = out.append(buffer, 0, count);
        if (failure != null) {
          return failure;
        }
      }
      return null;
    } catch (IOException | RuntimeException e) {
      // The decoders answer some damage with IndexOutOfBounds, IllegalArgument and the like.
      return new Decoding.Corrupt(name + ": the body is damaged or cut off");
    }
  }

  private static InputStream open(ContentCoding coding, byte[] encoded) throws IOException {
    InputStream in = new ByteArrayInputStream(encoded);
    return coding == ContentCoding.BR ? new BrotliInputStream(in) : new ZstdInputStream(in);
  }
}

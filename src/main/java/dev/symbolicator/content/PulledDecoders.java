package dev.symbolicator.content;

import dev.symbolicator.memory.ByteBudget;
import io.airlift.compress.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.brotli.dec.BrotliInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Undoes gzip (RFC 1952), br (RFC 7932) and zstd (RFC 8878), whose decoders pull from the whole
 * encoded body.
 *
 * <p>What a decoder allocates is charged to the budget before it is opened: mostly its window, of
 * up to 16 MiB for br and 8 MiB for zstd. The charge is given back behind the decoder, also where
 * the caller has gone meanwhile and closed the lease.
 */
final class PulledDecoders {
  private static final int BUFFER = 16 * 1024;

  private PulledDecoders() {}

  /** Decodes into {@code out}; returns null, or what is wrong. */
  static @Nullable Decoding decode(
      ContentCoding coding, byte[] encoded, BoundedBytes out, ByteBudget.Lease lease) {
    DecoderMemory memory = DecoderMemory.of(coding, encoded);
    if (memory == null) {
      return corrupt(coding);
    }
    try (ByteBudget.Lease decoder = lease.growApart(memory.bytes(), memory.largest())) {
      return decoder == null ? new Decoding.OverBudget() : pull(coding, encoded, out);
    }
  }

  private static @Nullable Decoding pull(ContentCoding coding, byte[] encoded, BoundedBytes out) {
    byte[] buffer = new byte[BUFFER];
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
      return corrupt(coding);
    }
  }

  private static Decoding corrupt(ContentCoding coding) {
    return new Decoding.Corrupt(
        switch (coding) {
          case GZIP -> "gzip: the body is damaged or cut off";
          case BR -> "br: the body is damaged or cut off";
          default -> "zstd: the body is damaged, cut off, or needs a window of more than 8 MiB";
        });
  }

  private static InputStream open(ContentCoding coding, byte[] encoded) throws IOException {
    return switch (coding) {
      case GZIP -> new GzipMembers(encoded, BUFFER);
      case BR -> new BrotliInputStream(new ByteArrayInputStream(encoded));
      default -> new ZstdInputStream(new ByteArrayInputStream(encoded));
    };
  }
}

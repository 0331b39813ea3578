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
 * <p>What a decoder allocates, which is mostly its window of up to 16 MiB for br and 8 MiB for
 * zstd, is charged to the budget before it is opened, and given back behind it: also where whoever
 * wanted the body has gone meanwhile and closed the lease.
 */
final class PulledCodings {
  private PulledCodings() {}

  /** Decodes into {@code out}; null if that went well, else what is wrong. */
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
      return corrupt(coding);
    }
  }

  private static Decoding corrupt(ContentCoding coding) {
    return new Decoding.Corrupt(
        coding == ContentCoding.BR
            ? "br: the body is damaged or cut off"
            : "zstd: the body is damaged, cut off, or needs a window of more than 8 MiB");
  }

  private static InputStream open(ContentCoding coding, byte[] encoded) throws IOException {
    InputStream in = new ByteArrayInputStream(encoded);
    return coding == ContentCoding.BR ? new BrotliInputStream(in) : new ZstdInputStream(in);
  }
}

package dev.symbolicator.content;

import dev.symbolicator.memory.ByteBudget;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Undoes one content coding of a whole body.
 *
 * <p>The memory of the decoder itself is charged to the budget before it is allocated: mostly a
 * window, of up to 16 MiB for br. This memory stays charged until the decoder has ended, even if
 * the caller has closed the lease meanwhile.
 */
final class CodingDecoders {
  private CodingDecoders() {}

  /**
   * Decodes a body.
   *
   * @param lease charged with the memory; on failure the caller shrinks it
   */
  static Decoding decode(
      ContentCoding coding, byte[] encoded, long maxBytes, ByteBudget.Lease lease) {
    if (coding == ContentCoding.ZSTD) {
      return ZstdBody.inflate(encoded, maxBytes, lease);
    }
    DecoderMemory memory =
        coding == ContentCoding.BR ? DecoderMemory.brotli(encoded) : DecoderMemory.gzip();
    if (memory == null) {
      return corrupt(coding);
    }
    BoundedBytes out = new BoundedBytes(maxBytes, lease);
    Decoding failure;
    try (ByteBudget.Lease decoder = lease.growApart(memory.bytes(), memory.largest())) {
      failure = decoder == null ? new Decoding.OverBudget() : inflate(coding, encoded, out);
    } catch (IOException | RuntimeException damaged) {
      // The decoder of br reports some damage as IndexOutOfBounds, IllegalArgument and the like.
      failure = corrupt(coding);
    }
    return failure == null ? out.join() : failure;
  }

  private static @Nullable Decoding inflate(ContentCoding coding, byte[] encoded, BoundedBytes out)
      throws IOException {
    return switch (coding) {
      case GZIP -> GzipMembers.inflate(encoded, out);
      case DEFLATE -> ZlibBody.inflate(encoded, out);
      default -> BrotliBody.inflate(encoded, out);
    };
  }

  private static Decoding corrupt(ContentCoding coding) {
    return new Decoding.Corrupt(
        switch (coding) {
          case GZIP -> "gzip: the body is damaged or cut off";
          case DEFLATE -> "deflate: the body is damaged, cut off, or has no zlib header";
          default -> "br: the body is damaged, cut off, or made to be slow";
        });
  }
}

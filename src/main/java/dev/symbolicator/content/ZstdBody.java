package dev.symbolicator.content;

import dev.symbolicator.memory.ByteBudget;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.util.Arrays;

/**
 * Inflates zstd (RFC 8878) into one array, which is the decoder's window too.
 *
 * <p>The decoder's stream is not used: it moves its window of up to 8 MiB for each block, and a
 * block of one byte is allowed. A body of 1 MB took minutes.
 *
 * <p>The frames' headers bound the length of the content, but generously where an encoder flushed
 * often. So the array begins with a likely length, and is replaced by one four times as long until
 * the content fits. All attempts together take at most two and a half times the work of the last.
 */
final class ZstdBody {
  /** Literals and tables of fixed sizes. */
  private static final long TABLES = 640 << 10;

  private static final int SMALLEST_FIRST_ROOM = 1 << 20;
  private static final int LIKELY_RATIO = 8;
  private static final int GROWTH = 4;

  private ZstdBody() {}

  /** Returns the memory for an attempt to inflate a body. */
  static DecoderMemory memory(long room) {
    return new DecoderMemory(room + TABLES, room);
  }

  /**
   * Inflates a body. A damaged body is called too large if its headers allow more than {@code
   * maxBytes}.
   */
  static Decoding inflate(byte[] encoded, long maxBytes, ByteBudget.Lease lease) {
    long most = ZstdFrames.mostBytes(encoded);
    if (most < 0) {
      return corrupt();
    }
    // Without any room, the decoder would not check the frames.
    long limit = Math.max(1, Math.min(most, Math.min(maxBytes, Integer.MAX_VALUE - 8)));
    long likely = Math.max(SMALLEST_FIRST_ROOM, (long) LIKELY_RATIO * encoded.length);
    long room = Math.min(limit, likely);
    Decoding attempt = inflateInto((int) room, encoded, lease);
    while (attempt instanceof Decoding.Corrupt && room < limit) {
      room = Math.min(limit, GROWTH * room);
      attempt = inflateInto((int) room, encoded, lease);
    }
    return attempt instanceof Decoding.Corrupt && most > limit
        ? new Decoding.TooLarge(maxBytes)
        : attempt;
  }

  /** Returns {@link Decoding.Corrupt} also where the content does not fit. */
  private static Decoding inflateInto(int room, byte[] encoded, ByteBudget.Lease lease) {
    DecoderMemory memory = memory(room);
    try (ByteBudget.Lease decoder = lease.growApart(memory.bytes(), memory.largest())) {
      if (decoder == null) {
        return new Decoding.OverBudget();
      }
      byte[] decoded = new byte[room];
      int length = new ZstdDecompressor().decompress(encoded, 0, encoded.length, decoded, 0, room);
      if (!lease.grow(length == room ? length : length + lease.besides(length))) {
        return new Decoding.OverBudget();
      }
      return new Decoding.Decoded(length == room ? decoded : Arrays.copyOf(decoded, length));
    } catch (RuntimeException damaged) {
      // The decoder reports some damage as IndexOutOfBounds, IllegalArgument and the like.
      return corrupt();
    }
  }

  private static Decoding corrupt() {
    return new Decoding.Corrupt(
        "zstd: the body is damaged, cut off, or needs a window of more than 8 MiB");
  }
}

package dev.symbolicator.content;

import io.airlift.compress.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Applies content codings. There is no br: no maintained library encodes br in Java alone, and a
 * native one would have to be there for every platform.
 */
public final class Encoding {
  /** Hash tables, and the buffer of one encoded block. */
  private static final long ZSTD_TABLES = 2 << 20;

  /** Four windows of 2 MiB, between which the encoder's buffer moves. */
  private static final long ZSTD_LARGEST_BUFFER = 8 << 20;

  private Encoding() {}

  /**
   * Returns a stream that encodes into another one.
   *
   * @param coding gzip, zstd or identity
   */
  public static OutputStream of(ContentCoding coding, OutputStream out) throws IOException {
    return switch (coding) {
      case IDENTITY -> out;
      case GZIP -> new FastGzip(out);
      case ZSTD -> new ZstdOutputStream(out);
      default -> throw new IllegalArgumentException("no encoder of " + coding);
    };
  }

  /**
   * Returns how many bytes the encoder of zstd takes at most. Its buffer doubles, so two are there
   * at once.
   *
   * @param size the likely bytes of the content
   */
  public static long zstdMemory(long size) {
    return ZSTD_TABLES + 2 * Math.min(ZSTD_LARGEST_BUFFER, 2 * size);
  }

  /** Compresses faster than the default level of 6: an answer is sent only once. */
  private static final class FastGzip extends GZIPOutputStream {
    /** Level 4 takes half to two thirds of the time of level 6; answers are 2 to 8 % larger. */
    private static final int LEVEL = 4;

    FastGzip(OutputStream out) throws IOException {
      super(out, 1 << 16);
      def.setLevel(LEVEL);
    }
  }
}

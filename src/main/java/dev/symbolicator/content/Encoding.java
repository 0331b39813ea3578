package dev.symbolicator.content;

import com.aayushatharva.brotli4j.encoder.BrotliOutputStream;
import com.aayushatharva.brotli4j.encoder.Encoder;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import io.airlift.compress.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/**
 * Applies content codings. gzip and zstd are always there. br and streams of zstd need {@link
 * NativeCodecs}.
 */
public final class Encoding {
  /** Hash tables, the buffer of one encoded block, and small objects: 1.7 MB were measured. */
  private static final long ZSTD_TABLES = 2304 << 10;

  /** Four windows of 1 MiB, between which the encoder's buffer moves. */
  private static final long ZSTD_LARGEST_BUFFER = 4 << 20;

  /** Takes a third longer than gzip; answers are 17 to 26 % smaller. */
  private static final int BROTLI_QUALITY = 2;

  /** A window of 256 KiB bounds the encoder to 1 MB. Larger ones make traces no smaller. */
  private static final int BROTLI_WINDOW_BITS = 18;

  private static final int BROTLI_BUFFER = 1 << 14;

  /** The measured 0.3 MB for little content, and 0.9 MB for much, with a reserve. */
  private static final long BROTLI_SMALLEST = 512 << 10;

  private static final long BROTLI_LARGEST = 1280 << 10;

  /** A window of 512 KiB; higher levels have larger ones. */
  private static final int ZSTD_STREAM_LEVEL = 1;

  /** The measured 0.9 MB, with a reserve. */
  private static final long ZSTD_STREAM = 1280 << 10;

  /** zlib's window and tables, 268 KB, and a buffer. */
  private static final long GZIP_STREAM = 384 << 10;

  private Encoding() {}

  /** Tells whether answers can have a coding. */
  public static boolean offers(ContentCoding coding) {
    return switch (coding) {
      case IDENTITY, GZIP, ZSTD -> true;
      case BR -> NativeCodecs.hasBrotli();
      case DEFLATE -> false;
    };
  }

  /** Tells whether answers can have a coding that are sent while they are made. */
  public static boolean offersStreams(ContentCoding coding) {
    return coding == ContentCoding.ZSTD ? NativeCodecs.hasZstd() : offers(coding);
  }

  /** Returns the name of a coding in HTTP. */
  public static String name(ContentCoding coding) {
    return coding.name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns a stream that encodes into another one. Closing the stream releases memory that is not
   * on the heap, also if the other stream fails.
   *
   * @param coding one that {@link #offers} allows
   */
  public static OutputStream of(ContentCoding coding, OutputStream out) throws IOException {
    return switch (coding) {
      case IDENTITY -> out;
      case GZIP -> new FastGzip(out, false);
      case ZSTD -> new ZstdOutputStream(out);
      case BR -> brotli(out);
      case DEFLATE -> throw new IllegalArgumentException("no encoder of " + coding);
    };
  }

  /**
   * Returns a stream like {@link #of}, whose {@code flush} writes everything so far in such a way
   * that the receiver can decode it.
   *
   * @param coding gzip, or one that {@link #offersStreams} allows
   */
  public static OutputStream stream(ContentCoding coding, OutputStream out) throws IOException {
    return switch (coding) {
      case GZIP -> new FastGzip(out, true);
      case ZSTD -> new ZstdOutputStreamNoFinalizer(out, ZSTD_STREAM_LEVEL);
      default -> of(coding, out);
    };
  }

  private static OutputStream brotli(OutputStream out) throws IOException {
    Encoder.Parameters parameters =
        new Encoder.Parameters().setQuality(BROTLI_QUALITY).setWindow(BROTLI_WINDOW_BITS);
    return new BrotliOutputStream(out, parameters, BROTLI_BUFFER);
  }

  /**
   * Returns how many bytes the encoder of {@link #of} takes at most. That of zstd has a buffer that
   * doubles, so two are there at once. That of br takes them outside the heap. That of gzip takes a
   * third of a megabyte, which is not charged.
   *
   * @param size the likely bytes of the content
   */
  public static long memory(ContentCoding coding, long size) {
    return switch (coding) {
      case ZSTD -> ZSTD_TABLES + 2 * Math.min(ZSTD_LARGEST_BUFFER, 2 * size);
      case BR -> Math.min(BROTLI_LARGEST, BROTLI_SMALLEST + size);
      default -> 0;
    };
  }

  /** Returns how many bytes the encoder of {@link #stream} takes at most, outside the heap. */
  public static long streamMemory(ContentCoding coding) {
    return switch (coding) {
      case GZIP -> GZIP_STREAM;
      case ZSTD -> ZSTD_STREAM;
      case BR -> BROTLI_LARGEST;
      default -> 0;
    };
  }

  /** Compresses faster than the default level of 6: an answer is sent only once. */
  private static final class FastGzip extends GZIPOutputStream {
    /** Level 1 takes half of the time of level 4; answers are 11 to 15 % larger. */
    private static final int LEVEL = 1;

    FastGzip(OutputStream out, boolean isFlushed) throws IOException {
      super(out, 1 << 16, isFlushed);
      def.setLevel(LEVEL);
    }
  }
}

package dev.symbolicator.content;

import com.aayushatharva.brotli4j.encoder.BrotliOutputStream;
import com.aayushatharva.brotli4j.encoder.Encoder;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import dev.symbolicator.content.ContentCoding.NativeCodecs;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** Applies content codings. br and zstd need {@link NativeCodecs}. */
public final class Encoding {
  /** Takes a third longer than gzip; answers are 17 to 26 % smaller. */
  private static final int BROTLI_QUALITY = 2;

  /** A window of 256 KiB bounds the encoder to 1 MB. Larger ones make traces no smaller. */
  private static final int BROTLI_WINDOW_BITS = 18;

  private static final int BROTLI_BUFFER = 1 << 14;

  /** The measured 0.9 MB for much content, with a reserve. */
  private static final long BROTLI_BYTES = 1280 << 10;

  /** A window of 512 KiB; higher levels have larger ones. */
  private static final int ZSTD_LEVEL = 1;

  /** The measured 0.9 MB, with a reserve. */
  private static final long ZSTD_BYTES = 1280 << 10;

  /** zlib's window and tables, 268 KB, and a buffer. */
  private static final long GZIP_BYTES = 384 << 10;

  private Encoding() {}

  /** Returns whether answers can have a coding. */
  public static boolean offers(ContentCoding coding) {
    return coding != ContentCoding.DEFLATE && NativeCodecs.isReady(coding);
  }

  /** Returns the name of a coding in HTTP. */
  public static String name(ContentCoding coding) {
    return coding.name().toLowerCase(Locale.ROOT);
  }

  /** Encodes by a coding that {@link #offers} allows. Closing releases memory off the heap. */
  public static OutputStream of(ContentCoding coding, OutputStream out) throws IOException {
    return switch (coding) {
      case IDENTITY -> out;
      case GZIP -> new FastGzip(out, false);
      case ZSTD -> new ZstdOutputStreamNoFinalizer(out, ZSTD_LEVEL);
      case BR -> brotli(out);
      case DEFLATE -> throw new IllegalArgumentException("no encoder of " + coding);
    };
  }

  /** Like {@link #of}; after a {@code flush}, the receiver can decode everything so far. */
  public static OutputStream stream(ContentCoding coding, OutputStream out) throws IOException {
    return coding == ContentCoding.GZIP ? new FastGzip(out, true) : of(coding, out);
  }

  private static OutputStream brotli(OutputStream out) throws IOException {
    Encoder.Parameters parameters =
        new Encoder.Parameters().setQuality(BROTLI_QUALITY).setWindow(BROTLI_WINDOW_BITS);
    return new BrotliOutputStream(out, parameters, BROTLI_BUFFER);
  }

  /** Returns how many bytes an encoder takes at most, outside the heap. */
  public static long memory(ContentCoding coding) {
    return switch (coding) {
      case GZIP -> GZIP_BYTES;
      case ZSTD -> ZSTD_BYTES;
      case BR -> BROTLI_BYTES;
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

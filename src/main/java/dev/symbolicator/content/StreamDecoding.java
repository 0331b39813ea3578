package dev.symbolicator.content;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import dev.symbolicator.memory.BulkInputStream;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Undoes the coding of a stream that need not end soon, and returns content as soon as there is
 * some. Knows gzip of many members, zlib (RFC 1950) and zstd of many frames, whose first bytes tell
 * them apart from text. Knows br if it is declared. The window of br and zstd is charged for as
 * long as the stream lasts.
 */
public final class StreamDecoding {
  /** The largest window of the content coding zstd is 8 MiB (RFC 9659). */
  private static final int ZSTD_WINDOW_BITS = 23;

  private static final long ZSTD_WINDOW = 1L << ZSTD_WINDOW_BITS;

  /** Tables of fixed sizes, and the buffers of two blocks of 128 KiB. */
  private static final long ZSTD_BESIDES_WINDOW = 768 << 10;

  private StreamDecoding() {}

  /** There was no memory for the decoder. */
  public static final class NoRoom extends IOException {
    NoRoom() {
      super("no room for the decoder");
    }
  }

  /** Tells whether streams of a coding can be decoded here. */
  public static boolean knows(ContentCoding coding) {
    return switch (coding) {
      case BR -> NativeCodecs.hasBrotli();
      case ZSTD -> NativeCodecs.hasZstd();
      default -> true;
    };
  }

  /**
   * Returns the content of a stream. Nothing is read before the first read of the content, which
   * throws {@link NoRoom} if the memory is refused.
   *
   * @param encoded a stream whose first bytes tell its coding, unless the coding is br
   * @param declared br, or any other coding if a stream without a known coding is damaged; null if
   *     the stream may be plain
   */
  public static InputStream of(
      InputStream encoded, @Nullable ContentCoding declared, CoderMemory memory) {
    return new Lazy(encoded, declared, memory);
  }

  /**
   * Says that nothing is available: a buffer would wait for further bytes, and keep those it has.
   */
  private static final class Unhurried extends FilterInputStream {
    Unhurried(InputStream in) {
      super(in);
    }

    @Override
    public int available() {
      return 0;
    }
  }

  private static final class Lazy extends BulkInputStream {
    private static final int BUFFER_BYTES = 1 << 13;
    private static final byte ZSTD_FIRST = 0x28;

    private final InputStream encoded;
    private final @Nullable ContentCoding declared;
    private final CoderMemory memory;
    private @Nullable InputStream content;
    private @Nullable Runnable taken;

    Lazy(InputStream encoded, @Nullable ContentCoding declared, CoderMemory memory) {
      this.encoded = encoded;
      this.declared = declared;
      this.memory = memory;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      InputStream known = content;
      if (known == null) {
        known = open();
        content = known;
      }
      return known.read(into, offset, length);
    }

    private InputStream open() throws IOException {
      BufferedInputStream in = new BufferedInputStream(new Unhurried(encoded), BUFFER_BYTES);
      byte[] first = first(in);
      if (declared == ContentCoding.BR) {
        return brotli(in, first);
      }
      return switch (ContentCoding.ofFirstBytes(first)) {
        case GZIP -> new GzipStream(in);
        case DEFLATE -> new ZlibStream(in);
        case ZSTD -> zstd(in);
        default -> {
          if (declared != null && first.length > 0) {
            throw new IOException("not encoded");
          }
          yield in;
        }
      };
    }

    /** Reads no more bytes than it takes to tell the coding, since the sender may wait. */
    private static byte[] first(BufferedInputStream in) throws IOException {
      in.mark(4);
      byte[] first = in.readNBytes(2);
      if (first.length == 2 && first[0] == ZSTD_FIRST) {
        in.reset();
        first = in.readNBytes(4);
      }
      in.reset();
      return first;
    }

    private InputStream brotli(InputStream in, byte[] first) throws IOException {
      DecoderMemory needed = DecoderMemory.brotli(first);
      if (needed == null || !knows(ContentCoding.BR)) {
        throw new IOException("not br");
      }
      take(needed.bytes(), needed.largest());
      return new BrotliStream(in);
    }

    private InputStream zstd(InputStream in) throws IOException {
      if (!knows(ContentCoding.ZSTD)) {
        throw new IOException("no decoder of zstd");
      }
      take(ZSTD_WINDOW + ZSTD_BESIDES_WINDOW, ZSTD_WINDOW);
      return new ZstdInputStreamNoFinalizer(in).setLongMax(ZSTD_WINDOW_BITS);
    }

    private void take(long bytes, long largest) throws NoRoom {
      taken = memory.take(bytes, largest);
      if (taken == null) {
        throw new NoRoom();
      }
    }

    @Override
    public void close() throws IOException {
      Runnable giveBack = taken;
      taken = null;
      try {
        if (content != null) {
          content.close();
        }
      } finally {
        if (giveBack != null) {
          giveBack.run();
        }
      }
    }
  }
}

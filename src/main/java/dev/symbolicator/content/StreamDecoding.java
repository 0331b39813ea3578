package dev.symbolicator.content;

import dev.symbolicator.content.ContentCoding.NativeCodecs;
import dev.symbolicator.memory.BulkInputStream;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Undoes the coding of a stream that need not end soon, and returns content as soon as there is
 * some. Knows gzip of many members, zlib (RFC 1950) and zstd of many frames, whose first bytes tell
 * them apart from text. Knows br if it is declared. The window of br and zstd is charged for as
 * long as the stream lasts.
 */
public final class StreamDecoding {
  private StreamDecoding() {}

  /** There was no memory for the decoder. */
  public static final class NoRoom extends IOException {
    NoRoom() {
      super("no room for the decoder");
    }
  }

  /** Grants the memory of the decoder or encoder of a stream, before its allocation. */
  @FunctionalInterface
  public interface Memory {
    /**
     * Takes memory.
     *
     * @param bytes the number of bytes
     * @param largest the bytes of the largest single piece
     * @return gives the memory back when run; null if there is no room
     */
    @Nullable Runnable take(long bytes, long largest);
  }

  /** Returns whether streams of a coding can be decoded here, now. */
  public static boolean knows(ContentCoding coding) {
    return NativeCodecs.isReady(coding);
  }

  /**
   * Returns the content of a stream. Nothing is read before the first read of the content, which
   * throws {@link NoRoom} if the memory is refused.
   *
   * @param encoded a stream whose first bytes tell its coding, unless the coding is br; it is not
   *     closed with the content
   * @param declared br, or any other coding if a stream without a known coding is damaged; null if
   *     the stream may be plain
   */
  public static InputStream of(
      InputStream encoded, @Nullable ContentCoding declared, Memory memory) {
    return new Lazy(encoded, declared, memory);
  }

  /** Returns the decoder of one coding, which the stream must have. */
  static InputStream decoder(ContentCoding coding, InputStream encoded, Memory memory)
      throws IOException {
    if (!NativeCodecs.isReady(coding)) {
      throw new IOException("no library of " + coding);
    }
    return switch (coding) {
      case IDENTITY -> encoded;
      case GZIP -> new GzipStream(encoded);
      case DEFLATE -> new ZlibStream(encoded);
      case BR -> new BrotliStream(encoded, memory);
      case ZSTD -> new ZstdStream(encoded, memory);
    };
  }

  /** Takes memory, or throws {@link NoRoom}. */
  static Runnable take(Memory memory, long bytes, long largest) throws NoRoom {
    Runnable giveBack = memory.take(bytes, largest);
    if (giveBack == null) {
      throw new NoRoom();
    }
    return giveBack;
  }

  /**
   * Decodes a single stream of zlib (RFC 1950). The JDK's reader takes a preset dictionary for the
   * end of the content, and ignores bytes behind the checksum; either would lose content.
   */
  private static final class ZlibStream extends InflaterInputStream {
    private static final int BUFFER_BYTES = 8 * 1024;

    ZlibStream(InputStream in) {
      super(in, new Inflater(), BUFFER_BYTES);
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int count = super.read(into, offset, length);
      if (count < 0 && (inf.needsDictionary() || inf.getRemaining() > 0 || in.read() >= 0)) {
        throw new IOException("a preset dictionary, or bytes behind the end");
      }
      return count;
    }

    @Override
    public void close() throws IOException {
      super.close();
      inf.end(); // its memory is not on the heap
    }
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

    @Override
    public void close() {
      // The owner closes the stream.
    }
  }

  private static final class Lazy extends BulkInputStream {
    private static final int BUFFER_BYTES = 1 << 13;
    private static final byte ZSTD_FIRST = 0x28;

    private final InputStream encoded;
    private final @Nullable ContentCoding declared;
    private final Memory memory;
    private @Nullable InputStream content;

    Lazy(InputStream encoded, @Nullable ContentCoding declared, Memory memory) {
      this.encoded = encoded;
      this.declared = declared;
      this.memory = memory;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      InputStream known = content == null ? open() : content;
      content = known;
      return known.read(into, offset, length);
    }

    private InputStream open() throws IOException {
      BufferedInputStream in = new BufferedInputStream(new Unhurried(encoded), BUFFER_BYTES);
      byte[] first = first(in);
      ContentCoding coding =
          declared == ContentCoding.BR ? ContentCoding.BR : ContentCoding.ofFirstBytes(first);
      if (coding == ContentCoding.IDENTITY && declared != null && first.length > 0) {
        throw new IOException("not encoded");
      }
      return decoder(coding, in, memory);
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

    @Override
    public void close() throws IOException {
      if (content != null) {
        content.close();
      }
    }
  }
}

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
 * Undoes the coding of a stream as content comes: gzip, zlib (RFC 1950) and zstd by their first
 * bytes, br if declared. Windows of br and zstd are charged for as long as the stream lasts.
 */
public final class StreamDecoding {
  private StreamDecoding() {}

  public static final class NoRoom extends IOException {
    NoRoom() {
      super("no room for the decoder");
    }
  }

  /** Grants the memory of the decoder or encoder of a stream, before its allocation. */
  @FunctionalInterface
  public interface Memory {
    /**
     * Takes bytes, with those of the largest piece; running the result gives them back; null if
     * full.
     */
    @Nullable Runnable take(long bytes, long largest);
  }

  /** Returns whether streams of a coding can be decoded here, now. */
  public static boolean knows(ContentCoding coding) {
    return NativeCodecs.isReady(coding);
  }

  /**
   * Makes a stream of the decoded content, which throws {@link NoRoom} if there is no memory.
   * Nothing is read before the content is, and the encoded stream is not closed.
   *
   * @param declared the coding that was named, which the bytes must show, but for br, which shows
   *     nothing; null if none was named, so that the content may be plain
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

  static Runnable take(Memory memory, long bytes, long largest) throws NoRoom {
    Runnable giveBack = memory.take(bytes, largest);
    if (giveBack == null) {
      throw new NoRoom();
    }
    return giveBack;
  }

  /** Decodes zlib (RFC 1950). The JDK takes a preset dictionary for the end, ignores the rest. */
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

  /** Says that nothing is available: a buffer would wait for more, and keep what it has. */
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

package dev.symbolicator.content;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Undoes the coding of a stream that need not end soon. Knows gzip, also of many members, and zlib
 * (RFC 1950), whose first bytes tell them apart from text. The other codings have large windows,
 * which a stream would hold for as long as it lasts.
 */
public final class StreamDecoding {
  private StreamDecoding() {}

  /**
   * Returns the content of a stream. Nothing is read before the first read of the content.
   *
   * @param encoded a stream whose first bytes tell its coding
   * @param mustBeEncoded whether a stream without a known coding is damaged
   */
  public static InputStream of(InputStream encoded, boolean mustBeEncoded) {
    return new Lazy(encoded, mustBeEncoded);
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

  private static final class Lazy extends InputStream {
    private static final int BUFFER_BYTES = 1 << 13;

    private final InputStream encoded;
    private final boolean mustBeEncoded;
    private @Nullable InputStream content;

    Lazy(InputStream encoded, boolean mustBeEncoded) {
      this.encoded = encoded;
      this.mustBeEncoded = mustBeEncoded;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
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
      in.mark(2);
      byte[] first = in.readNBytes(2);
      in.reset();
      ContentCoding coding = ContentCoding.ofFirstBytes(first);
      if (coding == ContentCoding.GZIP) {
        return new GzipStream(in);
      }
      if (coding == ContentCoding.DEFLATE) {
        return new InflaterInputStream(in);
      }
      if (mustBeEncoded && first.length > 0) {
        throw new IOException("not encoded");
      }
      return in;
    }

    @Override
    public void close() throws IOException {
      if (content != null) {
        content.close();
      }
    }
  }
}

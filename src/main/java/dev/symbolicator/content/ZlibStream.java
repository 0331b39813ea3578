package dev.symbolicator.content;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.InflaterInputStream;

/**
 * Inflates a single stream of zlib (RFC 1950). The JDK's reader takes a preset dictionary for the
 * end of the content, and ignores bytes behind the checksum; either would lose content.
 */
final class ZlibStream extends InflaterInputStream {
  ZlibStream(InputStream in) {
    super(in);
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int count = super.read(into, offset, length);
    if (count < 0) {
      check(!inf.needsDictionary(), "a preset dictionary");
      check(inf.getRemaining() == 0 && in.read() < 0, "bytes behind the end");
    }
    return count;
  }

  private static void check(boolean isRight, String otherwise) throws IOException {
    if (!isRight) {
      throw new IOException(otherwise);
    }
  }
}

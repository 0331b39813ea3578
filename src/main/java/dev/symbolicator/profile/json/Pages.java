package dev.symbolicator.profile.json;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Collects many short pieces of an answer, so that its stream is written to seldom. Not
 * synchronised, unlike the streams of the JDK.
 */
final class Pages {
  private static final int LARGEST_PAGE = 1 << 13;

  private final OutputStream out;
  private final byte[] page;
  private int size;

  /**
   * Makes an empty collection.
   *
   * @param expected how many bytes there may be in all
   */
  Pages(OutputStream out, long expected) {
    this.out = out;
    page = new byte[(int) Math.min(LARGEST_PAGE, expected)];
  }

  /** Adds the bytes from one index to another, exclusive. */
  void add(byte[] bytes, int from, int to) throws IOException {
    int length = to - from;
    if (length > page.length - size) {
      out.write(page, 0, size);
      size = 0;
      if (length >= page.length) {
        out.write(bytes, from, length);
        return;
      }
    }
    System.arraycopy(bytes, from, page, size, length);
    size += length;
  }

  /** Writes the last page, and flushes the stream. */
  void flush() throws IOException {
    out.write(page, 0, size);
    size = 0;
    out.flush();
  }
}

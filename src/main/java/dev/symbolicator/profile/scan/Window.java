package dev.symbolicator.profile.scan;

import dev.symbolicator.json.JsonText;
import dev.symbolicator.profile.BodyBytes;
import java.io.IOException;

/** The part of a body that is being read. Moves forward with the reader. */
final class Window {
  static final int USUAL_SIZE = 1 << 16;

  /** The bytes in memory. Valid up to {@link #end}. */
  final byte[] bytes;

  /** The index of the next byte. */
  int at;

  /** The index behind the last byte that was read. */
  int end;

  private final BodyBytes body;
  private long start;

  Window(BodyBytes body, int size) {
    this.body = body;
    bytes = new byte[size];
  }

  /** Returns the offset of the next byte in the body. */
  long position() {
    return start + at;
  }

  long size() {
    return body.size();
  }

  /** Moves to an offset in the body. */
  void seek(long position) {
    if (position >= start && position <= start + end) {
      at = (int) (position - start);
    } else {
      start = position;
      at = 0;
      end = 0;
    }
  }

  /**
   * Reads on until a number of bytes follow, or the body ends.
   *
   * @param count much less than the window's size
   * @return whether so many bytes follow
   */
  boolean fill(int count) throws IOException {
    if (end - at >= count) {
      return true;
    }
    System.arraycopy(bytes, at, bytes, 0, end - at);
    start += at;
    end -= at;
    at = 0;
    int length = (int) Math.min(bytes.length - end, body.size() - start - end);
    if (length > 0) {
      body.read(start + end, bytes, end, length);
      end += length;
    }
    return end >= count;
  }

  /** Returns the next byte that is no white space, and moves there. */
  byte skipSpace() throws IOException, UnreadableException {
    if (at < end && bytes[at] > ' ') {
      return bytes[at];
    }
    while (true) {
      if (at == end && !fill(1)) {
        throw Malformed.at(this);
      }
      byte here = bytes[at];
      if (!JsonText.isSpace(here)) {
        return here;
      }
      at++;
    }
  }

  /** Passes white space; tells whether the body ends behind it. */
  boolean isAtEnd() throws IOException {
    while (fill(1)) {
      if (!JsonText.isSpace(bytes[at])) {
        return false;
      }
      at++;
    }
    return true;
  }

  /** Passes the characters of a word, which must stand here. */
  void literal(String word) throws IOException, UnreadableException {
    for (int i = 0; i < word.length(); i++) {
      if (!fill(1) || bytes[at] != word.charAt(i)) {
        throw Malformed.at(this);
      }
      at++;
    }
  }

  /** Checks that nothing but white space follows. */
  void requireEnd() throws IOException, UnreadableException {
    if (!isAtEnd()) {
      throw Malformed.at(this);
    }
  }

  /** Returns a copy of bytes of the body; the window stays. */
  byte[] copy(long from, long to) throws IOException {
    byte[] copy = new byte[Math.toIntExact(to - from)];
    if (from >= start && to <= start + end) {
      System.arraycopy(bytes, (int) (from - start), copy, 0, copy.length);
    } else {
      body.read(from, copy, 0, copy.length);
    }
    return copy;
  }
}

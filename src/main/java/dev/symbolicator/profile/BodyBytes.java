package dev.symbolicator.profile;

import dev.symbolicator.json.JsonReader;
import java.io.EOFException;
import java.io.IOException;

/**
 * The bytes of a body that may be larger than the memory, with its content codings undone. They can
 * be read at any place, any number of times, and do not change.
 */
public interface BodyBytes extends JsonReader.Source {
  /** Returns the bytes of an array, which the caller must not change afterwards. */
  static BodyBytes of(byte[] bytes) {
    return new BodyBytes() {
      @Override
      public long size() {
        return bytes.length;
      }

      @Override
      public void read(long position, byte[] into, int offset, int length) throws IOException {
        if (position < 0 || position > bytes.length - length) {
          throw new EOFException("The body ends before byte " + (position + length));
        }
        System.arraycopy(bytes, (int) position, into, offset, length);
      }
    };
  }
}

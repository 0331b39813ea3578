package dev.symbolicator.profile.multipart;

import java.util.Arrays;
import java.util.function.LongPredicate;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** Inflates zlib streams within limits. */
final class Inflated {
  private static final int FIRST_BLOCK = 64 * 1024;

  private Inflated() {}

  /** Tells that a stream inflates to more than is allowed. */
  static final class PartTooLarge extends Exception {
    private static final long serialVersionUID = 1;
  }

  /**
   * Inflates a stream.
   *
   * @param memory takes a number of bytes from a budget before they are used
   * @return null if there is too little memory
   * @throws DataFormatException if the stream is damaged or cut off, or other bytes follow
   */
  static byte @Nullable [] of(byte[] body, int start, int end, int max, LongPredicate memory)
      throws DataFormatException, PartTooLarge {
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(body, start, end - start);
      byte[] bytes = new byte[0];
      int size = 0;
      while (!inflater.finished()) {
        if (size == bytes.length) {
          int length = (int) Math.min(max + 1L, Math.max(FIRST_BLOCK, 2L * size));
          if (!memory.test(length)) {
            return null;
          }
          bytes = Arrays.copyOf(bytes, length);
        }
        int more = inflater.inflate(bytes, size, bytes.length - size);
        size += more;
        if (size > max) {
          throw new PartTooLarge();
        }
        if (more == 0 && (inflater.needsInput() || inflater.needsDictionary())) {
          throw new DataFormatException("cut off");
        }
      }
      if (inflater.getRemaining() > 0) {
        throw new DataFormatException("more bytes follow");
      }
      return memory.test(size) ? Arrays.copyOf(bytes, size) : null;
    } finally {
      inflater.end();
    }
  }
}

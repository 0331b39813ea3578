package dev.symbolicator.maps.upload;

import dev.symbolicator.content.GzipStream;
import dev.symbolicator.maps.objects.ObjectStore.StoreUnavailableException;
import dev.symbolicator.maps.objects.Spool.SpooledBlob;
import dev.symbolicator.memory.Allowance;
import java.io.IOException;
import java.io.InputStream;

/** Reads spooled content back. */
final class SpooledContent {
  private static final int BUFFER_BYTES = 1 << 16;

  private SpooledContent() {}

  /**
   * Reads content into memory.
   *
   * @param allowance charged with the bytes
   * @throws StoreUnavailableException if the temporary file cannot be read
   */
  static byte[] bytes(SpooledBlob blob, Allowance allowance) throws IOException {
    byte[] bytes = allowance.bytes(Math.toIntExact(blob.size()));
    read(
        blob,
        in -> {
          if (in.readNBytes(bytes, 0, bytes.length) < bytes.length) {
            throw new IOException("the file is cut off");
          }
          return bytes;
        });
    return bytes;
  }

  /**
   * Tells whether content has an ASCII text, whose first character does not recur but at its end.
   */
  static boolean contains(SpooledBlob blob, String text) throws IOException {
    return read(blob, in -> contains(in, text));
  }

  private static boolean contains(InputStream in, String text) throws IOException {
    byte[] piece = new byte[BUFFER_BYTES];
    int matched = 0;
    for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
      for (int i = 0; i < length; i++) {
        matched =
            piece[i] == text.charAt(matched) ? matched + 1 : piece[i] == text.charAt(0) ? 1 : 0;
        if (matched == text.length()) {
          return true;
        }
      }
    }
    return false;
  }

  private interface Reading<T> {
    T read(InputStream content) throws IOException;
  }

  private static <T> T read(SpooledBlob blob, Reading<T> reading) throws IOException {
    try (ReceivedFile file = ReceivedFile.open(blob.file());
        InputStream in = new GzipStream(file.stream(0, file.size()))) {
      return reading.read(in);
    } catch (StoreUnavailableException known) {
      throw known;
    } catch (IOException damaged) {
      throw new StoreUnavailableException("A temporary file could not be read.", damaged);
    }
  }
}

package dev.symbolicator.maps.upload;

import dev.symbolicator.maps.objects.StoreUnavailableException;
import dev.symbolicator.memory.BulkInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Inflated bytes of an upload. Stops at a limit, and turns the exceptions of decoders into {@link
 * UploadRefusedException}.
 */
final class LimitedContent extends BulkInputStream {
  private final InputStream in;
  private final long limit;
  private final UploadRefusedException beyond;
  private final UploadRefusedException damaged;
  private long count;

  /**
   * Limits a stream.
   *
   * @param limit in bytes
   * @param beyond thrown when a byte beyond the limit is read
   * @param damaged thrown if a decoder cannot read the stream
   */
  LimitedContent(
      InputStream in, long limit, UploadRefusedException beyond, UploadRefusedException damaged) {
    this.in = in;
    this.limit = limit;
    this.beyond = beyond;
    this.damaged = damaged;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read;
    try {
      read = in.read(bytes, offset, length);
    } catch (UploadRefusedException | StoreUnavailableException known) {
      throw known;
    } catch (IOException unreadable) {
      throw damaged;
    }
    count += Math.max(0, read);
    if (count > limit) {
      throw beyond;
    }
    return read;
  }

  /** Closes the stream, which frees the memory of its decoder. */
  @Override
  public void close() throws IOException {
    in.close();
  }

  /** Returns the number of bytes that were read. */
  long count() {
    return count;
  }
}

package dev.symbolicator.maps.upload;

import dev.symbolicator.maps.objects.ObjectStore.StoreUnavailableException;
import dev.symbolicator.memory.BulkInputStream;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * The temporary file of a received body. A failure to read the file is the service's fault and not
 * the body's, so all methods throw {@link StoreUnavailableException}.
 */
final class ReceivedFile implements Closeable {
  private static final int BUFFER_BYTES = 1 << 16;

  private final FileChannel channel;

  private ReceivedFile(FileChannel channel) {
    this.channel = channel;
  }

  static ReceivedFile open(Path path) throws StoreUnavailableException {
    try {
      return new ReceivedFile(FileChannel.open(path));
    } catch (IOException failure) {
      throw unreadable(failure);
    }
  }

  /** Returns the file's size in bytes. */
  long size() throws StoreUnavailableException {
    try {
      return channel.size();
    } catch (IOException failure) {
      throw unreadable(failure);
    }
  }

  /** Returns up to {@code length} bytes from an offset on; fewer only at the end of the file. */
  byte[] bytes(long from, int length) throws StoreUnavailableException {
    try {
      byte[] bytes = new byte[(int) Math.max(0, Math.min(length, channel.size() - from))];
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        if (channel.read(buffer, from + buffer.position()) < 0) {
          throw new IOException("the file has become shorter");
        }
      }
      return bytes;
    } catch (IOException failure) {
      throw unreadable(failure);
    }
  }

  /** Returns a buffered stream of the bytes from one offset to before another. */
  InputStream stream(long from, long to) {
    return new BufferedInputStream(new FilePart(from, to), BUFFER_BYTES);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private static StoreUnavailableException unreadable(IOException failure) {
    return new StoreUnavailableException("A temporary file could not be read.", failure);
  }

  private final class FilePart extends BulkInputStream {
    private final long to;
    private long at;

    FilePart(long from, long to) {
      this.at = from;
      this.to = to;
    }

    /** Tells the JDK's reader of gzip that another member may follow. */
    @Override
    public int available() {
      return (int) Math.min(Integer.MAX_VALUE, to - at);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      int most = (int) Math.min(length, to - at);
      if (most <= 0) {
        return -1;
      }
      try {
        int read = channel.read(ByteBuffer.wrap(bytes, offset, most), at);
        at += Math.max(0, read);
        return read;
      } catch (IOException failure) {
        throw unreadable(failure);
      }
    }
  }
}

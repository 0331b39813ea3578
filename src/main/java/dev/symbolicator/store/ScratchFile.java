package dev.symbolicator.store;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SeekableByteChannel;
import java.util.UUID;

/**
 * A temporary file without a name. Bytes are appended, and can be read at any place. Thread-safe.
 */
public final class ScratchFile implements AutoCloseable {
  /** The JDK copies each piece through direct memory, which it keeps for the thread. */
  private static final int LARGEST_PIECE = 1 << 18;

  private final ScratchFiles files;
  private final SeekableByteChannel channel;
  private long size;

  ScratchFile(ScratchFiles files, DiskFolder folder) throws IOException {
    this.files = files;
    try (OpenFolder open = folder.open()) {
      channel =
          open.privateFile(
              DiskTier.TEMPORARY + UUID.randomUUID(), CREATE_NEW, READ, WRITE, DELETE_ON_CLOSE);
    }
  }

  /** Returns the number of bytes. */
  public synchronized long size() {
    return size;
  }

  /**
   * Appends bytes.
   *
   * @throws ScratchException if the disk refuses the bytes
   * @throws ClosedChannelException if the file is closed
   */
  public synchronized void append(byte[] bytes, int offset, int length) throws IOException {
    int written = 0;
    try {
      channel.position(size);
      while (written < length) {
        int piece = Math.min(length - written, LARGEST_PIECE);
        written += channel.write(ByteBuffer.wrap(bytes, offset + written, piece));
      }
    } catch (ClosedChannelException closed) {
      throw closed;
    } catch (IOException refused) {
      throw files.failure(refused);
    }
    size += length;
  }

  /**
   * Reads bytes.
   *
   * @param position the 0-based offset of the first byte
   * @param into receives exactly {@code length} bytes, from {@code offset} on
   * @throws EOFException if fewer bytes follow
   * @throws ScratchException if the disk does not give the bytes
   * @throws ClosedChannelException if the file is closed
   */
  public synchronized void read(long position, byte[] into, int offset, int length)
      throws IOException {
    if (position < 0 || position > size - length) {
      throw new EOFException("The file ends before byte " + (position + length));
    }
    int done = 0;
    try {
      channel.position(position);
      while (done < length) {
        int piece = Math.min(length - done, LARGEST_PIECE);
        int count = channel.read(ByteBuffer.wrap(into, offset + done, piece));
        if (count < 0) {
          throw new IOException("the file was cut off");
        }
        done += count;
      }
    } catch (ClosedChannelException closed) {
      throw closed;
    } catch (IOException unreadable) {
      throw files.failure(unreadable);
    }
  }

  /** Frees the file's room. Closing again does nothing. */
  @Override
  public void close() {
    try {
      channel.close(); // not under the lock, which a slow disk may hold
    } catch (IOException stays) {
      return; // until the process ends
    }
  }
}

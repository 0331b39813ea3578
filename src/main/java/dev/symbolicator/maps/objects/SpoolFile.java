package dev.symbolicator.maps.objects;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Writes a temporary file, whose bytes are charged to the spool until the file is removed. A
 * failure to write says what is wrong with the folder. Only one thread writes; any may remove.
 */
final class SpoolFile extends OutputStream {
  private final Spool spool;
  private final @Nullable String scope;
  private final long maxSize;
  private final Path path;
  private final AtomicReference<@Nullable OutputStream> out = new AtomicReference<>();
  private final AtomicLong charged = new AtomicLong();
  private long size;

  /** Makes an empty file. */
  SpoolFile(Spool spool, @Nullable String scope, long maxSize) throws IOException {
    this.spool = spool;
    this.scope = scope;
    this.maxSize = maxSize;
    try {
      path = spool.folder().newFile();
      out.set(Files.newOutputStream(path, StandardOpenOption.WRITE));
    } catch (IOException failed) {
      throw failure(failed);
    }
  }

  Path path() {
    return path;
  }

  private IOException failure(IOException failed) {
    return spool.folder().access().failure(failed);
  }

  @Override
  public void write(int single) throws IOException {
    write(new byte[] {(byte) single}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    size += length;
    if (size > maxSize) {
      throw new SpoolOverflowException(maxSize);
    }
    spool.charge(scope, length);
    charged.addAndGet(length);
    OutputStream open = out.get();
    if (open == null) {
      throw new IllegalStateException("The file is closed.");
    }
    try {
      open.write(bytes, from, length);
    } catch (IOException failed) {
      throw failure(failed);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      closeStream();
    } catch (IOException failed) {
      throw failure(failed);
    }
  }

  /** Forgets the stream, which would keep the last array that was written to it. */
  private void closeStream() throws IOException {
    OutputStream open = out.getAndSet(null);
    if (open != null) {
      open.close();
    }
  }

  /** Removes the file. A file that cannot be removed stays charged until the process ends. */
  void remove() {
    try {
      closeStream();
      Files.deleteIfExists(path);
    } catch (IOException stays) {
      return;
    }
    spool.release(scope, charged.getAndSet(0));
  }
}

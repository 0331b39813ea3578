package dev.symbolicator.store;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * One file: a header of 24 bytes (magic, CRC32C of all that follows, length, and eight bytes of
 * zero for later), then the payload, which so begins at a multiple of eight.
 *
 * <p>Checksums are computed over what is read through the channel, never over a mapping: if the
 * file is truncated meanwhile, a plain read of a mapping throws InternalError, but the checksum's
 * intrinsic ends the JVM.
 */
final class StoredFile {
  private static final int MAGIC = 0x50535401;
  private static final int HEADER = 24;
  private static final int CHUNK = 64 * 1024;

  private StoredFile() {}

  /** A file that is not what was written. */
  static final class DamagedException extends IOException {
    private static final long serialVersionUID = 1;

    DamagedException() {
      super("a stored file is damaged");
    }
  }

  static long sizeFor(int payload) {
    return HEADER + (long) payload;
  }

  static void write(Path path, ByteBuffer payload) throws IOException {
    CRC32C checksum = new CRC32C();
    checksum.update(payload.duplicate());
    ByteBuffer header = ByteBuffer.allocate(HEADER).order(ByteOrder.LITTLE_ENDIAN);
    header.putInt(MAGIC).putInt((int) checksum.getValue()).putLong(payload.remaining()).rewind();
    try (FileChannel file = FileChannel.open(path, CREATE_NEW, WRITE)) {
      writeAll(file, header);
      writeAll(file, payload.duplicate());
    }
  }

  private static void writeAll(FileChannel file, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      file.write(bytes);
    }
  }

  /** The payload on the heap. */
  static byte[] read(Path path, int maxBytes) throws IOException {
    try (FileChannel file = FileChannel.open(path, READ)) {
      Header header = header(file);
      if (header.length > maxBytes) {
        throw new DamagedException();
      }
      ByteBuffer payload = ByteBuffer.allocate((int) header.length);
      readAll(file, payload, HEADER);
      CRC32C checksum = new CRC32C();
      checksum.update(payload.array());
      header.check(checksum);
      return payload.array();
    }
  }

  /** The payload as a read-only mapping, checked. */
  static ByteBuffer map(Path path) throws IOException {
    try (FileChannel file = FileChannel.open(path, READ)) {
      check(file);
      return file.map(MapMode.READ_ONLY, HEADER, file.size() - HEADER);
    }
  }

  /** Throws unless the file is what was written. */
  static void check(Path path) throws IOException {
    try (FileChannel file = FileChannel.open(path, READ)) {
      check(file);
    }
  }

  private static void check(FileChannel file) throws IOException {
    Header header = header(file);
    CRC32C checksum = new CRC32C();
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
    for (long at = 0; at < header.length; at += chunk.limit()) {
      chunk.clear().limit((int) Math.min(CHUNK, header.length - at));
      readAll(file, chunk, HEADER + at);
      checksum.update(chunk.flip());
    }
    header.check(checksum);
  }

  private record Header(int checksum, long length) {
    void check(CRC32C computed) throws DamagedException {
      if ((int) computed.getValue() != checksum) {
        throw new DamagedException();
      }
    }
  }

  private static Header header(FileChannel file) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(HEADER).order(ByteOrder.LITTLE_ENDIAN);
    readAll(file, bytes, 0);
    bytes.flip();
    int magic = bytes.getInt();
    Header header = new Header(bytes.getInt(), bytes.getLong());
    if (magic != MAGIC || header.length < 0 || header.length != file.size() - HEADER) {
      throw new DamagedException();
    }
    return header;
  }

  private static void readAll(FileChannel file, ByteBuffer into, long from) throws IOException {
    long at = from;
    while (into.hasRemaining()) {
      int read = file.read(into, at);
      if (read < 0) {
        throw new EOFException();
      }
      at += read;
    }
  }
}

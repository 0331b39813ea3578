package dev.symbolicator.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * A stored file: magic, CRC32C of the payload, its length (16 bytes in all), then the payload. Read
 * as a whole, since the bytes of a mapped file could change or vanish under their reader.
 */
final class StoredFile {
  private static final int MAGIC = 0x50535401;
  private static final int HEADER = 16;
  private static final int LONGEST = 1 << 30;

  /** The most bytes at once: the JDK keeps copies in direct memory for the thread. */
  static final int PIECE = 1 << 17;

  private StoredFile() {}

  static final class DamagedException extends IOException {
    private static final long serialVersionUID = 1;

    DamagedException() {
      super("a stored file is damaged");
    }
  }

  static long sizeFor(ByteBuffer... payload) {
    return HEADER + Stream.of(payload).mapToLong(ByteBuffer::remaining).sum();
  }

  static void write(SeekableByteChannel file, ByteBuffer... payload) throws IOException {
    CRC32C checksum = new CRC32C();
    for (ByteBuffer part : payload) {
      checksum.update(part.duplicate());
    }
    long length = sizeFor(payload) - HEADER;
    ByteBuffer header = ByteBuffer.allocate(HEADER).order(ByteOrder.LITTLE_ENDIAN);
    header.putInt(MAGIC).putInt((int) checksum.getValue()).putLong(length).rewind();
    writeAll(file, header);
    for (ByteBuffer part : payload) {
      writeAll(file, part.duplicate());
    }
  }

  private static void writeAll(SeekableByteChannel file, ByteBuffer bytes) throws IOException {
    for (int end = bytes.limit(); bytes.position() < end; ) {
      file.write(bytes.limit(Math.min(end, bytes.position() + PIECE)));
    }
  }

  static byte[] read(SeekableByteChannel file) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(HEADER).order(ByteOrder.LITTLE_ENDIAN);
    readAll(file, header);
    int magic = header.flip().getInt();
    int checksum = header.getInt();
    long length = header.getLong();
    if (magic != MAGIC || length != file.size() - HEADER || length > LONGEST) {
      throw new DamagedException();
    }
    ByteBuffer payload = ByteBuffer.allocate((int) length);
    readAll(file, payload);
    CRC32C computed = new CRC32C();
    computed.update(payload.flip());
    if ((int) computed.getValue() != checksum) {
      throw new DamagedException();
    }
    return payload.array();
  }

  private static void readAll(SeekableByteChannel file, ByteBuffer into) throws IOException {
    for (int end = into.limit(); into.position() < end; ) {
      if (file.read(into.limit(Math.min(end, into.position() + PIECE))) < 0) {
        throw new DamagedException();
      }
    }
  }
}

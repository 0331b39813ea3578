package dev.symbolicator.maps.upload;

import dev.symbolicator.maps.upload.ZipDirectory.ZipMember;
import dev.symbolicator.memory.Allowance;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.CRC32;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * Reads a zip by its directory (APPNOTE 6.3.10, sections 4.3 and 4.4). The JDK's reader takes the
 * size of the directory from the file, cannot tell links, and does not check checksums.
 */
final class ZipReader {
  private static final int LOCAL_SIGNATURE = 0x04034b50;
  private static final int LOCAL_BYTES = 30;
  private static final int LOCAL_NAME_LENGTH_AT = 26;
  private static final int LOCAL_EXTRA_LENGTH_AT = 28;
  private static final int STORED = 0;
  private static final int DEFLATED = 8;
  private static final int BUFFER_BYTES = 1 << 14;

  private final ReceivedFile file;
  private final long start;
  private final EntryGate gate;
  private long left;

  /**
   * Reads a zip within a file.
   *
   * @param start the offset of the zip in the file
   */
  ZipReader(ReceivedFile file, long start, EntryGate gate) {
    this.file = file;
    this.start = start;
    this.gate = gate;
    left = gate.limits().inflatedBytes();
  }

  /** Passes the wanted files on, in the order of the directory. */
  void read(Allowance allowance) throws IOException {
    try (Allowance ofDirectory = allowance.part()) {
      ZipDirectory directory = ZipDirectory.read(file, start, gate.limits(), ofDirectory);
      for (ZipMember member = directory.next(); member != null; member = directory.next()) {
        String path = gate.enter(member.name(), member.kind());
        if (path != null) {
          pass(path, member);
        }
      }
    }
  }

  private void pass(String path, ZipMember member) throws IOException {
    if (member.isEncrypted() || (member.method() != STORED && member.method() != DEFLATED)) {
      throw UploadRefusedException.archive(
          "The archive has a file that is encrypted, or compressed by a method other than deflate: "
              + EntryPath.shown(path)
              + ". Make the archive with zip -r, or send a tar.gz.");
    }
    InputStream stored = file.stream(contentStart(member), contentStart(member) + member.stored());
    Inflater inflater = new Inflater(true);
    try (InputStream inflated =
        member.method() == STORED
            ? stored
            : new InflaterInputStream(stored, inflater, BUFFER_BYTES)) {
      LimitedContent content =
          new LimitedContent(
              new Checked(inflated, member),
              left,
              EntryGate.tooLarge(gate.limits()),
              EntryGate.damaged());
      gate.pass(path, content);
      content.transferTo(OutputStream.nullOutputStream());
      left -= content.count();
    } finally {
      inflater.end();
    }
  }

  private long contentStart(ZipMember member) throws IOException {
    byte[] local = file.bytes(member.localHeader(), LOCAL_BYTES);
    if (local.length < LOCAL_BYTES || ZipDirectory.number(local, 0, 4) != LOCAL_SIGNATURE) {
      throw EntryGate.damaged();
    }
    return member.localHeader()
        + LOCAL_BYTES
        + ZipDirectory.number(local, LOCAL_NAME_LENGTH_AT, 2)
        + ZipDirectory.number(local, LOCAL_EXTRA_LENGTH_AT, 2);
  }

  /** Compares length and checksum of a file with those in the directory. */
  private static final class Checked extends FilterInputStream {
    private final ZipMember member;
    private final CRC32 checksum = new CRC32();
    private long count;

    Checked(InputStream in, ZipMember member) {
      super(in);
      this.member = member;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = super.read(bytes, offset, length);
      if (read > 0) {
        count += read;
        checksum.update(bytes, offset, read);
      }
      boolean isWrongEnd =
          read < 0 && (count != member.size() || checksum.getValue() != member.checksum());
      if (isWrongEnd || count > member.size()) {
        throw EntryGate.damaged();
      }
      return read;
    }
  }
}

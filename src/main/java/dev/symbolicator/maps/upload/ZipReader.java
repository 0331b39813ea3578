package dev.symbolicator.maps.upload;

import dev.symbolicator.maps.objects.Spool.SpooledBytes;
import dev.symbolicator.maps.upload.ArchiveReader.EntryGate;
import dev.symbolicator.maps.upload.ArchiveReader.EntryGate.EntryKind;
import dev.symbolicator.maps.upload.ArchiveReader.EntryPath;
import dev.symbolicator.maps.upload.ZipReader.ZipDirectory.ZipMember;
import dev.symbolicator.memory.Allowance;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a zip by its directory (APPNOTE 6.3.10, sections 4.3 and 4.4). The JDK's reader trusts the
 * directory's size, cannot tell links, and checks no checksums.
 */
final class ZipReader {
  private static final int LOCAL_SIGNATURE = 0x04034b50;
  private static final int LOCAL_BYTES = 30;
  private static final int LOCAL_NAME_LENGTH_AT = 26;
  private static final int LOCAL_EXTRA_LENGTH_AT = 28;
  private static final int STORED = 0;
  private static final int DEFLATED = 8;
  private static final int BUFFER_BYTES = 1 << 14;

  private final SpooledBytes file;
  private final long start;
  private final EntryGate gate;
  private long left;

  /** Reads a zip that begins at an offset. */
  ZipReader(SpooledBytes file, long start, EntryGate gate) {
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

  /** The central directory (APPNOTE 6.3.10, section 4.3.12), also in 64 bits. Little-endian. */
  static final class ZipDirectory {
    private static final int END_SIGNATURE = 0x06054b50;
    private static final int END_BYTES = 22;
    private static final int END_DIRECTORY_SIZE_AT = 12;
    private static final int END_DIRECTORY_OFFSET_AT = 16;
    private static final int END_COMMENT_LENGTH_AT = 20;
    private static final int MAX_COMMENT = 0xffff;

    private static final int LOCATOR_SIGNATURE = 0x07064b50;
    private static final int LOCATOR_BYTES = 20;
    private static final int END64_SIGNATURE = 0x06064b50;
    private static final int END64_BYTES = 56;
    private static final int END64_DIRECTORY_SIZE_AT = 40;
    private static final int END64_DIRECTORY_OFFSET_AT = 48;

    private static final int MEMBER_SIGNATURE = 0x02014b50;
    private static final int MEMBER_BYTES = 46;
    private static final int SYSTEM_AT = 5;
    private static final int FLAGS_AT = 8;
    private static final int METHOD_AT = 10;
    private static final int CHECKSUM_AT = 16;
    private static final int STORED_AT = 20;
    private static final int SIZE_AT = 24;
    private static final int NAME_LENGTH_AT = 28;
    private static final int EXTRA_LENGTH_AT = 30;
    private static final int COMMENT_LENGTH_AT = 32;
    private static final int UNIX_MODE_AT = 40;
    private static final int LOCAL_HEADER_AT = 42;

    private static final int ENCRYPTED = 1;
    private static final int UNIX = 3;
    private static final int MAC = 19;
    private static final int TYPE_OF_MODE = 0xf000;
    private static final int DIRECTORY_MODE = 0x4000;
    private static final int FILE_MODE = 0x8000;
    private static final int EXTRA_64 = 1;
    private static final long IN_EXTRA = 0xffff_ffffL;

    /**
     * A file or directory; in its name, U+FFFD stands for bytes that were not UTF-8.
     *
     * @param method 0 for stored, 8 for deflate
     * @param checksum CRC-32, inflated
     * @param stored bytes in the archive; {@code size} is inflated
     * @param localHeader its offset in the whole file
     */
    record ZipMember(
        String name,
        EntryKind kind,
        boolean isEncrypted,
        int method,
        long checksum,
        long stored,
        long size,
        long localHeader) {}

    private final byte[] bytes;
    private final long start;

    /** The offset of the directory in the zip. Every member lies before. */
    private final long offset;

    private int at;

    private ZipDirectory(byte[] bytes, long start, long offset) {
      this.bytes = bytes;
      this.start = start;
      this.offset = offset;
    }

    /** Reads the directory; throws if there is none at the end, or one that is too large. */
    static ZipDirectory read(
        SpooledBytes file, long start, UploadLimits limits, Allowance allowance)
        throws IOException {
      int tailLength = (int) Math.min(file.size() - start, END_BYTES + MAX_COMMENT);
      long tailStart = file.size() - tailLength;
      byte[] tail = file.bytes(tailStart, tailLength);
      int end = end(tail);
      long size = number(tail, end + END_DIRECTORY_SIZE_AT, 4);
      long offset = number(tail, end + END_DIRECTORY_OFFSET_AT, 4);
      long after = tailStart + end;
      byte[] locator = file.bytes(Math.max(0, after - LOCATOR_BYTES), LOCATOR_BYTES);
      if (locator.length == LOCATOR_BYTES && number(locator, 0, 4) == LOCATOR_SIGNATURE) {
        after -= LOCATOR_BYTES + END64_BYTES;
        byte[] end64 = file.bytes(Math.max(0, after), END64_BYTES);
        check(after >= 0 && number(end64, 0, 4) == END64_SIGNATURE);
        size = number(end64, END64_DIRECTORY_SIZE_AT, 8);
        offset = number(end64, END64_DIRECTORY_OFFSET_AT, 8);
      }
      if (size > limits.directoryBytes() || size < 0) {
        throw EntryGate.tooMany(limits);
      }
      // Some writers of Sentry's bundles count offsets from the zip, others from the whole file.
      long origin = after - size - offset;
      check(offset >= 0 && offset <= after && (origin == start || origin == 0));
      allowance.take(size);
      return new ZipDirectory(file.bytes(after - size, (int) size), origin, offset);
    }

    /** Returns where the last record of a zip begins, before its comment. */
    private static int end(byte[] tail) throws UploadRefusedException {
      for (int at = tail.length - END_BYTES; at >= 0; at--) {
        if (number(tail, at, 4) == END_SIGNATURE
            && at + END_BYTES + number(tail, at + END_COMMENT_LENGTH_AT, 2) == tail.length) {
          return at;
        }
      }
      throw EntryGate.damaged();
    }

    /** Returns the next member; null if there is none. */
    @Nullable ZipMember next() throws UploadRefusedException {
      if (at == bytes.length) {
        return null;
      }
      check(bytes.length - at >= MEMBER_BYTES && number(bytes, at, 4) == MEMBER_SIGNATURE);
      int nameAt = at + MEMBER_BYTES;
      int extraAt = nameAt + (int) number(bytes, at + NAME_LENGTH_AT, 2);
      int extraEnd = extraAt + (int) number(bytes, at + EXTRA_LENGTH_AT, 2);
      int end = extraEnd + (int) number(bytes, at + COMMENT_LENGTH_AT, 2);
      check(end <= bytes.length);
      String name = new String(bytes, nameAt, extraAt - nameAt, StandardCharsets.UTF_8);
      long[] numbers = {
        number(bytes, at + SIZE_AT, 4),
        number(bytes, at + STORED_AT, 4),
        number(bytes, at + LOCAL_HEADER_AT, 4)
      };
      readExtra(extraAt, extraEnd, numbers);
      for (int i = 1; i < numbers.length; i++) {
        check(numbers[i] >= 0 && numbers[i] <= offset);
      }
      ZipMember member =
          new ZipMember(
              name,
              kind(name),
              (number(bytes, at + FLAGS_AT, 2) & ENCRYPTED) != 0,
              (int) number(bytes, at + METHOD_AT, 2),
              number(bytes, at + CHECKSUM_AT, 4),
              numbers[1],
              numbers[0],
              start + numbers[2]);
      at = end;
      return member;
    }

    private EntryKind kind(String name) {
      int system = bytes[at + SYSTEM_AT];
      int mode = (int) number(bytes, at + UNIX_MODE_AT, 2) & TYPE_OF_MODE;
      boolean hasMode = (system == UNIX || system == MAC) && mode != 0;
      if (hasMode && mode != DIRECTORY_MODE && mode != FILE_MODE) {
        return EntryKind.OTHER;
      }
      return name.endsWith("/") || name.endsWith("\\") ? EntryKind.DIRECTORY : EntryKind.FILE;
    }

    /** Replaces numbers of 32 bits that do not suffice (section 4.5.3). */
    private void readExtra(int from, int to, long[] numbers) throws UploadRefusedException {
      int field = from;
      while (to - field >= 4) {
        int content = field + 4;
        int end = content + (int) number(bytes, field + 2, 2);
        if (end > to) {
          return; // Some programs pad the fields; without one of 64 bits, nothing is lost.
        }
        if (number(bytes, field, 2) == EXTRA_64) {
          for (int i = 0; i < numbers.length; i++) {
            if (numbers[i] == IN_EXTRA) {
              check(end - content >= 8);
              numbers[i] = number(bytes, content, 8);
              content += 8;
            }
          }
          return;
        }
        field = end;
      }
    }

    /** Reads a number of up to eight bytes. */
    static long number(byte[] bytes, int at, int count) {
      long value = 0;
      for (int i = count - 1; i >= 0; i--) {
        value = value << 8 | (bytes[at + i] & 0xff);
      }
      return value;
    }

    private static void check(boolean isRight) throws UploadRefusedException {
      if (!isRight) {
        throw EntryGate.damaged();
      }
    }
  }
}

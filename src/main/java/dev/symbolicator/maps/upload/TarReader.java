package dev.symbolicator.maps.upload;

import dev.symbolicator.maps.objects.ObjectStore.StoreUnavailableException;
import dev.symbolicator.maps.upload.ArchiveReader.EntryGate;
import dev.symbolicator.maps.upload.ArchiveReader.EntryGate.EntryKind;
import dev.symbolicator.maps.upload.ArchiveReader.EntryPath;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.tar.TarUtils;
import org.jspecify.annotations.Nullable;

/**
 * Reads a tar (POSIX.1-2017, pax; also GNU's long names). The library collects long names and
 * extended headers without a limit, so their bytes are limited here.
 */
final class TarReader {
  /** The most bytes of an entry's headers, with padding; names are limited further. */
  static final int HEADER_BYTES = 1 << 16;

  /** The most bytes of an archive's global headers, which the library keeps until the end. */
  static final int GLOBAL_BYTES = 1 << 12;

  /** How much memory headers take when they are read, per byte. */
  private static final int MEMORY_FACTOR = 25;

  private final HeaderGuard in;
  private final EntryGate gate;

  TarReader(InputStream in, EntryGate gate) {
    this.in = new HeaderGuard(in);
    this.gate = gate;
  }

  /** Passes the wanted files on; leaves the stream open. */
  @SuppressWarnings("resource") // holds no resource but the stream
  void read() throws IOException {
    gate.charge(MEMORY_FACTOR * (HEADER_BYTES + GLOBAL_BYTES));
    MarkedTar tar = new MarkedTar(in);
    for (TarArchiveEntry entry = next(tar); entry != null; entry = next(tar)) {
      String path = gate.enter(entry.getName(), kind(entry));
      if (path != null) {
        checkEncoding(path);
        gate.pass(path, tar);
      }
      skipRest(tar);
    }
    if (!tar.hasEnded) {
      throw EntryGate.damaged();
    }
  }

  private @Nullable TarArchiveEntry next(MarkedTar tar) throws IOException {
    in.limit(HEADER_BYTES);
    try {
      TarArchiveEntry entry = tar.getNextEntry();
      if (tar.globalBytes > GLOBAL_BYTES) {
        throw tooLong("The archive has", GLOBAL_BYTES, "global headers");
      }
      return entry;
    } catch (UploadRefusedException | StoreUnavailableException known) {
      throw known;
    } catch (IOException | IllegalArgumentException malformed) {
      throw EntryGate.damaged();
    } finally {
      in.limit(Long.MAX_VALUE);
    }
  }

  private static void skipRest(MarkedTar tar) throws IOException {
    try {
      tar.transferTo(OutputStream.nullOutputStream());
    } catch (UploadRefusedException | StoreUnavailableException known) {
      throw known;
    } catch (IOException cutOff) {
      throw EntryGate.damaged();
    }
  }

  /** The library for tar turns bytes that are not UTF-8 into question marks. */
  private static void checkEncoding(String path) throws UploadRefusedException {
    if (path.indexOf('?') >= 0) {
      throw UploadRefusedException.archive(
          "The archive has a path with a question mark or bytes that are not UTF-8: "
              + EntryPath.shown(path)
              + ". Rename the file.");
    }
  }

  private static EntryKind kind(TarArchiveEntry entry) {
    if (entry.isDirectory()) {
      return EntryKind.DIRECTORY;
    }
    byte flag = entry.getLinkFlag();
    boolean isPlain =
        flag == TarConstants.LF_NORMAL
            || flag == TarConstants.LF_OLDNORM
            || flag == TarConstants.LF_CONTIG;
    return isPlain && !entry.isSparse() ? EntryKind.FILE : EntryKind.OTHER;
  }

  private static UploadRefusedException tooLong(String subject, int bytes, String headers) {
    return UploadRefusedException.archive(
        "%s more than %,d bytes of %s. Make the archive anew.".formatted(subject, bytes, headers));
  }

  /** Notes whether the records of zeros came that end a tar, and counts global headers. */
  private static final class MarkedTar extends TarArchiveInputStream {
    private static final int SIZE_AT = 124;
    private static final int TYPE_AT = 156;

    private boolean hasEnded;
    private long globalBytes;

    MarkedTar(InputStream in) {
      super(in, StandardCharsets.UTF_8.name());
    }

    @Override
    protected boolean isEOFRecord(byte @Nullable [] record) {
      boolean isEnd = super.isEOFRecord(record);
      hasEnded |= isEnd && record != null;
      if (record != null && record[TYPE_AT] == TarConstants.LF_PAX_GLOBAL_EXTENDED_HEADER) {
        globalBytes += TarUtils.parseOctalOrBinary(record, SIZE_AT, TarConstants.SIZELEN);
      }
      return isEnd;
    }
  }

  private static final class HeaderGuard extends FilterInputStream {
    private long left = Long.MAX_VALUE;

    HeaderGuard(InputStream in) {
      super(in);
    }

    void limit(long bytes) {
      left = bytes;
    }

    @Override
    public int read() throws IOException {
      int read = super.read();
      count(read < 0 ? 0 : 1);
      return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = super.read(bytes, offset, length);
      count(read);
      return read;
    }

    @Override
    public long skip(long count) throws IOException {
      long skipped = super.skip(count);
      count(skipped);
      return skipped;
    }

    private void count(long bytes) throws IOException {
      left -= Math.max(0, bytes);
      if (left < 0) {
        throw tooLong("The archive has an entry with", HEADER_BYTES, "headers");
      }
    }
  }
}

package dev.symbolicator.maps.upload;

import dev.symbolicator.content.GzipStream;
import dev.symbolicator.maps.objects.StoreUnavailableException;
import dev.symbolicator.memory.Allowance;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import org.apache.commons.compress.archivers.tar.TarUtils;

/**
 * Reads archives of build folders: tar, plain or in gzip, and zip, also Sentry's bundles, which are
 * a zip behind eight bytes. The first bytes decide, not a name or a declared type.
 *
 * <p>An archive comes from a stranger. So nothing is written under a name of the archive, and
 * memory does not depend on the sizes that the archive gives. Links and devices end the reading, as
 * do paths that lead out of the archive and two files of one name.
 */
final class ArchiveReader {
  private static final int HEAD_BYTES = 512;
  private static final int BUFFER_BYTES = 1 << 16;

  /** Sentry's bundles: the magic and a version, four bytes each, before the zip. */
  private static final int BUNDLE_BYTES = 8;

  private ArchiveReader() {}

  /**
   * Passes the wanted files of an archive on, in the order of the archive.
   *
   * @param archive a file that holds the archive and nothing else
   * @param allowance charged with the names of the wanted files
   * @throws UploadRefusedException if the file is no archive, or is damaged or hostile
   * @throws StoreUnavailableException if the file cannot be read
   * @throws Allowance.Exceeded if the allowance is too small
   */
  static void read(Path archive, UploadLimits limits, Allowance allowance, ArchiveSink sink)
      throws IOException {
    EntryGate gate = new EntryGate(limits, allowance, sink);
    try (ReceivedFile file = ReceivedFile.open(archive)) {
      byte[] head = file.bytes(0, HEAD_BYTES);
      if (begins(head, 'P', 'K', 3, 4) || begins(head, 'P', 'K', 5, 6)) {
        new ZipReader(file, 0, gate).read(allowance);
      } else if (begins(head, 'S', 'Y', 'S', 'B')) {
        new ZipReader(file, BUNDLE_BYTES, gate).read(allowance);
      } else if (begins(head, 0x1f, 0x8b)) {
        readGzip(file, gate);
      } else if (isTar(head)) {
        readTar(file.stream(0, file.size()), gate);
      } else {
        throw UploadRefusedException.archive(
            "The body is no archive. Send a tar, a tar.gz or a zip of the build folder, or one"
                + " source map with PUT.");
      }
    }
  }

  private static void readGzip(ReceivedFile file, EntryGate gate) throws IOException {
    try (InputStream gzip = new GzipStream(file.stream(0, file.size()))) {
      readTar(gzip, gate);
    }
  }

  private static void readTar(InputStream inflated, EntryGate gate) throws IOException {
    UploadLimits limits = gate.limits();
    BufferedInputStream in =
        new BufferedInputStream(
            new LimitedContent(
                inflated, limits.inflatedBytes(), EntryGate.tooLarge(limits), EntryGate.damaged()),
            BUFFER_BYTES);
    in.mark(HEAD_BYTES);
    if (!isTar(in.readNBytes(HEAD_BYTES))) {
      throw UploadRefusedException.archive(
          "The body is gzip, but holds no tar. Send a tar.gz of the build folder, or one source map"
              + " with PUT.");
    }
    in.reset();
    new TarReader(in, gate).read();
    in.transferTo(OutputStream.nullOutputStream()); // checks the checksum at the end of gzip
  }

  /** Tells whether a tar begins with these bytes: a header, or zeros, which end an empty tar. */
  private static boolean isTar(byte[] head) {
    if (head.length < HEAD_BYTES) {
      return false;
    }
    boolean isZero = true;
    for (byte b : head) {
      isZero &= b == 0;
    }
    return isZero || hasChecksum(head);
  }

  private static boolean hasChecksum(byte[] header) {
    try {
      return TarUtils.verifyCheckSum(header);
    } catch (IllegalArgumentException noNumber) {
      return false;
    }
  }

  private static boolean begins(byte[] head, int... magic) {
    for (int i = 0; i < magic.length; i++) {
      if (i >= head.length || head[i] != (byte) magic[i]) {
        return false;
      }
    }
    return true;
  }
}

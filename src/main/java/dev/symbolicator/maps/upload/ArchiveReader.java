package dev.symbolicator.maps.upload;

import dev.symbolicator.content.GzipStream;
import dev.symbolicator.maps.objects.Spool.SpooledBytes;
import dev.symbolicator.maps.upload.LimitedContent.PlainContent;
import dev.symbolicator.memory.Allowance;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarUtils;
import org.jspecify.annotations.Nullable;

/**
 * Reads tar, plain or in gzip, and zip, also Sentry's bundles, by their first bytes.
 *
 * <p>An archive comes from a stranger: nothing is written under its names, memory does not depend
 * on its sizes, and links, devices, paths out of it and two files of one name end the reading.
 */
final class ArchiveReader {
  private static final int HEAD_BYTES = 512;
  private static final int BUFFER_BYTES = 1 << 16;

  /** Sentry's bundles: the magic and a version, four bytes each, before the zip. */
  private static final int BUNDLE_BYTES = 8;

  private ArchiveReader() {}

  /** Passes wanted files on, in order; {@link UploadRefusedException} if damaged or hostile. */
  static void read(SpooledBytes file, UploadLimits limits, Allowance allowance, ArchiveSink sink)
      throws IOException {
    EntryGate gate = new EntryGate(limits, allowance, sink);
    byte[] head = file.bytes(0, HEAD_BYTES);
    if (begins(head, 'P', 'K', 3, 4) || begins(head, 'P', 'K', 5, 6)) {
      new ZipReader(file, 0, gate).read(allowance);
    } else if (begins(head, 'S', 'Y', 'S', 'B')) {
      new ZipReader(file, BUNDLE_BYTES, gate).read(allowance);
    } else if (begins(head, 0x1f, 0x8b)) {
      readGzip(file, gate);
    } else if (isTar(head)) {
      readTar(file.stream(), gate);
    } else {
      throw UploadRefusedException.archive(
          "The body is no archive. Send a tar, a tar.gz or a zip of the build folder, or one"
              + " source map with PUT.");
    }
  }

  private static void readGzip(SpooledBytes file, EntryGate gate) throws IOException {
    try (InputStream gzip = new GzipStream(file.stream())) {
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

  /** Checks each entry, whatever the archive's format, and passes wanted files on. */
  static final class EntryGate {
    enum EntryKind {
      FILE,
      DIRECTORY,
      /** A hard or symbolic link, a device, a pipe, or a file with holes. */
      OTHER
    }

    /** The most memory of a name in the set, besides its characters. */
    private static final int NAME_BYTES = 150;

    private final UploadLimits limits;
    private final Allowance allowance;
    private final ArchiveSink sink;
    private final Set<String> names = new HashSet<>();
    private int entries;

    EntryGate(UploadLimits limits, Allowance allowance, ArchiveSink sink) {
      this.limits = limits;
      this.allowance = allowance;
      this.sink = sink;
    }

    UploadLimits limits() {
      return limits;
    }

    /** Charges memory that stays taken until the upload ends. */
    void charge(long bytes) {
      allowance.take(bytes);
    }

    /** Returns the path of a wanted file, else null. U+FFFD stands for bytes that are not UTF-8. */
    @Nullable String enter(String name, EntryKind kind) throws UploadRefusedException {
      if (++entries > limits.entries()) {
        throw tooMany(limits);
      }
      String path = EntryPath.of(name, limits);
      if (kind == EntryKind.OTHER) {
        throw UploadRefusedException.archive(
            "The archive has a link, a device or the like: "
                + EntryPath.shown(path)
                + ". Send files only: tar --dereference packs the files that links lead to.");
      }
      if (kind == EntryKind.DIRECTORY || path.isEmpty() || !sink.wants(path)) {
        return null;
      }
      allowance.take(NAME_BYTES + (long) Character.BYTES * path.length());
      if (!names.add(path)) {
        throw UploadRefusedException.archive(
            "The archive has two files of one name: "
                + EntryPath.shown(path)
                + ". Make the archive anew from the build folder.");
      }
      return path;
    }

    /** Passes a file on, by the path that {@link #enter} returned. */
    void pass(String path, InputStream content) throws IOException {
      UploadRefusedException tooLarge = PlainContent.tooLarge(path, limits);
      sink.file(path, new LimitedContent(content, limits.fileBytes(), tooLarge, damaged()));
    }

    static UploadRefusedException tooMany(UploadLimits limits) {
      return UploadRefusedException.tooLarge(
          "max-entries",
          "The archive has more than %,d entries. Send the build folder in several parts."
              .formatted(limits.entries()));
    }

    static UploadRefusedException tooLarge(UploadLimits limits) {
      return UploadRefusedException.tooLarge(
          "max-inflated-size",
          "The archive has more than %,d bytes inflated. Send the build folder in several parts."
              .formatted(limits.inflatedBytes()));
    }

    static UploadRefusedException damaged() {
      return UploadRefusedException.archive(
          "The archive is damaged or cut off. Make the archive again, and send the whole archive.");
    }
  }

  /** Checks the paths of files in archives. No file is ever written under such a path. */
  static final class EntryPath {
    private static final int SHOWN_CHARS = 200;
    private static final char REPLACEMENT = '\ufffd';

    private EntryPath() {}

    /** Checks a path; returns it with slashes (Windows has backslashes), empty for the root. */
    static String of(String name, UploadLimits limits) throws UploadRefusedException {
      if (name.getBytes(StandardCharsets.UTF_8).length > limits.pathBytes()) {
        throw UploadRefusedException.tooLarge(
            "max-path-length",
            "The archive has a path of more than %,d bytes, which begins with %s. Shorten the path."
                .formatted(limits.pathBytes(), shown(name)));
      }
      for (int i = 0; i < name.length(); i++) {
        char c = name.charAt(i);
        if (c == REPLACEMENT || Character.isISOControl(c)) {
          throw UploadRefusedException.archive(
              "The archive has a path with control characters or bytes that are not UTF-8: "
                  + shown(name)
                  + ". Rename the file.");
        }
      }
      StringBuilder path = new StringBuilder(name.length());
      for (String segment : name.replace('\\', '/').split("/", -1)) {
        if (segment.equals("..")) {
          throw UploadRefusedException.archive(
              "The archive has a path that leads out of the archive: "
                  + shown(name)
                  + ". Make the archive within the build folder: tar cz -C dist .");
        }
        if (!segment.isEmpty() && !segment.equals(".")) {
          path.append(path.length() == 0 ? "" : "/").append(segment);
        }
      }
      return path.toString();
    }

    /** Returns a path for a message, cut to a readable length and without control characters. */
    static String shown(String path) {
      String start = path.length() <= SHOWN_CHARS ? path : path.substring(0, SHOWN_CHARS) + "…";
      StringBuilder shown = new StringBuilder(start.length());
      start
          .codePoints()
          .map(c -> Character.isISOControl(c) ? REPLACEMENT : c)
          .forEach(shown::appendCodePoint);
      return shown.toString();
    }
  }

  interface ArchiveSink {

    /** Tells whether a file is received; other files are skipped. */
    boolean wants(String path);

    /** Reading throws {@link UploadRefusedException}; need not go to the end, nor be closed. */
    void file(String path, InputStream content) throws IOException;
  }
}

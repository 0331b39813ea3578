package dev.symbolicator.maps.upload;

import dev.symbolicator.memory.Allowance;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks each entry of an archive, whatever the archive's format, and passes wanted files on. */
final class EntryGate {
  /** The kinds of entries. */
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

  /** Returns the limits of the upload. */
  UploadLimits limits() {
    return limits;
  }

  /**
   * Charges memory that stays taken until the upload ends.
   *
   * @throws Allowance.Exceeded if too little is left
   */
  void charge(long bytes) {
    allowance.take(bytes);
  }

  /**
   * Checks the next entry.
   *
   * @param name as the archive has it; bytes that were not UTF-8 are U+FFFD
   * @return the path of a wanted file; null for an entry to be skipped
   */
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

  /**
   * Passes a wanted file on.
   *
   * @param path as {@link #enter} returned it
   */
  void pass(String path, InputStream content) throws IOException {
    UploadRefusedException tooLarge = PlainContent.tooLarge(path, limits);
    sink.file(path, new LimitedContent(content, limits.fileBytes(), tooLarge, damaged()));
  }

  /** Returns the exception of an archive with too many entries. */
  static UploadRefusedException tooMany(UploadLimits limits) {
    return UploadRefusedException.tooLarge(
        "max-entries",
        "The archive has more than %,d entries. Send the build folder in several parts."
            .formatted(limits.entries()));
  }

  /** Returns the exception of an archive that is too large inflated. */
  static UploadRefusedException tooLarge(UploadLimits limits) {
    return UploadRefusedException.tooLarge(
        "max-inflated-size",
        "The archive has more than %,d bytes inflated. Send the build folder in several parts."
            .formatted(limits.inflatedBytes()));
  }

  /** Returns the exception of an archive that cannot be read to its end. */
  static UploadRefusedException damaged() {
    return UploadRefusedException.archive(
        "The archive is damaged or cut off. Make the archive again, and send the whole archive.");
  }
}

package dev.symbolicator.maps.upload;

import java.time.Duration;

/**
 * Fixed limits.
 *
 * @param atOnce uploads under way; half of them of one scope
 * @param perMinute uploads of one scope that begin
 * @param idle the time in which a client has to send {@code progressBytes}
 * @param entries of an archive, with directories
 * @param inflatedBytes of an archive, with skipped files
 * @param fileBytes of one script or map, inflated
 * @param pathBytes of a path in an archive, in UTF-8
 * @param directoryBytes of the directory of a zip
 * @param memoryWait of a pair before its upload is refused
 * @param listed entries of one answer
 */
public record UploadLimits(
    int atOnce,
    int perMinute,
    Duration idle,
    int progressBytes,
    int entries,
    long inflatedBytes,
    long fileBytes,
    int pathBytes,
    int directoryBytes,
    Duration memoryWait,
    int listed) {

  public static final UploadLimits DEFAULT =
      new UploadLimits(
          8,
          600,
          Duration.ofSeconds(30),
          1 << 14,
          20_000,
          8L << 30,
          256L << 20,
          1_024,
          8 << 20,
          Duration.ofSeconds(10),
          1_000);

  /** Returns how many uploads of one scope may be under way at once. */
  public int atOnceOfScope() {
    return (atOnce + 1) / 2;
  }
}

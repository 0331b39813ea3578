package dev.symbolicator.maps.upload;

import java.time.Duration;

/**
 * The fixed limits of uploads.
 *
 * @param atOnce how many uploads may be under way at once; half of them of one scope
 * @param perMinute how many uploads of one scope may begin in a minute
 * @param idle how long a client may take for the bytes of {@code progressBytes}
 * @param progressBytes how many bytes a client has to send within the time of {@code idle}
 * @param entries how many entries an archive may have, directories included
 * @param inflatedBytes how many bytes an archive may have inflated, skipped files included
 * @param fileBytes how many bytes one script or map may have inflated
 * @param pathBytes how long a path in an archive may be, in bytes of UTF-8
 * @param directoryBytes how many bytes the directory of a zip may have
 * @param memoryWait how long a pair may wait for memory before its upload is refused
 * @param listed how many entries one answer lists
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

  /** The limits of the service; tests use others. */
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

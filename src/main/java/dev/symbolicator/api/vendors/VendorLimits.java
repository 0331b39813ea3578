package dev.symbolicator.api.vendors;

import java.time.Duration;

/**
 * The fixed limits of other vendors' uploaders.
 *
 * @param threads how many requests are read and worked on at once; half of them of one scope
 * @param waiting how many further requests may wait
 * @param parts how many parts a multipart body may have
 * @param chunkBytes the size of a chunk in bytes, inflated
 * @param requestBytes how many bytes a request with chunks may have
 * @param chunks how many chunks a bundle may have, and a scope
 * @param scopeBytes how many bytes the chunks of one scope may take, as they are stored
 * @param chunkAge how long a chunk is kept
 * @param releaseBytes how many bytes of JSON may tell of a release
 * @param assembleBytes how many bytes of JSON may list the chunks of a bundle
 * @param manifestBytes how many bytes a bundle's manifest may have
 * @param fieldBytes how many bytes the fields of a form may have together, besides its files
 * @param sweepPause the time between two searches for chunks that are too old
 */
public record VendorLimits(
    int threads,
    int waiting,
    int parts,
    int chunkBytes,
    int requestBytes,
    int chunks,
    long scopeBytes,
    Duration chunkAge,
    int releaseBytes,
    int assembleBytes,
    int manifestBytes,
    int fieldBytes,
    Duration sweepPause) {

  /** The limits of the service; tests use others. */
  public static final VendorLimits DEFAULT =
      new VendorLimits(
          8,
          60,
          16,
          1 << 19,
          1 << 20,
          16_384,
          4L << 30,
          Duration.ofHours(1),
          1 << 16,
          1 << 20,
          8 << 20,
          1 << 16,
          Duration.ofMinutes(10));
}

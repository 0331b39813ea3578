package dev.symbolicator.api.vendors;

import java.time.Duration;

/**
 * Fixed limits.
 *
 * @param threads requests at once; half of them of one scope
 * @param waiting further requests
 * @param parts of a multipart body
 * @param chunkBytes inflated
 * @param requestBytes of a request with chunks
 * @param chunks of a bundle, and of a scope
 * @param scopeBytes of a scope's chunks, as stored
 * @param chunkAge how long a chunk is kept
 * @param releaseBytes of JSON about a release
 * @param assembleBytes of JSON that lists chunks
 * @param manifestBytes of a bundle's manifest
 * @param fieldBytes of a form's fields without files
 * @param sweepPause between searches for old chunks
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

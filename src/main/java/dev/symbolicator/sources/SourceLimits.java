package dev.symbolicator.sources;

import java.time.Duration;

/**
 * The fixed limits of fetching original sources.
 *
 * @param count how many sources are fetched for one script; a file that is named many times counts
 *     once
 * @param pendingPerOrigin how many sources of one origin may be fetched at once, for all scripts
 *     together; a script beyond this limit is compiled without its sources, and again soon after
 * @param timeout how long the sources of one script may take together, including queueing
 * @param bytes how many bytes the inflated sources of one script may have together
 */
public record SourceLimits(int count, int pendingPerOrigin, Duration timeout, long bytes) {

  /** The limits of the service; tests use others. */
  public static final SourceLimits DEFAULT =
      new SourceLimits(200, 500, Duration.ofSeconds(10), 16 << 20);
}

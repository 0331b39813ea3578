package dev.symbolicator.sources;

import java.time.Duration;

/**
 * The fixed limits of fetching original sources.
 *
 * @param count how many sources are fetched for one script; a file that is named many times counts
 *     once
 * @param pendingPerOrigin how many sources may be on their way from one origin, for all scripts
 *     together; beyond that, a script does without and is compiled again soon
 * @param timeout how long the sources of one script may take together, queueing included
 * @param bytes how large the sources of one script may be together, inflated
 */
public record SourceLimits(int count, int pendingPerOrigin, Duration timeout, long bytes) {

  /** The limits of the service; tests bring their own. */
  public static final SourceLimits DEFAULT =
      new SourceLimits(200, 500, Duration.ofSeconds(10), 16 << 20);
}

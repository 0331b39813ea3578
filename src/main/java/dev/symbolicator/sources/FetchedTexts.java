package dev.symbolicator.sources;

import dev.symbolicator.fetch.FetchFailure;
import dev.symbolicator.fetch.FetchResult;
import dev.symbolicator.fetch.Fetched;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The sources of one script as they come. In the order of their numbers they are kept as far as
 * they fit together; the first that does not, and all behind it, are left out. So the same are kept
 * whichever comes first, and never more than fit. Thread-safe.
 */
final class FetchedTexts {
  private final long maxBytes;
  private final TreeMap<Integer, Fetched> kept = new TreeMap<>();
  private long bytes;
  private int firstLeftOut = Integer.MAX_VALUE;
  private int firstLacking = Integer.MAX_VALUE;
  private int firstPassing = Integer.MAX_VALUE;

  FetchedTexts(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Keeps a text, or closes it. */
  synchronized void add(int file, FetchResult result) {
    if (result instanceof FetchFailure failure && failure.leavesFileUnknown()) {
      lack(file, failure.isPassing());
    } else if (result instanceof Fetched text && file < firstLeftOut) {
      kept.put(file, text);
      bytes += text.body().length;
      leaveOutWhatDoesNotFit();
    } else if (result instanceof Fetched text) {
      text.close();
    }
  }

  private void leaveOutWhatDoesNotFit() {
    while (bytes > maxBytes) {
      firstLeftOut = kept.lastKey();
      Fetched last = kept.remove(firstLeftOut);
      bytes -= last.body().length;
      last.close();
    }
  }

  /**
   * Notes one that may be had later.
   *
   * @param passing whether that may be soon, without anybody doing anything
   */
  synchronized void lack(int file, boolean passing) {
    firstLacking = Math.min(firstLacking, file);
    if (passing) {
      firstPassing = Math.min(firstPassing, file);
    }
  }

  /** Whether one may be had later that would not be left out anyway. */
  synchronized boolean lackSome() {
    return firstLacking < firstLeftOut;
  }

  /** Whether one of these may be had soon, without anybody doing anything. */
  synchronized boolean lackSomeForNow() {
    return firstPassing < firstLeftOut;
  }

  /** Those that are kept, by their numbers, once all have come. */
  synchronized Map<Integer, Fetched> kept() {
    return Collections.unmodifiableMap(kept);
  }
}

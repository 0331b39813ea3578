package dev.symbolicator.sources;

import dev.symbolicator.fetch.FetchFailure;
import dev.symbolicator.fetch.FetchResult;
import dev.symbolicator.fetch.Fetched;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Collects the fetched sources of one script. Sources are kept in the order of their numbers, as
 * far as they fit together. The first source that does not fit is left out, with all behind it. So
 * the order of arrival does not decide which sources are kept. Thread-safe.
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
   * Notes a source that may be there later.
   *
   * @param isPassing whether that may be soon, without anybody doing anything
   */
  synchronized void lack(int file, boolean isPassing) {
    firstLacking = Math.min(firstLacking, file);
    if (isPassing) {
      firstPassing = Math.min(firstPassing, file);
    }
  }

  /** Tells whether a source may be there later that would not be left out anyway. */
  synchronized boolean lackSome() {
    return firstLacking < firstLeftOut;
  }

  /** Tells whether such a source may be there soon, without anybody doing anything. */
  synchronized boolean lackSomeForNow() {
    return firstPassing < firstLeftOut;
  }

  /** Returns the kept sources by their numbers, once all have arrived. */
  synchronized Map<Integer, Fetched> kept() {
    return Collections.unmodifiableMap(kept);
  }
}

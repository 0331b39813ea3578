package dev.symbolicator.sources;

import dev.symbolicator.fetch.FetchFailure;
import dev.symbolicator.fetch.FetchResult;
import dev.symbolicator.fetch.Fetched;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Collects the fetched sources of one script. Sources are kept in the order of their numbers while
 * they fit together. The first source that does not fit is left out, and so are all after it. So
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

  /** Keeps a text, or closes a text that does not fit. */
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
      Fetched last = Objects.requireNonNull(kept.remove(firstLeftOut));
      bytes -= last.body().length;
      last.close();
    }
  }

  /**
   * Notes a missing source that may be there later.
   *
   * @param isPassing whether the source may be there soon, without anyone's action
   */
  synchronized void lack(int file, boolean isPassing) {
    firstLacking = Math.min(firstLacking, file);
    if (isPassing) {
      firstPassing = Math.min(firstPassing, file);
    }
  }

  /** Tells whether a missing source may be there later, and would not be left out anyway. */
  synchronized boolean lackSome() {
    return firstLacking < firstLeftOut;
  }

  /** Tells whether such a source may be there soon, without anyone's action. */
  synchronized boolean lackSomeForNow() {
    return firstPassing < firstLeftOut;
  }

  /** Returns the kept sources by their numbers, once all have arrived. */
  synchronized Map<Integer, Fetched> kept() {
    return Collections.unmodifiableMap(kept);
  }
}

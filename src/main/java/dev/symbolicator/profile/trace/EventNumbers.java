package dev.symbolicator.profile.trace;

import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.scan.BodyScanner;
import dev.symbolicator.profile.scan.UnreadableException;
import java.io.IOException;

/** Reads numbers of events, where another value is no reason to refuse the trace. */
final class EventNumbers {
  /** Stands for a number that is no integer, or too long for one. */
  static final long NONE = Long.MIN_VALUE;

  private EventNumbers() {}

  /** Reads the number at which a scanner stands. */
  static long integer(BodyScanner json) throws IOException, UnreadableException {
    try {
      return json.integer("");
    } catch (UnreadableException refused) {
      if (refused.reading() instanceof ProfileReading.Invalid) {
        return NONE;
      }
      throw refused;
    }
  }

  /**
   * Returns a 0-based line or column, or -1, from a number.
   *
   * @param base the number of the first line or column
   */
  static int position(long number, int base) {
    return number >= base && number <= Integer.MAX_VALUE ? (int) number - base : -1;
  }
}

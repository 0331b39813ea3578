package dev.symbolicator.profile.trace;

import dev.symbolicator.json.JsonReader;

/** Reads numbers of events, where another value is no reason to refuse the trace. */
final class EventNumbers {
  /** Stands for a number that is no integer, or too long for one. */
  static final long NONE = JsonReader.NO_INTEGER;

  private EventNumbers() {}

  /** The most digits of a number in {@link #parsed}. */
  static final int MAX_DIGITS = 9;

  /** Returns the number that a text of one to nine digits spells; -1 for any other text. */
  static int parsed(String text) {
    int length = text.length();
    int number = length > 0 && length <= MAX_DIGITS ? 0 : -1;
    for (int i = 0; i < length && number >= 0; i++) {
      int digit = text.charAt(i) - '0';
      number = digit >= 0 && digit <= 9 ? 10 * number + digit : -1;
    }
    return number;
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

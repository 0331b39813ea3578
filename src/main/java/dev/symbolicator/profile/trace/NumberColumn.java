package dev.symbolicator.profile.trace;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Longs;

/** Numbers of an event, and their places in the body. Used again for each event. */
final class NumberColumn {
  private static final int LENGTH_BITS = 5;

  /** The most bytes of a number. */
  static final int MAX_LENGTH = (1 << LENGTH_BITS) - 1;

  private final Longs values;
  private final Longs places;

  NumberColumn(Allowance charge) {
    values = new Longs(charge);
    places = new Longs(charge);
  }

  void clear() {
    values.truncate(0);
    places.truncate(0);
  }

  void add(long value, long start, int length) {
    values.add(value);
    places.add(start << LENGTH_BITS | length);
  }

  long get(int index) {
    return has(index) ? values.get(index) : 0;
  }

  int position(int index) {
    return EventNumbers.position(get(index), 1);
  }

  boolean has(int index) {
    return index < values.size();
  }

  int size() {
    return values.size();
  }

  long start(int index) {
    return places.get(index) >>> LENGTH_BITS;
  }

  /** Returns the offset behind a number. */
  long end(int index) {
    return start(index) + (places.get(index) & MAX_LENGTH);
  }

  /** Reads numbers of events, where another value is no reason to refuse the trace. */
  static final class EventNumbers {
    /** Stands for a number that is no integer, or too long for one. */
    static final long NONE = JsonReader.NO_INTEGER;

    private EventNumbers() {}

    /**
     * Returns a 0-based line or column; -1 if there is none. {@code base} is the number of the
     * first.
     */
    static int position(long number, int base) {
      return number >= base && number <= Integer.MAX_VALUE ? (int) number - base : -1;
    }
  }
}

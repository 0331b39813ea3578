package dev.symbolicator.profile.trace;

import dev.symbolicator.profile.scan.UnreadableException;

/** Numbers of an event, and their places in the body. */
final class NumberColumn {
  /** The bits of a place that hold the number's length. */
  private static final int LENGTH_BITS = 5;

  /** The most bytes of a number. */
  static final int MAX_LENGTH = (1 << LENGTH_BITS) - 1;

  private final Column values;
  private final Column places;

  NumberColumn(TraceMemory charge) {
    values = new Column(charge);
    places = new Column(charge);
  }

  void clear() {
    values.clear();
    places.clear();
  }

  void add(long value, long start, int length) throws UnreadableException {
    values.add(value);
    places.add(start << LENGTH_BITS | length);
  }

  /** Returns the number at an index; 0 behind the last one. */
  long get(int index) {
    return has(index) ? values.get(index) : 0;
  }

  /** Returns the 0-based line or column of a number that counts from 1; -1 if there is none. */
  int position(int index) {
    return EventNumbers.position(get(index), 1);
  }

  boolean has(int index) {
    return index < values.size();
  }

  int size() {
    return values.size();
  }

  /** Returns the offset of a number in the body. */
  long start(int index) {
    return places.get(index) >>> LENGTH_BITS;
  }

  /** Returns the offset behind a number. */
  long end(int index) {
    return start(index) + (places.get(index) & MAX_LENGTH);
  }
}

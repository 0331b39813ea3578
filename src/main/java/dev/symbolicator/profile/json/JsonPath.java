package dev.symbolicator.profile.json;

import java.util.Arrays;

/** The way from the outermost value of a text to the current one. */
final class JsonPath {
  private static final int FIRST_CAPACITY = 16;
  private static final int ARRAY = -1;

  private final byte[] bytes;

  /**
   * For each level the place of the current member's name, from behind its opening quote to its
   * closing quote; for an array {@link #ARRAY} and the index of the current entry.
   */
  private int[] places = new int[2 * FIRST_CAPACITY];

  private int depth;

  JsonPath(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Returns the number of arrays and objects around the current place. */
  int depth() {
    return depth;
  }

  void enterObject() {
    enter(0, 0);
  }

  void enterArray() {
    enter(ARRAY, -1);
  }

  private void enter(int first, int second) {
    if (2 * depth == places.length) {
      places = Arrays.copyOf(places, 2 * places.length);
    }
    places[2 * depth] = first;
    places[2 * depth + 1] = second;
    depth++;
  }

  void leave() {
    depth--;
  }

  boolean isInObject() {
    return places[2 * depth - 2] != ARRAY;
  }

  void setName(int from, int to) {
    places[2 * depth - 2] = from;
    places[2 * depth - 1] = to;
  }

  void nextEntry() {
    places[2 * depth - 1]++;
  }

  int nameStart() {
    return places[2 * depth - 2];
  }

  int nameEnd() {
    return places[2 * depth - 1];
  }

  /**
   * Returns the JSON pointer (RFC 6901) of the current value at a level.
   *
   * @param levels how many of the arrays and objects are around the value
   */
  String pointer(int levels) {
    StringBuilder pointer = new StringBuilder();
    for (int level = 0; level < levels; level++) {
      int from = places[2 * level];
      int to = places[2 * level + 1];
      pointer
          .append('/')
          .append(
              from == ARRAY
                  ? Integer.toString(to)
                  : QuotedText.decode(bytes, from, to).replace("~", "~0").replace("/", "~1"));
    }
    return pointer.toString();
  }
}

package dev.symbolicator.symbols;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Collects the names of a table, each once, as the bytes that the table will hold, with some twelve
 * bytes more for each. Qualified names may together be much longer than the texts, so all names are
 * limited to a few times their length; further names are left out.
 */
final class NamePool {
  /** No name, one that is too long, or one beyond the limit of all names. */
  static final int NONE = -1;

  /** Characters of names for each character of text; hand-written code needs less than 1. */
  private static final int CHARACTERS_FOR_EACH_OF_TEXT = 4;

  private static final int CHARACTERS_FOR_ALL = 1 << 16;

  private static final long MULTIPLIER = 0x9FB21C651E98DF25L;
  private static final int FIRST_BYTES = 1024;
  private static final int FIRST_PLACES = 128;

  private final Allowance allowance;
  final int maxLength;
  private long room = CHARACTERS_FOR_ALL;
  private byte[] utf8;
  private final Ints ends;

  /** Random, so that the writer of a script cannot make names that share their places. */
  private final long seed = ThreadLocalRandom.current().nextLong();

  /** Open addressing, at most half full: a name's index plus one, or 0 for a free place. */
  private int[] table;

  NamePool(int maxLength, Allowance allowance) {
    this.maxLength = maxLength;
    this.allowance = allowance;
    ends = new Ints(allowance);
    utf8 = allowance.bytes(FIRST_BYTES);
    table = allowance.ints(FIRST_PLACES);
  }

  void makeRoomFor(String text) {
    makeRoomFor(text.length());
  }

  void makeRoomFor(int length) {
    room += (long) CHARACTERS_FOR_EACH_OF_TEXT * length;
  }

  /**
   * Adds a name if it is new, and returns its index; {@link #NONE} if the name is too long or the
   * pool is full.
   */
  int add(String name) {
    if (name.length() > maxLength) {
      return NONE;
    }
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    int place = place(bytes);
    if (table[place] != 0) {
      return table[place] - 1;
    }
    if (name.length() > room || bytes.length > Integer.MAX_VALUE / 2 - size()) {
      return NONE;
    }
    room -= name.length();
    append(bytes);
    table[place] = ends.size();
    if (2 * ends.size() > table.length) {
      rehash();
    }
    return ends.size() - 1;
  }

  int find(String name) {
    return name.length() > maxLength
        ? NONE
        : table[place(name.getBytes(StandardCharsets.UTF_8))] - 1;
  }

  private int size() {
    return ends.size() == 0 ? 0 : ends.last();
  }

  private int begin(int index) {
    return index == 0 ? 0 : ends.get(index - 1);
  }

  private int place(byte[] bytes) {
    int place = slot(bytes, 0, bytes.length);
    while (table[place] != 0) {
      int index = table[place] - 1;
      if (Arrays.equals(utf8, begin(index), ends.get(index), bytes, 0, bytes.length)) {
        return place;
      }
      place = (place + 1) & (table.length - 1);
    }
    return place;
  }

  private int slot(byte[] bytes, int from, int to) {
    long hash = seed;
    for (int i = from; i < to; i++) {
      hash = (hash ^ bytes[i]) * MULTIPLIER;
      hash ^= hash >>> 29;
    }
    return (int) (hash >>> 32) & (table.length - 1);
  }

  private void append(byte[] bytes) {
    int size = size();
    if (utf8.length - size < bytes.length) {
      int larger = utf8.length + (utf8.length >> 1);
      utf8 = allowance.resize(utf8, Math.max(size + bytes.length, larger));
    }
    System.arraycopy(bytes, 0, utf8, size, bytes.length);
    ends.add(size + bytes.length);
  }

  private void rehash() {
    table = allowance.resize(table, 2 * table.length);
    Arrays.fill(table, 0);
    for (int index = 0; index < ends.size(); index++) {
      int place = slot(utf8, begin(index), ends.get(index));
      while (table[place] != 0) {
        place = (place + 1) & (table.length - 1);
      }
      table[place] = index + 1;
    }
  }

  String get(int index) {
    int begin = begin(index);
    return new String(utf8, begin, ends.get(index) - begin, StandardCharsets.UTF_8);
  }

  int count() {
    return ends.size();
  }

  byte[] utf8(int index) {
    return Arrays.copyOfRange(utf8, begin(index), ends.get(index));
  }
}

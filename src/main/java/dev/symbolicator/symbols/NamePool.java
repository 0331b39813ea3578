package dev.symbolicator.symbols;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The names that are met while a table is compiled, each once, as the bytes that the table will
 * hold: about twelve bytes a name and its own.
 *
 * <p>Names made of several words, such as a class's and a method's, may have more characters
 * together than what they are made from: one long word in very many names. So all names together
 * may have no more than a few times as many as the texts; further ones are left out.
 */
final class NamePool {
  /** No name, or one that is longer than allowed, or one too many. */
  static final int NONE = -1;

  /** In what people write it is below 1. */
  private static final int CHARACTERS_FOR_EACH_OF_TEXT = 4;

  /** What may be had without any text. */
  private static final int CHARACTERS_FOR_ALL = 1 << 16;

  private static final int GOLDEN_RATIO = 0x9E3779B9;
  private static final int FIRST_BYTES = 1024;
  private static final int FIRST_PLACES = 128;

  private final Allowance allowance;
  private final int maxLength;
  private long room = CHARACTERS_FOR_ALL;
  private byte[] utf8;
  private final Ints ends;

  /** Open addressing, at most half full: a name's index plus one, 0 for a free place. */
  private int[] table;

  /**
   * @param maxLength the longest name that is taken, in UTF-16 units
   */
  NamePool(int maxLength, Allowance allowance) {
    this.maxLength = maxLength;
    this.allowance = allowance;
    ends = new Ints(allowance);
    utf8 = allowance.bytes(FIRST_BYTES);
    table = allowance.ints(FIRST_PLACES);
  }

  /** Makes room for the names of a text. */
  void makeRoomFor(String text) {
    room += (long) CHARACTERS_FOR_EACH_OF_TEXT * text.length();
  }

  /** The longest name that is taken, in UTF-16 units. */
  int maxLength() {
    return maxLength;
  }

  /** The index of a name; {@link #NONE} where it is too long, or there is no room for more. */
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

  private int size() {
    return ends.size() == 0 ? 0 : ends.last();
  }

  private int begin(int index) {
    return index == 0 ? 0 : ends.get(index - 1);
  }

  /** Where a name is in the table, or belongs. */
  private int place(byte[] bytes) {
    int place = slot(Arrays.hashCode(bytes));
    while (table[place] != 0) {
      int index = table[place] - 1;
      if (Arrays.equals(utf8, begin(index), ends.get(index), bytes, 0, bytes.length)) {
        return place;
      }
      place = (place + 1) & (table.length - 1);
    }
    return place;
  }

  /** Names that differ in their last letters only have hashes that do, so these are spread. */
  private int slot(int hash) {
    return ((hash * GOLDEN_RATIO) >>> 7) & (table.length - 1);
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
      int place = slot(hash(begin(index), ends.get(index)));
      while (table[place] != 0) {
        place = (place + 1) & (table.length - 1);
      }
      table[place] = index + 1;
    }
  }

  /** As {@link Arrays#hashCode(byte[])} of these bytes. */
  private int hash(int from, int to) {
    int hash = 1;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + utf8[i];
    }
    return hash;
  }

  String get(int index) {
    int begin = begin(index);
    return new String(utf8, begin, ends.get(index) - begin, StandardCharsets.UTF_8);
  }

  /** A name's bytes in UTF-8. */
  byte[] utf8(int index) {
    return Arrays.copyOfRange(utf8, begin(index), ends.get(index));
  }
}

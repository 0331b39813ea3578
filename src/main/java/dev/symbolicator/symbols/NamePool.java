package dev.symbolicator.symbols;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The names that are met while a table is compiled, each once.
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

  private final int maxLength;
  private long room = CHARACTERS_FOR_ALL;
  private final Map<String, Integer> indexes = new HashMap<>();
  private final List<String> names = new ArrayList<>();

  /**
   * @param maxLength the longest name that is taken, in UTF-16 units
   */
  NamePool(int maxLength) {
    this.maxLength = maxLength;
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
    Integer known = indexes.get(name);
    if (known != null) {
      return known;
    }
    if (name.length() > room) {
      return NONE;
    }
    room -= name.length();
    indexes.put(name, names.size());
    names.add(name);
    return names.size() - 1;
  }

  String get(int index) {
    return names.get(index);
  }
}

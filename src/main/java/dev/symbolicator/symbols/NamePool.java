package dev.symbolicator.symbols;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The names that are met while a table is compiled, each once. */
final class NamePool {
  /** No name, or one that is longer than allowed. */
  static final int NONE = -1;

  private final int maxLength;
  private final Map<String, Integer> indexes = new HashMap<>();
  private final List<String> names = new ArrayList<>();

  /**
   * @param maxLength the longest name that is taken, in UTF-16 units
   */
  NamePool(int maxLength) {
    this.maxLength = maxLength;
  }

  /** The longest name that is taken, in UTF-16 units. */
  int maxLength() {
    return maxLength;
  }

  /** The index of a name; {@link #NONE} where it is too long. */
  int add(String name) {
    if (name.length() > maxLength) {
      return NONE;
    }
    Integer known = indexes.putIfAbsent(name, names.size());
    if (known != null) {
      return known;
    }
    names.add(name);
    return names.size() - 1;
  }

  String get(int index) {
    return names.get(index);
  }
}

package dev.symbolicator.maps;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the values that many entries have in common, such as releases and directories, so that an
 * entry holds a number. Number 0 is null. Not thread-safe.
 */
final class SharedValues {
  /** The number of null. */
  static final int NONE = 0;

  /** The number of a value that no entry has. */
  static final int ABSENT = -1;

  /** Heap bytes of a value without its content: a string, its array, and its place in the map. */
  private static final int OVERHEAD = 112;

  private static final int LATIN_1 = 256;

  private final Map<Object, Integer> numbers = new HashMap<>();
  private final List<@Nullable Object> values = new ArrayList<>();
  private long bytes;

  SharedValues() {
    values.add(null);
  }

  /** Returns the number of a value; {@link #ABSENT} if the value has none. */
  int find(@Nullable Object value) {
    return value == null ? NONE : numbers.getOrDefault(value, ABSENT);
  }

  /** Returns the number of a text or a list of texts, which gets a number if it has none. */
  int number(@Nullable Object value) {
    if (value == null) {
      return NONE;
    }
    Integer known = numbers.get(value);
    if (known != null) {
      return known;
    }
    bytes += bytes(value);
    numbers.put(value, values.size());
    values.add(value);
    return values.size() - 1;
  }

  /** Returns about how much heap a value takes, in bytes. */
  static long bytes(Object value) {
    String text = value.toString();
    boolean isLatin1 = text.chars().allMatch(unit -> unit < LATIN_1);
    return OVERHEAD + (isLatin1 ? 1L : Character.BYTES) * text.length();
  }

  @Nullable Object value(int number) {
    return values.get(number);
  }

  @Nullable String text(int number) {
    return (String) values.get(number);
  }

  @SuppressWarnings("unchecked")
  List<String> texts(int number) {
    Object list = values.get(number);
    return list == null ? List.of() : (List<String>) list;
  }

  /** Returns about how much heap the values take, in bytes. */
  long bytes() {
    return bytes;
  }
}

package dev.symbolicator.freshness;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Header fields of an answer. Names are case-insensitive; values hold one char per byte (ISO
 * 8859-1), so a value in UTF-8 has to be decoded by whoever expects one.
 */
public final class ResponseHeaders {
  /** Of a name or a value, what is the same for all. */
  private static final int BYTES_BESIDES = 128;

  private final Map<String, List<String>> values = new TreeMap<>();

  /** Copies fields in the order in which they came. */
  public ResponseHeaders(Iterable<Map.Entry<String, String>> fields) {
    for (Map.Entry<String, String> field : fields) {
      values
          .computeIfAbsent(field.getKey().toLowerCase(Locale.ROOT), name -> new ArrayList<>())
          .add(field.getValue());
    }
  }

  /** Bytes that they take in memory, at most: values hold a byte for each character. */
  public long memory() {
    long bytes = 0;
    for (Map.Entry<String, List<String>> field : values.entrySet()) {
      bytes += BYTES_BESIDES + field.getKey().length();
      for (String value : field.getValue()) {
        bytes += BYTES_BESIDES + value.length();
      }
    }
    return bytes;
  }

  /** The first value of this name, or null. */
  public @Nullable String first(String name) {
    List<String> all = all(name);
    return all.isEmpty() ? null : all.get(0);
  }

  /** All values of this name joined with commas, as RFC 9110, section 5.3 allows, or null. */
  public @Nullable String joined(String name) {
    List<String> all = all(name);
    return all.isEmpty() ? null : String.join(", ", all);
  }

  /** All values of this name, in the order in which they came. */
  public List<String> all(String name) {
    return List.copyOf(values.getOrDefault(name.toLowerCase(Locale.ROOT), List.of()));
  }

  /** The media type's essence in lower case, as in {@code text/javascript}; "" if there is none. */
  public String mediaType() {
    String type = first("content-type");
    if (type == null) {
      return "";
    }
    int end = type.indexOf(';');
    return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }
}

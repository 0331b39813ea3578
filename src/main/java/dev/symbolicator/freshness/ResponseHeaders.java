package dev.symbolicator.freshness;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An answer's case-insensitive header fields. A value has a char a byte (ISO 8859-1). */
public final class ResponseHeaders {
  /** The heap that a name or a value takes beside its characters. */
  private static final int BYTES_BESIDES = 128;

  private static final Pattern CHARSET =
      Pattern.compile("(?i);\\s*charset\\s*=\\s*[\"']?([A-Za-z0-9._:-]+)");

  private final Map<String, List<String>> values = new TreeMap<>();

  public ResponseHeaders(Iterable<Map.Entry<String, String>> fields) {
    for (Map.Entry<String, String> field : fields) {
      values
          .computeIfAbsent(field.getKey().toLowerCase(Locale.ROOT), name -> new ArrayList<>())
          .add(field.getValue());
    }
  }

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

  /** Returns the first value of a name; null if absent. */
  public @Nullable String first(String name) {
    List<String> all = all(name);
    return all.isEmpty() ? null : all.get(0);
  }

  /** Returns all values, joined with commas (RFC 9110, section 5.3); null if absent. */
  public @Nullable String joined(String name) {
    List<String> all = all(name);
    return all.isEmpty() ? null : String.join(", ", all);
  }

  public List<String> all(String name) {
    return List.copyOf(values.getOrDefault(name.toLowerCase(Locale.ROOT), List.of()));
  }

  /** Returns the essence of the type in lower case, {@code text/javascript}; "" if absent. */
  public String mediaType() {
    String type = first("content-type");
    if (type == null) {
      return "";
    }
    int end = type.indexOf(';');
    return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }

  /** Returns the media type's parameter {@code charset}, without quotes; null if absent. */
  public @Nullable String charset() {
    String type = first("content-type");
    Matcher charset = CHARSET.matcher(type == null ? "" : type);
    return charset.find() ? charset.group(1) : null;
  }
}

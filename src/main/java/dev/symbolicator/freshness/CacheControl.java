package dev.symbolicator.freshness;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the directives of a Cache-Control header (RFC 9111, section 5.2). */
final class CacheControl {
  private static final CacheControl NONE = new CacheControl(Map.of());

  private final Map<String, String> directives;

  private CacheControl(Map<String, String> directives) {
    this.directives = directives;
  }

  /** Reads all values of the header, joined with commas; null if there is no such header. */
  static CacheControl parse(@Nullable String header) {
    if (header == null) {
      return NONE;
    }
    Map<String, String> directives = new HashMap<>();
    int start = 0;
    boolean quoted = false;
    for (int i = 0; i <= header.length(); i++) {
      if (i == header.length() || (header.charAt(i) == ',' && !quoted)) {
        add(header.substring(start, i), directives);
        start = i + 1;
      } else if (header.charAt(i) == '"') {
        quoted = !quoted;
      }
    }
    return new CacheControl(directives);
  }

  /** Adds a directive. The first of two with the same name counts (section 4.2.1). */
  private static void add(String directive, Map<String, String> directives) {
    int equals = directive.indexOf('=');
    String name = equals < 0 ? directive : directive.substring(0, equals);
    String value = equals < 0 ? "" : directive.substring(equals + 1).strip().replace("\"", "");
    directives.putIfAbsent(name.strip().toLowerCase(Locale.ROOT), value);
  }

  boolean has(String directive) {
    return directives.containsKey(directive);
  }

  /**
   * Returns the seconds that a directive gives.
   *
   * @return -1 if there is no such directive; 0 if its value is no number, since an invalid
   *     lifetime counts as stale; at most 2^31, as section 1.2.2 allows
   */
  long seconds(String directive) {
    String value = directives.get(directive);
    if (value == null) {
      return -1;
    }
    if (value.isEmpty() || !value.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return 0;
    }
    return value.length() > 10 ? 1L << 31 : Math.min(1L << 31, Long.parseLong(value));
  }
}

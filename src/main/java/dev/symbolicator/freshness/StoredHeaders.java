package dev.symbolicator.freshness;

import dev.symbolicator.memory.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The header fields kept with a file version; a "not modified" replaces those it carries (RFC 9111,
 * section 3.2). Date and Age describe a single answer, and are not kept. Of values longer than
 * {@link #MAX_LENGTH}, Cache-Control, Expires and Vary count as the strictest ones, validators are
 * dropped, and a map's URL is kept as its hash, which still shows a change.
 */
public record StoredHeaders(Map<String, String> values) {
  public static final String CACHE_CONTROL = "cache-control";
  public static final String ETAG = "etag";
  public static final String EXPIRES = "expires";
  public static final String LAST_MODIFIED = "last-modified";
  public static final String SOURCE_MAP = "sourcemap";
  public static final String VARY = "vary";
  public static final String X_SOURCE_MAP = "x-sourcemap";

  /** The names of the kept fields, in the order in which records write them. */
  public static final List<String> NAMES =
      List.of(CACHE_CONTROL, ETAG, EXPIRES, LAST_MODIFIED, SOURCE_MAP, VARY, X_SOURCE_MAP);

  private static final List<String> LISTS = List.of(CACHE_CONTROL, VARY);

  /** The longest value that is kept, in characters; each character is a byte of the answer. */
  static final int MAX_LENGTH = 1024;

  private static final Map<String, String> STRICTEST =
      Map.of(CACHE_CONTROL, "no-store", EXPIRES, "0", VARY, "*");
  private static final List<String> NAMING_MAP = List.of(SOURCE_MAP, X_SOURCE_MAP);
  private static final int FIELD_BYTES = 64;

  public StoredHeaders {
    values = Map.copyOf(values);
  }

  public static StoredHeaders of(ResponseHeaders answer) {
    return new StoredHeaders(Map.of()).updatedBy(answer);
  }

  public StoredHeaders updatedBy(ResponseHeaders answer) {
    Map<String, String> updated = new HashMap<>(values);
    for (String name : NAMES) {
      String value = LISTS.contains(name) ? answer.joined(name) : answer.first(name);
      if (value != null) {
        updated.compute(name, (same, before) -> kept(name, value));
      }
    }
    return new StoredHeaders(updated);
  }

  StoredHeaders without(String name) {
    Map<String, String> others = new HashMap<>(values);
    others.remove(name);
    return new StoredHeaders(others);
  }

  private static @Nullable String kept(String name, String value) {
    if (value.length() <= MAX_LENGTH) {
      return value;
    }
    return NAMING_MAP.contains(name)
        ? Sha256.of(value.getBytes(StandardCharsets.ISO_8859_1))
        : STRICTEST.get(name);
  }

  public long memory() {
    return values.values().stream().mapToLong(value -> FIELD_BYTES + value.length()).sum();
  }

  public @Nullable String get(String name) {
    return values.get(name);
  }

  public boolean nameSameMapAs(StoredHeaders other) {
    return Objects.equals(get(SOURCE_MAP), other.get(SOURCE_MAP))
        && Objects.equals(get(X_SOURCE_MAP), other.get(X_SOURCE_MAP));
  }
}

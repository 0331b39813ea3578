package dev.symbolicator.script;

import dev.symbolicator.content.Sha256;
import dev.symbolicator.fetch.ResponseHeaders;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The header fields of an answer that are kept with the copy of a file. An answer that the copy is
 * still right replaces those it has, and leaves the others as they are (RFC 9111, section 3.2).
 *
 * <p>Date and Age are not among them: they tell of one answer only. What an origin writes at great
 * length is not kept: as Cache-Control, Expires and Vary it is read as strictly as they can be, a
 * validator is done without, and of what names a map a hash is enough to see that it changed.
 *
 * @param values by {@link #NAMES}, those that are there
 */
record StoredHeaders(Map<String, String> values) {
  static final String CACHE_CONTROL = "cache-control";
  static final String ETAG = "etag";
  static final String EXPIRES = "expires";
  static final String LAST_MODIFIED = "last-modified";
  static final String SOURCE_MAP = "sourcemap";
  static final String VARY = "vary";
  static final String X_SOURCE_MAP = "x-sourcemap";

  /** What is kept, in the order in which it is written. */
  static final List<String> NAMES =
      List.of(CACHE_CONTROL, ETAG, EXPIRES, LAST_MODIFIED, SOURCE_MAP, VARY, X_SOURCE_MAP);

  private static final List<String> LISTS = List.of(CACHE_CONTROL, VARY);

  /** The longest value that is kept, in characters, of which each is a byte of the answer. */
  static final int MAX_LENGTH = 1024;

  private static final Map<String, String> STRICTEST =
      Map.of(CACHE_CONTROL, "no-store", EXPIRES, "0", VARY, "*");
  private static final List<String> NAMING_MAP = List.of(SOURCE_MAP, X_SOURCE_MAP);
  private static final int BYTES_BESIDES = 64;

  StoredHeaders {
    values = Map.copyOf(values);
  }

  static StoredHeaders of(ResponseHeaders answer) {
    return new StoredHeaders(Map.of()).updatedBy(answer);
  }

  StoredHeaders updatedBy(ResponseHeaders answer) {
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

  /** Bytes that they take in memory, at most. */
  long memory() {
    return values.values().stream().mapToLong(value -> BYTES_BESIDES + value.length()).sum();
  }

  @Nullable String get(String name) {
    return values.get(name);
  }

  /** Whether two answers with the same script say the same of where its map is. */
  boolean nameSameMapAs(StoredHeaders other) {
    return Objects.equals(get(SOURCE_MAP), other.get(SOURCE_MAP))
        && Objects.equals(get(X_SOURCE_MAP), other.get(X_SOURCE_MAP));
  }
}

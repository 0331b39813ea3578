package dev.symbolicator.freshness;

import dev.symbolicator.memory.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The header fields that are kept with a file version. A later "not modified" replaces the fields
 * it carries and leaves the others (RFC 9111, section 3.2).
 *
 * <p>Date and Age are not kept: they describe a single answer. A value of more than {@link
 * #MAX_LENGTH} characters is not kept either. An overlong Cache-Control, Expires or Vary counts as
 * the strictest one; an overlong validator is dropped. An overlong map URL is kept as its hash,
 * which still shows that the URL changed.
 *
 * @param values the present fields, by their names in {@link #NAMES}
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

  /** Copies the map. */
  public StoredHeaders {
    values = Map.copyOf(values);
  }

  /** Returns the fields of an answer that are kept. */
  public static StoredHeaders of(ResponseHeaders answer) {
    return new StoredHeaders(Map.of()).updatedBy(answer);
  }

  /** Returns these fields, replaced by those of a later answer. */
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

  /** Returns the bytes of heap that the fields take at most. */
  public long memory() {
    return values.values().stream().mapToLong(value -> FIELD_BYTES + value.length()).sum();
  }

  /** Returns the value of a kept field; null if absent. */
  public @Nullable String get(String name) {
    return values.get(name);
  }

  /** Tells whether both answers name the same source map. */
  public boolean nameSameMapAs(StoredHeaders other) {
    return Objects.equals(get(SOURCE_MAP), other.get(SOURCE_MAP))
        && Objects.equals(get(X_SOURCE_MAP), other.get(X_SOURCE_MAP));
  }
}

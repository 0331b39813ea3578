package dev.symbolicator.maps;

import dev.symbolicator.memory.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The {@link MapEntry#id} as a number of 128 bits.
 *
 * @param high the first 16 digits
 * @param low the last 16 digits
 */
record EntryId(long high, long low) {
  private static final int DIGITS = 32;
  private static final int HALF = DIGITS / 2;

  /**
   * Returns the ID of an entry as text. Each part has its length in front, so no part can look like
   * two, or like a part that is absent.
   */
  static String hash(
      String scope,
      String script,
      @Nullable String release,
      @Nullable String dist,
      @Nullable String debugId,
      String map,
      @Nullable String text,
      List<String> prefixes) {
    StringBuilder parts = new StringBuilder();
    add(scope, parts);
    add(script, parts);
    add(release, parts);
    add(dist, parts);
    add(debugId, parts);
    add(map, parts);
    add(text, parts);
    prefixes.forEach(prefix -> add(prefix, parts));
    return Sha256.of(parts.toString().getBytes(StandardCharsets.UTF_8)).substring(0, DIGITS);
  }

  private static void add(@Nullable String part, StringBuilder parts) {
    if (part == null) {
      parts.append('-');
    } else {
      parts.append(part.length()).append(':').append(part);
    }
  }

  static EntryId of(MapEntry entry) {
    EntryId id = parse(entry.id());
    if (id == null) {
      throw new IllegalStateException("not an ID: " + entry.id());
    }
    return id;
  }

  /** Parses 32 lower-case hexadecimal digits; returns null if the text is something else. */
  static @Nullable EntryId parse(String text) {
    if (text.length() != DIGITS) {
      return null;
    }
    for (int i = 0; i < DIGITS; i++) {
      if (!HexFormat.isHexDigit(text.charAt(i)) || Character.isUpperCase(text.charAt(i))) {
        return null;
      }
    }
    return new EntryId(
        HexFormat.fromHexDigitsToLong(text, 0, HALF),
        HexFormat.fromHexDigitsToLong(text, HALF, DIGITS));
  }

  @Override
  public String toString() {
    return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
  }
}

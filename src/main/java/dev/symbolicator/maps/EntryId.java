package dev.symbolicator.maps;

import java.util.HexFormat;
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

package dev.symbolicator.content;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A content coding that can be undone (RFC 9110, section 8.4.1; RFC 7932; RFC 8878).
 *
 * <p>{@code deflate} is left out: senders disagree on whether it has the zlib wrapper, and every
 * sender of it can send gzip.
 */
public enum ContentCoding {
  IDENTITY,
  GZIP,
  BR,
  ZSTD;

  /** Returns the coding with a case-insensitive name, gzip for {@code x-gzip}; null if unknown. */
  static @Nullable ContentCoding named(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "identity" -> IDENTITY;
      case "gzip", "x-gzip" -> GZIP;
      case "br" -> BR;
      case "zstd" -> ZSTD;
      default -> null;
    };
  }
}

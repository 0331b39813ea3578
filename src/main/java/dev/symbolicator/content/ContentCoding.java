package dev.symbolicator.content;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The content codings this service undoes (RFC 9110, section 8.4.1; RFC 7932; RFC 8878).
 *
 * <p>{@code deflate} is left out: senders disagree on whether it has the zlib wrapper, and nothing
 * sends it that could not send gzip.
 */
public enum ContentCoding {
  IDENTITY,
  GZIP,
  BR,
  ZSTD;

  /** The coding of this name, case-insensitive, {@code x-gzip} being gzip; null if unknown. */
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

package dev.symbolicator.content;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A content coding that can be undone (RFC 9110, section 8.4.1; RFC 7932; RFC 8878). */
public enum ContentCoding {
  IDENTITY,
  GZIP,
  BR,
  ZSTD,
  /** The format zlib of RFC 1950, which section 8.4.1.2 of RFC 9110 calls deflate. */
  DEFLATE;

  /** The most bytes by which a body shows its coding. */
  static final int LONGEST_MAGIC = 4;

  private static final int GZIP_MAGIC = 0x1f8b;
  private static final int ZSTD_MAGIC = 0x28b5;
  private static final int ZSTD_MAGIC_END = 0x2ffd;
  private static final int ZLIB_WINDOW = 0x78;
  private static final int ZLIB_CHECK = 31;

  /**
   * Returns the coding that the first bytes of a body show. No text begins like zstd or gzip, and
   * no JSON like zlib. Bytes in br cannot be recognised.
   *
   * @param body two bytes suffice, except for zstd, which takes four
   */
  public static ContentCoding ofFirstBytes(byte[] body) {
    int first = body.length < 2 ? 0 : (body[0] & 0xff) << 8 | (body[1] & 0xff);
    if (first == GZIP_MAGIC) {
      return GZIP;
    }
    if (first == ZSTD_MAGIC
        && body.length >= 4
        && ((body[2] & 0xff) << 8 | (body[3] & 0xff)) == ZSTD_MAGIC_END) {
      return ZSTD;
    }
    return first >> 8 == ZLIB_WINDOW && first % ZLIB_CHECK == 0 ? DEFLATE : IDENTITY;
  }

  /** Returns the coding with a case-insensitive name, gzip for {@code x-gzip}; null if unknown. */
  static @Nullable ContentCoding named(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "identity" -> IDENTITY;
      case "gzip", "x-gzip" -> GZIP;
      case "br" -> BR;
      case "zstd" -> ZSTD;
      case "deflate" -> DEFLATE;
      default -> null;
    };
  }
}

package dev.symbolicator.url;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.symbolicator.url.PercentCoding.PercentEncodeSet;
import dev.symbolicator.url.UrlParser.UrlInput;
import dev.symbolicator.url.UrlParser.UrlInput.Ascii;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The media type and bytes of a {@code data:} URL (Fetch Standard, section 6), read without a
 * {@link WebUrl}, which would copy the text: a map of 20 MB in base64 takes twice its length to
 * decode.
 */
public final class DataUrl {
  private static final String SCHEME = "data:";
  private static final String DEFAULT_MEDIA_TYPE = "text/plain";

  /** In UTF-16 units, since the URL parser takes many times the URL's length. */
  private static final int MAX_NORMALIZED = 1 << 16;

  /** Bytes allocated for each UTF-16 unit of base64: its digits, and the bytes they stand for. */
  private static final int MEMORY_OF_BASE64 = 2;

  /** Bytes allocated for each UTF-16 unit of any other URL in Latin-1. */
  private static final int MEMORY_OF_LATIN = 8;

  /** Bytes allocated for each UTF-16 unit of a URL with other characters. */
  private static final int MEMORY_OF_OTHERS = 14;

  private static final String TOKEN_SYMBOLS = "!#$%&'*+-.^_`|~";

  private final String mediaType;
  private final byte[] bytes;

  private DataUrl(String mediaType, byte[] bytes) {
    this.mediaType = mediaType;
    this.bytes = bytes;
  }

  public static boolean is(String url) {
    int matched = 0;
    for (int i = 0; i < url.length() && matched < SCHEME.length(); i++) {
      char c = url.charAt(i);
      boolean skipped = matched == 0 ? c <= ' ' : UrlInput.isTabOrNewline(c);
      if (!skipped && Character.toLowerCase(c) != SCHEME.charAt(matched++)) {
        return false;
      }
    }
    return matched == SCHEME.length();
  }

  /** Returns the most bytes that {@link #parse} allocates, with those of its result. */
  public static long memory(String url) {
    int max = 0;
    boolean coded = false;
    for (int i = 0; i < url.length(); i++) {
      char c = url.charAt(i);
      max = Math.max(max, c);
      coded |= c == '%' || UrlInput.isTabOrNewline(c);
    }
    long factor = max > 0xff ? MEMORY_OF_OTHERS : MEMORY_OF_LATIN;
    int comma = url.indexOf(',');
    if (!coded && max < 0x80 && comma > 0 && endBeforeBase64(url.substring(0, comma)) >= 0) {
      factor = MEMORY_OF_BASE64;
    }
    return factor * url.length();
  }

  /**
   * Decodes a data: URL without its fragment; null if it is none, has no comma or invalid base64,
   * or is longer than 65,536 UTF-16 units with a path or type that the URL parser would rewrite.
   */
  public static @Nullable DataUrl parse(String url) {
    if (!is(url)) {
      return null;
    }
    String text = UrlInput.clean(url);
    int comma = text.indexOf(',');
    if (comma < 0) {
      return null;
    }
    if (text.startsWith("/", SCHEME.length()) || text.lastIndexOf('?', comma) >= 0) {
      // The URL parser removes dot segments from such a path and encodes blanks in such a type.
      WebUrl parsed = text.length() > MAX_NORMALIZED ? null : WebUrl.parse(text);
      return parsed == null ? null : decode(parsed.href());
    }
    return decode(text);
  }

  private static @Nullable DataUrl decode(String text) {
    int hash = text.indexOf('#');
    int end = hash < 0 ? text.length() : hash;
    int comma = text.indexOf(',');
    if (comma < 0 || comma > end) {
      return null;
    }
    String written = trimSpaces(text.substring(SCHEME.length(), comma));
    String type = PercentCoding.encode(written, PercentEncodeSet.C0_CONTROL);
    int typeEnd = endBeforeBase64(type);
    if (typeEnd < 0) {
      byte[] bytes = PercentCoding.decode(text.substring(comma + 1, end));
      return new DataUrl(essence(type), bytes);
    }
    byte[] bytes = base64(text, comma + 1, end);
    return bytes == null ? null : new DataUrl(essence(type.substring(0, typeEnd)), bytes);
  }

  private static byte @Nullable [] base64(String text, int from, int end) {
    int percent = text.indexOf('%', from);
    if (percent < 0 || percent >= end) {
      return forgiving(text, from, end);
    }
    String decoded = new String(PercentCoding.decode(text.substring(from, end)), ISO_8859_1);
    return forgiving(decoded, 0, decoded.length());
  }

  /**
   * The Infra Standard's forgiving-base64 decode, section 7: white space anywhere, padding
   * optional. Null for a failure.
   */
  private static byte @Nullable [] forgiving(String text, int from, int end) {
    byte[] digits = new byte[end - from];
    int count = 0;
    for (int i = from; i < end; i++) {
      char c = text.charAt(i);
      if (c > ' ' || "\t\n\f\r ".indexOf(c) < 0) {
        digits[count++] = c < 0x80 ? (byte) c : -1;
      }
    }
    try {
      ByteBuffer decoded = Base64.getDecoder().decode(ByteBuffer.wrap(digits, 0, count));
      byte[] bytes = decoded.array();
      return decoded.limit() == bytes.length ? bytes : Arrays.copyOf(bytes, decoded.limit());
    } catch (IllegalArgumentException invalid) {
      return null;
    }
  }

  private static int endBeforeBase64(String type) {
    int keyword = type.length() - "base64".length();
    if (keyword < 0 || !type.regionMatches(true, keyword, "base64", 0, "base64".length())) {
      return -1;
    }
    int i = keyword;
    while (i > 0 && type.charAt(i - 1) == ' ') {
      i--;
    }
    return i > 0 && type.charAt(i - 1) == ';' ? i - 1 : -1;
  }

  private static String essence(String type) {
    int semicolon = type.indexOf(';');
    String essence = trimSpaces(semicolon < 0 ? type : type.substring(0, semicolon));
    int slash = essence.indexOf('/');
    boolean valid =
        slash > 0 && isToken(essence.substring(0, slash)) && isToken(essence.substring(slash + 1));
    return valid ? essence.toLowerCase(Locale.ROOT) : DEFAULT_MEDIA_TYPE;
  }

  private static boolean isToken(String text) {
    return !text.isEmpty()
        && text.chars().allMatch(c -> Ascii.isAlphanumeric(c) || TOKEN_SYMBOLS.indexOf(c) >= 0);
  }

  private static String trimSpaces(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && text.charAt(from) == ' ') {
      from++;
    }
    while (from < to && text.charAt(to - 1) == ' ') {
      to--;
    }
    return text.substring(from, to);
  }

  /** Returns type and subtype in lower case; {@code text/plain} if missing or invalid. */
  public String mediaType() {
    return mediaType;
  }

  /** Returns the decoded bytes themselves, not a copy. Callers must not change them. */
  public byte[] bytes() {
    return bytes;
  }

  /** Returns the media type and the length for logs, without the content. */
  @Override
  public String toString() {
    return SCHEME + mediaType + " (" + bytes.length + " bytes)";
  }
}

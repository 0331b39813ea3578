package dev.symbolicator.url;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a {@code data:} URL holds (Fetch Standard, section 6). Works on the text itself: a source
 * map of 20 MB that is written as base64 is decoded in one pass, without the copies a {@link
 * WebUrl} of it would make.
 */
public final class DataUrl {
  private static final String SCHEME = "data:";
  private static final String DEFAULT_MEDIA_TYPE = "text/plain";

  /** UTF-16 units of a URL that goes through the URL parser, which takes many times its length. */
  private static final int MAX_NORMALIZED = 1 << 16;

  /** Bytes for each UTF-16 unit: of what needs one pass, of Latin-1, and of anything else. */
  private static final int MEMORY_OF_BASE64 = 1;

  private static final int MEMORY_OF_LATIN = 8;
  private static final int MEMORY_OF_OTHERS = 14;

  private static final String TOKEN_SYMBOLS = "!#$%&'*+-.^_`|~";

  private final String mediaType;
  private final byte[] bytes;

  private DataUrl(String mediaType, byte[] bytes) {
    this.mediaType = mediaType;
    this.bytes = bytes;
  }

  /** Whether the text is an absolute URL with the scheme data, well-formed or not. */
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

  /** How many bytes {@link #parse} allocates at most, what it returns included. */
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
   * Decodes a data: URL; its fragment, if there is one, is left out.
   *
   * @return null if the text is not a data: URL, has no comma, says it is base64 and is not, or is
   *     longer than 65,536 UTF-16 units and has a path or a type that the URL parser would rewrite
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
      return ForgivingBase64.decode(text, from, end);
    }
    String decoded = new String(PercentCoding.decode(text.substring(from, end)), ISO_8859_1);
    return ForgivingBase64.decode(decoded, 0, decoded.length());
  }

  /** Where the type ends if {@code ;}, spaces and {@code base64} end it, else -1. */
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

  /**
   * The essence of the MIME type: type and subtype in lower case, without parameters; {@code
   * text/plain} if there is none or it is not valid.
   */
  public String mediaType() {
    return mediaType;
  }

  /** The decoded bytes; not a copy, and not to be changed. */
  public byte[] bytes() {
    return bytes;
  }

  /** Without the content, for logs. */
  @Override
  public String toString() {
    return SCHEME + mediaType + " (" + bytes.length + " bytes)";
  }
}

package dev.symbolicator.api.http;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the request header Accept-Encoding (RFC 9110, section 12.5.3). */
public final class AcceptEncoding {
  private static final Pattern ITEMS = Pattern.compile(",");
  private static final Pattern GZIP = Pattern.compile("\\s*(x-)?gzip\\s*(;|$)");
  private static final Pattern ANY = Pattern.compile("\\s*\\*\\s*(;|$)");
  private static final Pattern REFUSED = Pattern.compile(";\\s*q=0(\\.0{0,3})?\\s*$");

  private AcceptEncoding() {}

  /**
   * Tells whether an answer may be sent with gzip. Without the header (null), gzip is not allowed.
   */
  public static boolean allowsGzip(@Nullable String header) {
    if (header == null) {
      return false;
    }
    List<String> items = ITEMS.splitAsStream(header.toLowerCase(Locale.ROOT)).toList();
    return items.stream()
        .filter(item -> GZIP.matcher(item).lookingAt())
        .findFirst()
        .or(() -> items.stream().filter(item -> ANY.matcher(item).lookingAt()).findFirst())
        .filter(item -> !REFUSED.matcher(item).find())
        .isPresent();
  }
}

package dev.symbolicator.api.http;

import dev.symbolicator.content.ContentCoding;
import dev.symbolicator.content.Encoding;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the request header Accept-Encoding (RFC 9110, section 12.5.3). */
public final class AcceptEncoding {
  private static final Pattern ITEMS = Pattern.compile(",");

  /** The codings of answers, the preferred first. */
  private static final List<ContentCoding> CODINGS =
      List.of(ContentCoding.GZIP, ContentCoding.ZSTD, ContentCoding.BR);

  private AcceptEncoding() {}

  /**
   * Chooses the coding of an answer: of those that the client accepts the one with the highest
   * weight. Among equals gzip comes first, then zstd. Without the header, answers are not encoded.
   *
   * @param isSmall whether encoding is not worth the while; then only a client that refuses the
   *     plain answer gets an encoded one
   * @return null if the client accepts neither a coding nor the plain answer
   */
  public static @Nullable ContentCoding choose(@Nullable String header, boolean isSmall) {
    return choose(header, isSmall, Encoding::offers);
  }

  /**
   * Like {@link #choose(String, boolean)}, from other codings.
   *
   * @param isOffered tells which codings the service has
   */
  static @Nullable ContentCoding choose(
      @Nullable String header, boolean isSmall, Predicate<ContentCoding> isOffered) {
    if (header == null) {
      return ContentCoding.IDENTITY;
    }
    List<String> items = ITEMS.splitAsStream(header.toLowerCase(Locale.ROOT)).toList();
    double any = weight(items, List.of("*"), 0);
    double plain = weight(items, List.of("identity"), isNamed(items, "*") && any == 0 ? 0 : -1);
    ContentCoding best = null;
    double highest = 0;
    for (ContentCoding coding : CODINGS) {
      double weight = weight(items, names(coding), any);
      if (weight > highest && isOffered.test(coding)) {
        best = coding;
        highest = weight;
      }
    }
    boolean isPlainPreferred = isSmall || best == null || plain > highest;
    return plain != 0 && isPlainPreferred ? ContentCoding.IDENTITY : best;
  }

  private static List<String> names(ContentCoding coding) {
    String name = Encoding.name(coding);
    return coding == ContentCoding.GZIP ? List.of(name, "x-gzip") : List.of(name);
  }

  private static boolean isNamed(List<String> items, String name) {
    return weight(items, List.of(name), -1) >= 0;
  }

  /** Returns the weight of the first item with one of the names, else {@code absent}. */
  private static double weight(List<String> items, List<String> names, double absent) {
    return items.stream()
        .filter(item -> names.contains(Weighted.name(item)))
        .findFirst()
        .map(Weighted::weight)
        .orElse(absent);
  }
}

package dev.symbolicator.api.http;

import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.content.ContentCoding;
import dev.symbolicator.content.Encoding;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the request headers Accept and Accept-Encoding (RFC 9110, section 12.5). */
public final class Accept {
  private static final Pattern COMMA = Pattern.compile(",");

  /** As in {@code gzip;q=0.5} (section 12.4.2). */
  private static final Pattern WEIGHT =
      Pattern.compile("(?i);\\s*q=([01](?:\\.[0-9]{0,3})?)\\s*(?:;|$)");

  /** The codings of answers, the preferred first. */
  private static final List<ContentCoding> CODINGS =
      List.of(ContentCoding.GZIP, ContentCoding.ZSTD, ContentCoding.BR);

  private Accept() {}

  /** Tells whether a type is accepted: the most specific range decides; without header, all. */
  public static boolean allows(@Nullable String header, String mediaType) {
    if (header == null || header.isBlank()) {
      return true;
    }
    String type = name(mediaType);
    String group = type.substring(0, type.indexOf('/') + 1) + "*";
    List<String> ranges = items(header);
    for (String wanted : List.of(type, group, "*/*")) {
      for (String range : ranges) {
        if (name(range).equals(wanted)) {
          return weight(range) > 0;
        }
      }
    }
    return false;
  }

  /** Throws a {@link ProblemException} with 406 if a client does not accept an answer. */
  public static void require(@Nullable String header, String mediaType) {
    if (!allows(header, mediaType)) {
      throw new ProblemException(
          Problem.of(
              Problem.ProblemKind.NOT_ACCEPTABLE,
              "The answer is "
                  + mediaType
                  + ", which the request's header Accept rules out. Add this type or */* to the"
                  + " header, or leave the header out."));
    }
  }

  /**
   * The accepted coding with the highest weight, gzip and then zstd among equals; identity without
   * the header, and if small unless the plain answer is refused. Null if nothing is accepted.
   */
  public static @Nullable ContentCoding coding(@Nullable String header, boolean isSmall) {
    return coding(header, isSmall, Encoding::offers);
  }

  /** Like {@link #coding(String, boolean)}, for the codings that the service offers. */
  static @Nullable ContentCoding coding(
      @Nullable String header, boolean isSmall, Predicate<ContentCoding> isOffered) {
    if (header == null) {
      return ContentCoding.IDENTITY;
    }
    List<String> items = items(header);
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
        .filter(item -> names.contains(name(item)))
        .findFirst()
        .map(Accept::weight)
        .orElse(absent);
  }

  private static List<String> items(String header) {
    return COMMA.splitAsStream(header.toLowerCase(Locale.ROOT)).toList();
  }

  /** Returns the item without its parameters. */
  private static String name(String item) {
    int end = item.indexOf(';');
    return (end < 0 ? item : item.substring(0, end)).strip();
  }

  /** Returns the item's weight; 1 if the item names none, or a malformed one. */
  private static double weight(String item) {
    Matcher weight = WEIGHT.matcher(item);
    return weight.find() ? Math.min(1, Double.parseDouble(weight.group(1))) : 1;
  }
}

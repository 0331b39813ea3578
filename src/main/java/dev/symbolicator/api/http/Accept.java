package dev.symbolicator.api.http;

import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the request header Accept (RFC 9110, section 12.5.1). */
public final class Accept {
  private static final Pattern RANGES = Pattern.compile(",");

  private Accept() {}

  /**
   * Tells whether a client accepts a media type. The most specific range that matches decides.
   * Parameters of ranges are ignored. Without the header, all types are accepted.
   *
   * @param mediaType in lower case; its parameters are ignored
   */
  public static boolean allows(@Nullable String header, String mediaType) {
    if (header == null || header.isBlank()) {
      return true;
    }
    String type = Weighted.name(mediaType);
    String group = type.substring(0, type.indexOf('/') + 1) + "*";
    List<String> ranges = RANGES.splitAsStream(header.toLowerCase(Locale.ROOT)).toList();
    for (String wanted : List.of(type, group, "*/*")) {
      for (String range : ranges) {
        if (Weighted.name(range).equals(wanted)) {
          return Weighted.weight(range) > 0;
        }
      }
    }
    return false;
  }

  /**
   * Checks that a client accepts an answer.
   *
   * @throws ProblemException with 406 if not
   */
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
}

package dev.symbolicator.freshness;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads dates in the formats of HTTP (RFC 9110, section 5.6.7): {@code Sun, 06 Nov 1994 08:49:37
 * GMT}, and two obsolete formats. These are {@code Sunday, 06-Nov-94 08:49:37 GMT} (RFC 850) and
 * {@code Sun Nov 6 08:49:37 1994} (asctime).
 */
public final class HttpDate {
  private static final DateTimeFormatter ASCTIME =
      new DateTimeFormatterBuilder()
          .parseCaseInsensitive()
          .appendPattern("EEE MMM ppd HH:mm:ss uuuu")
          .toFormatter(Locale.ENGLISH)
          .withResolverStyle(ResolverStyle.STRICT);
  private static final DateTimeFormatter FIXED =
      DateTimeFormatter.RFC_1123_DATE_TIME.withResolverStyle(ResolverStyle.STRICT);
  private static final int YEARS_AHEAD = 50;

  private HttpDate() {}

  /**
   * Reads a date.
   *
   * @param now the present time in milliseconds since 1970. A year of two digits is at most 50
   *     years ahead
   * @return the date in milliseconds since 1970; null if the text is no date
   */
  public static @Nullable Long parse(String text, long now) {
    String date = text.strip();
    int comma = date.indexOf(',');
    try {
      if (comma < 0) {
        return millis(LocalDateTime.parse(date, ASCTIME));
      }
      return date.indexOf('-') > comma
          ? millis(LocalDateTime.parse(date, rfc850(now)))
          : (Long) ZonedDateTime.parse(date, FIXED).toInstant().toEpochMilli();
    } catch (DateTimeException | ArithmeticException noDate) {
      return null;
    }
  }

  private static Long millis(LocalDateTime time) {
    return time.toInstant(ZoneOffset.UTC).toEpochMilli();
  }

  private static DateTimeFormatter rfc850(long now) {
    int year = Instant.ofEpochMilli(now).atOffset(ZoneOffset.UTC).getYear();
    return new DateTimeFormatterBuilder()
        .parseCaseInsensitive()
        .appendPattern("EEEE, dd-MMM-")
        .appendValueReduced(ChronoField.YEAR, 2, 2, year + YEARS_AHEAD - 99)
        .appendPattern(" HH:mm:ss 'GMT'")
        .toFormatter(Locale.ENGLISH)
        .withResolverStyle(ResolverStyle.STRICT);
  }
}

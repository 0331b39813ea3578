package dev.symbolicator.fetch;

import dev.symbolicator.freshness.HttpDate;
import io.vertx.core.http.HttpClientResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When an origin wants to be asked again: as a number of seconds, or as a date (RFC 9110, section
 * 10.2.3).
 */
final class RetryAfter {
  private static final int TOO_MANY_REQUESTS = 429;

  /** Of the seconds; more are more than anybody is waited for. */
  private static final int MOST_DIGITS = 9;

  private RetryAfter() {}

  /**
   * Reads it of an answer that tells of the origin and not of its path alone.
   *
   * @param longest what a later time is taken for
   * @return in milliseconds from now; 0 if it says nothing that can be understood, or that is past
   */
  static long millis(HttpClientResponse answer, Duration longest) {
    int status = answer.statusCode();
    String value = answer.getHeader("retry-after");
    if (value == null || !(status == TOO_MANY_REQUESTS || OriginVerdict.isOfGateway(status))) {
      return 0;
    }
    return Math.max(0, Math.min(longest.toMillis(), millis(value.strip(), date(answer))));
  }

  private static long millis(String value, long now) {
    if (!value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return value.length() > MOST_DIGITS ? Long.MAX_VALUE : Long.parseLong(value) * 1000;
    }
    Long date = HttpDate.parse(value, now);
    return date == null ? 0 : date - now;
  }

  /** The origin's own time, so that nothing depends on how far the clocks are apart. */
  private static long date(HttpClientResponse answer) {
    long now = System.currentTimeMillis();
    @Nullable String stated = answer.getHeader("date");
    Long date = stated == null ? null : HttpDate.parse(stated, now);
    return date == null ? now : date;
  }
}

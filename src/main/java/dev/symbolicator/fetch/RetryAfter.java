package dev.symbolicator.fetch;

import dev.symbolicator.freshness.Freshness.HttpDate;
import io.vertx.core.http.HttpClientResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Reads when an origin wants to be asked again: after a number of seconds, or at a date (RFC 9110,
 * section 10.2.3).
 */
final class RetryAfter {
  private static final int TOO_MANY_REQUESTS = 429;

  /** The most digits that are parsed; a longer number of seconds passes every limit. */
  private static final int MOST_DIGITS = 9;

  private RetryAfter() {}

  /**
   * Reads the header of an answer that concerns the whole origin: 429, 502, 503 or 504.
   *
   * @param longest the longest time that is returned
   * @return milliseconds from now; 0 for any other answer, and for a value that is missing,
   *     unreadable or past
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

  /** Returns the origin's own time, so that a difference between the clocks does not matter. */
  private static long date(HttpClientResponse answer) {
    long now = System.currentTimeMillis();
    @Nullable String stated = answer.getHeader("date");
    Long date = stated == null ? null : HttpDate.parse(stated, now);
    return date == null ? now : date;
  }
}

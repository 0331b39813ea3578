package dev.symbolicator.script;

import dev.symbolicator.fetch.ResponseHeaders;
import dev.symbolicator.url.WebUrl;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/**
 * How long the copy of an answer may be used: RFC 9111 for a shared cache, within the operator's
 * limits.
 *
 * <p>The lifetime is that of s-maxage, max-age, Expires, or a tenth of what the file's age was when
 * it was fetched, in this order. Stale copies are used while they are asked for again, and while
 * they cannot be, unless the origin says must-revalidate, proxy-revalidate or no-cache; where it
 * says stale-while-revalidate or stale-if-error (RFC 5861) for as long as that says. A copy that is
 * no-store or private stays in this process's memory for the shortest time and is not used stale.
 *
 * @param min no answer is asked for again sooner, whatever it says
 * @param max every answer is asked for again after that, save an immutable one
 * @param immutable for answers that say immutable (RFC 8246), and names with a hash that do not say
 *     otherwise
 * @param stale how long stale copies are used where the answer does not say
 */
record Freshness(Duration min, Duration max, Duration immutable, Duration stale) {
  private static final int HEURISTIC_PART = 10;

  static Freshness of(ScriptConfig config) {
    return new Freshness(
        config.minFresh(), config.maxFresh(), config.immutableFresh(), config.maxStale());
  }

  /**
   * @param now when the answer came, in milliseconds since 1970
   */
  Expiry of(WebUrl url, ResponseHeaders headers, long now) {
    CacheControl control = CacheControl.parse(headers.joined("cache-control"));
    boolean storable = !control.has("no-store") && !control.has("private");
    boolean checked =
        control.has("no-cache")
            || control.has("must-revalidate")
            || control.has("proxy-revalidate");
    long fresh = now + lifetime(url, headers, control, !storable || checked, now);
    if (!storable || checked) {
      return new Expiry(storable, fresh, fresh, fresh);
    }
    return new Expiry(
        true,
        fresh,
        fresh + stale(control, "stale-while-revalidate"),
        fresh + stale(control, "stale-if-error"));
  }

  private long stale(CacheControl control, String directive) {
    long seconds = control.seconds(directive);
    return Math.min(stale.toMillis(), seconds < 0 ? Long.MAX_VALUE : seconds * 1000);
  }

  private long lifetime(
      WebUrl url, ResponseHeaders headers, CacheControl control, boolean strict, long now) {
    if (!strict && (control.has("immutable") || HashedName.is(url))) {
      return Math.max(min.toMillis(), immutable.toMillis());
    }
    if (control.has("no-store") || control.has("no-cache") || control.has("private")) {
      return min.toMillis();
    }
    long left = stated(headers, control, now) - age(headers, now);
    return Math.max(min.toMillis(), Math.min(left, max.toMillis()));
  }

  private static long stated(ResponseHeaders headers, CacheControl control, long now) {
    long seconds =
        control.has("s-maxage") ? control.seconds("s-maxage") : control.seconds("max-age");
    if (seconds >= 0) {
      return seconds * 1000;
    }
    long date = date(headers.first("date"), now);
    String expires = headers.first("expires");
    if (expires != null) {
      return date(expires, 0) - date; // what is no date has expired (section 5.3)
    }
    return (date - date(headers.first("last-modified"), date)) / HEURISTIC_PART;
  }

  /** How old the answer was already when it came (section 4.2.3). */
  private static long age(ResponseHeaders headers, long now) {
    String age = headers.first("age");
    long stated = age == null ? 0 : CacheControl.parse("age=" + age).seconds("age") * 1000;
    return Math.max(stated, Math.max(0, now - date(headers.first("date"), now)));
  }

  private static long date(@Nullable String text, long otherwise) {
    try {
      return text == null
          ? otherwise
          : ZonedDateTime.parse(text.strip(), DateTimeFormatter.RFC_1123_DATE_TIME)
              .toInstant()
              .toEpochMilli();
    } catch (DateTimeException | ArithmeticException noDate) {
      return otherwise;
    }
  }
}

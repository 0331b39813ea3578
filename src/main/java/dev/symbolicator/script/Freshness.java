package dev.symbolicator.script;

import dev.symbolicator.fetch.HttpDate;
import dev.symbolicator.fetch.Redirection;
import dev.symbolicator.fetch.ResponseHeaders;
import dev.symbolicator.url.WebUrl;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long the copy of an answer may be used: RFC 9111 for a shared cache, within the operator's
 * limits.
 *
 * <p>The lifetime is that of s-maxage, max-age, Expires, or a tenth of what the file's age was when
 * it was fetched, in this order. Stale copies are used while they are asked for again, and while
 * they cannot be, unless the origin says must-revalidate, proxy-revalidate, no-cache or s-maxage;
 * where it says stale-while-revalidate or stale-if-error (RFC 5861), beside s-maxage too, for as
 * long as that says. A copy that is no-store or private stays in this process's memory for the
 * shortest time and is not used stale.
 *
 * <p>Every request for a URL has the same headers, whoever it is made for: those of this service
 * and those that the operator configured for the origin. So Vary, save {@code *}, tells copies
 * apart that nobody asks for, and a configured Authorization (section 3.5) forbids nothing: whoever
 * may ask this service is meant to have what it lets the service see.
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
   * The expiry of a copy.
   *
   * @param stored the copy's headers, those of the last answer among them
   * @param answer the last answer, which tells when the copy was right
   * @param now when that came, in milliseconds since 1970
   */
  Expiry of(WebUrl url, StoredHeaders stored, ResponseHeaders answer, long now) {
    CacheControl control = CacheControl.parse(stored.get(StoredHeaders.CACHE_CONTROL));
    boolean storable = !control.has("no-store") && !control.has("private");
    boolean checked =
        control.has("no-cache")
            || control.has("must-revalidate")
            || control.has("proxy-revalidate")
            || variesByAnything(stored);
    boolean strict = !storable || checked;
    if (!strict && (control.has("immutable") || HashedName.is(url))) {
      return usableStale(control, now + Math.max(min.toMillis(), immutable.toMillis()));
    }
    long fresh = now + lifetime(stored, answer, control, now);
    return strict ? new Expiry(storable, fresh, fresh, fresh) : usableStale(control, fresh);
  }

  /**
   * Until when a redirect leads to the same place. It may say so as any answer does; if it does
   * not, only a permanent one may be judged by its age (RFC 9111, section 4.2.2, and RFC 9110,
   * section 15.1).
   */
  Expiry of(Redirection redirect, long now) {
    StoredHeaders stored = StoredHeaders.of(redirect.headers());
    return of(
        redirect.url(),
        redirect.isPermanent() ? stored : stored.without(StoredHeaders.LAST_MODIFIED),
        redirect.headers(),
        now);
  }

  private Expiry usableStale(CacheControl control, long fresh) {
    return new Expiry(
        true,
        fresh,
        fresh + stale(control, "stale-while-revalidate"),
        fresh + stale(control, "stale-if-error"));
  }

  /** With s-maxage only what is said (RFC 9111, section 5.2.2.10). */
  private long stale(CacheControl control, String directive) {
    long unsaid = control.has("s-maxage") ? 0 : Long.MAX_VALUE;
    long seconds = control.seconds(directive);
    return Math.min(stale.toMillis(), seconds < 0 ? unsaid : seconds * 1000);
  }

  private long lifetime(
      StoredHeaders stored, ResponseHeaders answer, CacheControl control, long now) {
    if (control.has("no-store")
        || control.has("no-cache")
        || control.has("private")
        || variesByAnything(stored)) {
      return min.toMillis();
    }
    long left = stated(stored, answer, control, now) - age(answer, now);
    return Math.max(min.toMillis(), Math.min(left, max.toMillis()));
  }

  private static boolean variesByAnything(StoredHeaders stored) {
    String vary = stored.get(StoredHeaders.VARY);
    return vary != null && vary.contains("*");
  }

  private static long stated(
      StoredHeaders stored, ResponseHeaders answer, CacheControl control, long now) {
    long seconds =
        control.has("s-maxage") ? control.seconds("s-maxage") : control.seconds("max-age");
    if (seconds >= 0) {
      return seconds * 1000;
    }
    long date = date(answer.first("date"), now, now);
    String expires = stored.get(StoredHeaders.EXPIRES);
    if (expires != null) {
      return date(expires, now, 0) - date; // what is no date has expired (section 5.3)
    }
    return (date - date(stored.get(StoredHeaders.LAST_MODIFIED), now, date)) / HEURISTIC_PART;
  }

  /** How old the answer was already when it came (section 4.2.3). */
  private static long age(ResponseHeaders answer, long now) {
    String age = answer.first("age");
    long stated = age == null ? 0 : CacheControl.parse("age=" + age).seconds("age") * 1000;
    return Math.max(stated, Math.max(0, now - date(answer.first("date"), now, now)));
  }

  private static long date(@Nullable String text, long now, long otherwise) {
    Long date = text == null ? null : HttpDate.parse(text, now);
    return date == null ? otherwise : date;
  }
}

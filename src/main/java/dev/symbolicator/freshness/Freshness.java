package dev.symbolicator.freshness;

import dev.symbolicator.url.WebUrl;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Computes how long an HTTP answer may be used: RFC 9111 for a shared cache, within limits.
 *
 * <p>The lifetime is s-maxage, else max-age, else Expires, else a tenth of the file's age. Stale
 * use, while the origin is asked or unreachable, is forbidden by must-revalidate, proxy-revalidate,
 * no-cache and s-maxage, and given a time by stale-while-revalidate and stale-if-error (RFC 5861),
 * also beside s-maxage. A no-store or private version stays in memory for the shortest time.
 *
 * <p>Every request for a URL carries the same headers, so any Vary but {@code *} selects between
 * versions never asked for. A configured Authorization (section 3.5) forbids nothing: callers are
 * meant to see what the operator lets the service see.
 *
 * @param immutable the lifetime of an answer that says immutable (RFC 8246), and of a file whose
 *     name has a hash, unless the answer demands checks
 * @param stale the longest stale use, also where the answer gives no time
 */
public record Freshness(Duration min, Duration max, Duration immutable, Duration stale) {
  private static final int HEURISTIC_PART = 10;

  /**
   * Expiry by the stored headers and the last answer, whose Date and Age tell when it was right.
   */
  public Expiry of(WebUrl url, StoredHeaders stored, ResponseHeaders answer, long now) {
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
   * Any redirect may state its lifetime; only a permanent one (301, 308) may get one from its age
   * (RFC 9111, section 4.2.2, and RFC 9110, section 15.1).
   */
  public Expiry ofRedirect(WebUrl url, boolean isPermanent, ResponseHeaders answer, long now) {
    StoredHeaders stored = StoredHeaders.of(answer);
    return of(url, isPermanent ? stored : stored.without(StoredHeaders.LAST_MODIFIED), answer, now);
  }

  private Expiry usableStale(CacheControl control, long fresh) {
    return new Expiry(
        true,
        fresh,
        fresh + stale(control, "stale-while-revalidate"),
        fresh + stale(control, "stale-if-error"));
  }

  /** Returns ms; beside s-maxage, only a stated time counts (RFC 9111, section 5.2.2.10). */
  private long stale(CacheControl control, String directive) {
    long unstated = control.has("s-maxage") ? 0 : Long.MAX_VALUE;
    long seconds = control.seconds(directive);
    return Math.min(stale.toMillis(), seconds < 0 ? unstated : seconds * 1000);
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
      return date(expires, now, 0) - date; // an unreadable Expires has expired (section 5.3)
    }
    return (date - date(stored.get(StoredHeaders.LAST_MODIFIED), now, date)) / HEURISTIC_PART;
  }

  /** Returns the age that the answer had on arrival, in milliseconds (section 4.2.3). */
  private static long age(ResponseHeaders answer, long now) {
    String age = answer.first("age");
    long stated = age == null ? 0 : CacheControl.parse("age=" + age).seconds("age") * 1000;
    return Math.max(stated, Math.max(0, now - date(answer.first("date"), now, now)));
  }

  private static long date(@Nullable String text, long now, long otherwise) {
    Long date = text == null ? null : HttpDate.parse(text, now);
    return date == null ? otherwise : date;
  }

  /**
   * Recognises file names with a hash of the content: {@code app.3f9c2b1a.js}, {@code
   * index-BxK29dQz.js}. A hash has at least eight characters between separators, digits and letters
   * among them; all are hexadecimal, or the kind of character changes at every second one. So no
   * word, date or {@code Bootstrap5} is one; a hash like a word is only asked for more often.
   */
  static final class HashedName {
    private static final Pattern SEPARATOR = Pattern.compile("[._-]");
    private static final Pattern HEXADECIMAL = Pattern.compile("[0-9a-f]+");
    private static final Pattern ALPHANUMERIC = Pattern.compile("[0-9A-Za-z]+");
    private static final int SHORTEST = 8;

    private HashedName() {}

    /** Tells whether the last part of a URL's path has a hash before its last dot. */
    static boolean is(WebUrl url) {
      String name = url.path().substring(url.path().lastIndexOf('/') + 1);
      int dot = name.lastIndexOf('.');
      return dot > 0
          && SEPARATOR.splitAsStream(name.substring(0, dot)).anyMatch(HashedName::isHash);
    }

    private static boolean isHash(String part) {
      if (part.length() < SHORTEST || !ALPHANUMERIC.matcher(part).matches()) {
        return false;
      }
      boolean digits = part.chars().anyMatch(Character::isDigit);
      boolean letters = part.chars().anyMatch(Character::isLetter);
      return digits
          && letters
          && (HEXADECIMAL.matcher(part).matches() || 2 * changes(part) >= part.length());
    }

    private static int changes(String part) {
      int changes = 0;
      for (int i = 1; i < part.length(); i++) {
        changes +=
            Character.getType(part.charAt(i)) == Character.getType(part.charAt(i - 1)) ? 0 : 1;
      }
      return changes;
    }
  }

  /** Reads the directives of a Cache-Control header (RFC 9111, section 5.2). */
  static final class CacheControl {
    private static final CacheControl NONE = new CacheControl(Map.of());

    private final Map<String, String> directives;

    private CacheControl(Map<String, String> directives) {
      this.directives = directives;
    }

    /** Reads all values of the header, joined with commas; null if there is no such header. */
    static CacheControl parse(@Nullable String header) {
      if (header == null) {
        return NONE;
      }
      Map<String, String> directives = new HashMap<>();
      int start = 0;
      boolean quoted = false;
      for (int i = 0; i <= header.length(); i++) {
        if (i == header.length() || (header.charAt(i) == ',' && !quoted)) {
          add(header.substring(start, i), directives);
          start = i + 1;
        } else if (header.charAt(i) == '"') {
          quoted = !quoted;
        }
      }
      return new CacheControl(directives);
    }

    /** Adds a directive. The first of two with the same name counts (section 4.2.1). */
    private static void add(String directive, Map<String, String> directives) {
      int equals = directive.indexOf('=');
      String name = equals < 0 ? directive : directive.substring(0, equals);
      String value = equals < 0 ? "" : directive.substring(equals + 1).strip().replace("\"", "");
      directives.putIfAbsent(name.strip().toLowerCase(Locale.ROOT), value);
    }

    boolean has(String directive) {
      return directives.containsKey(directive);
    }

    /** Returns -1 if absent; 0 if no number, which is stale; at most 2^31 (section 1.2.2). */
    long seconds(String directive) {
      String value = directives.get(directive);
      if (value == null) {
        return -1;
      }
      if (value.isEmpty() || !value.chars().allMatch(c -> c >= '0' && c <= '9')) {
        return 0;
      }
      return value.length() > 10 ? 1L << 31 : Math.min(1L << 31, Long.parseLong(value));
    }
  }

  /**
   * Dates of HTTP (RFC 9110, section 5.6.7): {@code Sun, 06 Nov 1994 08:49:37 GMT}, and the
   * obsolete {@code Sunday, 06-Nov-94 08:49:37 GMT} (RFC 850) and {@code Sun Nov 6 08:49:37 1994}
   * (asctime).
   */
  public static final class HttpDate {
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

    /** Reads milliseconds since 1970; null for no date. Years are at most 50 years ahead. */
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
}

package dev.symbolicator.freshness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.fetch.FetchResult.Redirect;
import dev.symbolicator.freshness.Freshness.HttpDate;
import dev.symbolicator.url.WebUrl;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FreshnessTest {
  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
  private static final Freshness FRESHNESS =
      new Freshness(
          Duration.ofMinutes(1), Duration.ofDays(1), Duration.ofDays(30), Duration.ofDays(7));

  private static ResponseHeaders headers(String... namesAndValues) {
    List<Map.Entry<String, String>> headers = new ArrayList<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      headers.add(Map.entry(namesAndValues[i], namesAndValues[i + 1]));
    }
    return new ResponseHeaders(headers);
  }

  private static WebUrl url(String path) {
    return Objects.requireNonNull(WebUrl.parse("https://example.com" + path));
  }

  private static Expiry expiry(String path, String... namesAndValues) {
    ResponseHeaders answer = headers(namesAndValues);
    return FRESHNESS.of(url(path), StoredHeaders.of(answer), answer, NOW.toEpochMilli());
  }

  private static long redirectFresh(int status, String path, String... namesAndValues) {
    Redirect redirect = new Redirect(url(path), status, headers(namesAndValues));
    Expiry expiry =
        FRESHNESS.ofRedirect(
            redirect.url(), redirect.isPermanent(), redirect.headers(), NOW.toEpochMilli());
    return seconds(expiry.freshUntil());
  }

  private static long seconds(long millis) {
    return (millis - NOW.toEpochMilli()) / 1000;
  }

  private static long fresh(String... namesAndValues) {
    return seconds(expiry("/app.js", namesAndValues).freshUntil());
  }

  private static String date(long secondsFromNow) {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(
        NOW.plusSeconds(secondsFromNow).atOffset(ZoneOffset.UTC));
  }

  @Test
  void maxAgeIsTheLifetime() {
    assertEquals(HOUR, fresh("Cache-Control", "public, max-age=3600"));
    assertEquals(HOUR, fresh("cache-control", "MAX-AGE=\"3600\""));
    assertEquals(HOUR, fresh("Cache-Control", "max-age=3600", "Expires", date(2 * HOUR)));
  }

  @Test
  void sMaxAgePrecedesMaxAge() {
    assertEquals(2 * HOUR, fresh("Cache-Control", "max-age=3600, s-maxage=7200"));
  }

  @Test
  void firstOfTwoEqualDirectivesCounts() {
    assertEquals(HOUR, fresh("Cache-Control", "max-age=3600", "Cache-Control", "max-age=7200"));
  }

  @Test
  void commaInQuotesEndsNoDirective() {
    assertEquals(HOUR, fresh("Cache-Control", "x=\"a, max-age=7200\", max-age=3600"));
  }

  @Test
  void expiresIsComparedWithDate() {
    assertEquals(HOUR, fresh("Date", date(0), "Expires", date(HOUR)));
    assertEquals(HOUR, fresh("Expires", date(HOUR)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "", "soon", "Fri, 20 Nov 2026 12:00:00 GMT"})
  void invalidOrPastExpiresLeavesTheMinimum(String expires) {
    assertEquals(MINUTE, fresh("Expires", expires));
    assertEquals(MINUTE, fresh("Expires", expires, "Last-Modified", date(-100 * HOUR)));
    assertEquals(HOUR, fresh("Expires", expires, "Cache-Control", "max-age=3600"));
  }

  @Test
  void obsoleteDatesAreUnderstood() {
    String inAnHour = "Saturday, 21-Nov-26 13:00:00 GMT";
    assertEquals(HOUR, fresh("Expires", inAnHour));
    assertEquals(HOUR, fresh("Expires", "Sat Nov 21 13:00:00 2026"));
    assertEquals(2 * HOUR, fresh("Date", inAnHour, "Expires", "Saturday, 21-Nov-26 15:00:00 GMT"));
    assertEquals(HOUR, fresh("Last-Modified", "Saturday, 21-Nov-26 02:00:00 GMT"));
    assertEquals(HOUR, fresh("Last-Modified", "Sat Nov 21 02:00:00 2026"));
  }

  @Test
  void unstatedLifetimeIsATenthOfTheFilesAge() {
    assertEquals(HOUR, fresh("Date", date(0), "Last-Modified", date(-10 * HOUR)));
    assertEquals(MINUTE, fresh());
  }

  @Test
  void timeInOtherCachesShortensTheLifetime() {
    assertEquals(HOUR - 600, fresh("Cache-Control", "max-age=3600", "Age", "600"));
    assertEquals(HOUR - 900, fresh("Cache-Control", "max-age=3600", "Date", date(-900)));
  }

  @Test
  void ageBeyondTheLifetimeLeavesTheMinimum() {
    assertEquals(MINUTE, fresh("Cache-Control", "max-age=3600", "Age", "3600"));
    assertEquals(MINUTE, fresh("Cache-Control", "max-age=3600", "Age", "99999999999999999999"));
    assertEquals(HOUR, fresh("Cache-Control", "max-age=3600", "Age", "old"));
    assertEquals(HOUR, fresh("Cache-Control", "max-age=3600", "Date", date(900)));
  }

  @Test
  void answerThatVariesByAnythingIsFreshForTheMinimumOnly() {
    for (String vary : new String[] {"*", "Accept-Encoding, *"}) {
      Expiry expiry = expiry("/app.3f9c2b1a.js", "Vary", vary, "Cache-Control", "max-age=3600");
      assertEquals(MINUTE, seconds(expiry.freshUntil()));
      assertEquals(MINUTE, seconds(expiry.staleUntil()));
    }
    assertEquals(HOUR, fresh("Vary", "Accept-Encoding, Origin", "Cache-Control", "max-age=3600"));
  }

  /**
   * By RFC 9111, section 5.2.2.10, s-maxage implies proxy-revalidate. The directives of RFC 5861
   * allow stale use nevertheless.
   */
  @Test
  void answerWithSMaxAgeIsUsedStaleOnlyForAStatedTime() {
    Expiry plain = expiry("/app.js", "Cache-Control", "s-maxage=3600");
    assertEquals(HOUR, seconds(plain.freshUntil()));
    assertEquals(HOUR, seconds(plain.staleUntil()));
    assertEquals(HOUR, seconds(plain.errorUntil()));
    Expiry said = expiry("/app.js", "Cache-Control", "s-maxage=3600, stale-while-revalidate=60");
    assertEquals(HOUR + 60, seconds(said.staleUntil()));
    assertEquals(HOUR, seconds(said.errorUntil()));
    Expiry error = expiry("/app.js", "Cache-Control", "s-maxage=3600, stale-if-error=60");
    assertEquals(HOUR, seconds(error.staleUntil()));
    assertEquals(HOUR + 60, seconds(error.errorUntil()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "max-age=0",
        "max-age=59",
        "max-age=-1",
        "max-age=soon",
        "max-age",
        "no-cache",
        "no-store",
        "private",
        "max-age=0, must-revalidate"
      })
  void lifetimeIsAtLeastTheMinimum(String control) {
    assertEquals(MINUTE, fresh("Cache-Control", control));
  }

  @Test
  void lifetimeIsCutAtMinimumAndMaximum() {
    assertEquals(MINUTE, fresh("Cache-Control", "max-age=60"));
    assertEquals(MINUTE + 1, fresh("Cache-Control", "max-age=61"));
    assertEquals(DAY, fresh("Cache-Control", "max-age=86400"));
    assertEquals(DAY, fresh("Cache-Control", "max-age=86401"));
    assertEquals(DAY, fresh("Cache-Control", "max-age=99999999999999999999"));
  }

  @Test
  void immutableAnswerIsFreshForTheImmutableLifetime() {
    assertEquals(30 * DAY, fresh("Cache-Control", "max-age=31536000, immutable"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/app.3f9c2b1a.js",
        "/app.3f9c2b1a.js.map",
        "/static/js/2.0a1b2c3d4e.chunk.js",
        "/assets/index-BxK29dQz.js",
        "/3f9c2b1a3f9c2b1a3f9c2b1a3f9c2b1a.js?v=1"
      })
  void nameWithAHashIsFreshForTheImmutableLifetime(String path) {
    assertEquals(30 * DAY, seconds(expiry(path).freshUntil()));
    assertEquals(MINUTE, seconds(expiry(path, "Cache-Control", "no-cache").freshUntil()));
    assertEquals(
        MINUTE, seconds(expiry(path, "Cache-Control", "max-age=0, must-revalidate").freshUntil()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/app.js",
        "/app.3f9c2b1.js",
        "/app.production.js",
        "/report-20261121.js",
        "/Bootstrap5.js",
        "/jQuery3Plugin.js",
        "/deadbeef.js",
        "/3f9c2b1a/app.js",
        "/app.js?3f9c2b1a.js"
      })
  void nameWithoutAHashIsFreshForTheMinimumOnly(String path) {
    assertEquals(MINUTE, seconds(expiry(path).freshUntil()));
  }

  @Test
  void staleVersionIsUsedForTheOperatorsTime() {
    Expiry expiry = expiry("/app.js", "Cache-Control", "max-age=3600");
    assertEquals(HOUR + 7 * DAY, seconds(expiry.staleUntil()));
    assertEquals(HOUR + 7 * DAY, seconds(expiry.errorUntil()));
  }

  @Test
  void originMayShortenStaleUse() {
    Expiry expiry =
        expiry(
            "/app.js",
            "Cache-Control",
            "max-age=3600, stale-while-revalidate=60, stale-if-error=120");
    assertEquals(HOUR + 60, seconds(expiry.staleUntil()));
    assertEquals(HOUR + 120, seconds(expiry.errorUntil()));
    assertEquals(
        HOUR + 7 * DAY,
        seconds(
            expiry("/app.js", "Cache-Control", "max-age=3600, stale-while-revalidate=99999999")
                .staleUntil()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"no-cache", "must-revalidate", "proxy-revalidate", "no-store", "private"})
  void answerThatMustBeCheckedIsNotUsedStale(String directive) {
    Expiry expiry = expiry("/app.js", "Cache-Control", "max-age=3600, " + directive);
    assertEquals(expiry.freshUntil(), expiry.staleUntil());
    assertEquals(expiry.freshUntil(), expiry.errorUntil());
  }

  /** RFC 9111, section 4.2.2. */
  @ParameterizedTest
  @CsvSource({"301,3600", "302,60", "303,60", "307,60", "308,3600"})
  void ageOfARedirectCountsOnlyIfItIsPermanent(int status, long expected) {
    assertEquals(
        expected,
        redirectFresh(status, "/app.js", "Date", date(0), "Last-Modified", date(-10 * HOUR)));
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void statedLifetimeOfARedirectCounts(int status) {
    assertEquals(HOUR, redirectFresh(status, "/app.js", "Cache-Control", "max-age=3600"));
    assertEquals(HOUR, redirectFresh(status, "/app.js", "Expires", date(HOUR)));
    assertEquals(MINUTE, redirectFresh(status, "/app.js"));
    assertEquals(30 * DAY, redirectFresh(status, "/app.js", "Cache-Control", "immutable"));
    assertEquals(30 * DAY, redirectFresh(status, "/app.3f9c2b1a.js"));
    assertEquals(MINUTE, redirectFresh(status, "/app.3f9c2b1a.js", "Cache-Control", "no-cache"));
  }

  @Test
  void noStoreOrPrivateVersionIsNotStorable() {
    assertFalse(expiry("/app.js", "Cache-Control", "no-store").storable());
    assertFalse(expiry("/app.js", "Cache-Control", "private, max-age=3600").storable());
    assertTrue(expiry("/app.js", "Cache-Control", "no-cache").storable());
  }

  private static final long TODAY = Instant.parse("2026-11-21T12:00:00Z").toEpochMilli();

  /** Reads the three formats of RFC 9110, section 5.6.7, and one between blanks. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
        " Sun, 06 Nov 1994 08:49:37 GMT "
      })
  void allFormatsAreRead(String date) {
    assertEquals(Instant.parse("1994-11-06T08:49:37Z").toEpochMilli(), HttpDate.parse(date, TODAY));
  }

  @Test
  void asctimeDayOfTwoDigitsIsRead() {
    assertEquals(
        Instant.parse("2026-11-21T08:49:37Z").toEpochMilli(),
        HttpDate.parse("Sat Nov 21 08:49:37 2026", TODAY));
  }

  @ParameterizedTest
  @CsvSource({
    "'Saturday, 21-Nov-76', 2076",
    "'Monday, 21-Nov-77', 1977",
    "'Tuesday, 21-Nov-00', 2000"
  })
  void yearOfTwoDigitsIsAtMostFiftyYearsAhead(String day, int year) {
    Long date = HttpDate.parse(day + " 08:49:37 GMT", TODAY);
    assertNotNull(date);
    assertEquals(year + "-11-21T08:49:37Z", Instant.ofEpochMilli(date).toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "-1",
        "now",
        "2026-11-21T12:00:00Z",
        "Sat, 31 Feb 2026 00:00:00 GMT",
        "Sun, 06 Nov 1994",
        "Sun, 06 Nov 99999999999 08:49:37 GMT",
        "Sunday, 06-Nov-1994 08:49:37 GMT",
        "Sun Nov 6",
        ",-"
      })
  void otherTextIsNoDate(String text) {
    assertNull(HttpDate.parse(text, TODAY));
  }

  private final ResponseHeaders headers =
      new ResponseHeaders(
          List.of(
              Map.entry("SourceMap", "first.map"),
              Map.entry("Cache-Control", "public"),
              Map.entry("sourcemap", "second.map"),
              Map.entry("cache-control", "max-age=60")));

  @Test
  void valuesOfOneNameKeepTheirOrder() {
    assertEquals("first.map", headers.first("SOURCEMAP"));
    assertEquals(List.of("first.map", "second.map"), headers.all("sourcemap"));
  }

  @Test
  void valuesOfOneNameAreJoinedWithCommas() {
    assertEquals("public, max-age=60", headers.joined("Cache-Control"));
  }

  @Test
  void missingFieldIsNullAndMissingMediaTypeEmpty() {
    assertNull(headers.first("etag"));
    assertNull(headers.joined("etag"));
    assertEquals("", headers.mediaType());
  }

  @Test
  void mediaTypeIsInLowerCaseWithoutParameters() {
    ResponseHeaders typed =
        new ResponseHeaders(List.of(Map.entry("Content-Type", " Text/HTML ;charset=utf-8")));
    assertEquals("text/html", typed.mediaType());
  }
}

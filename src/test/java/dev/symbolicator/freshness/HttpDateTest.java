package dev.symbolicator.freshness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.freshness.Freshness.HttpDate;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpDateTest {
  private static final long NOW = Instant.parse("2026-11-21T12:00:00Z").toEpochMilli();

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
    assertEquals(Instant.parse("1994-11-06T08:49:37Z").toEpochMilli(), HttpDate.parse(date, NOW));
  }

  @Test
  void asctimeDayOfTwoDigitsIsRead() {
    assertEquals(
        Instant.parse("2026-11-21T08:49:37Z").toEpochMilli(),
        HttpDate.parse("Sat Nov 21 08:49:37 2026", NOW));
  }

  @ParameterizedTest
  @CsvSource({
    "'Saturday, 21-Nov-76', 2076",
    "'Monday, 21-Nov-77', 1977",
    "'Tuesday, 21-Nov-00', 2000"
  })
  void yearOfTwoDigitsIsAtMostFiftyYearsAhead(String day, int year) {
    Long date = HttpDate.parse(day + " 08:49:37 GMT", NOW);
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
    assertNull(HttpDate.parse(text, NOW));
  }
}

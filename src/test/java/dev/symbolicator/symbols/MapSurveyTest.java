package dev.symbolicator.symbols;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.javascript.Lines;
import dev.symbolicator.testing.TestTables;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MapSurveyTest {
  private static final String SCRIPT = "function first(){}".repeat(20);

  /** Each character has a segment, which leads so many columns behind the segment before. */
  @ParameterizedTest
  @CsvSource({"A, false", "C, false", "E, true"})
  void segmentsOfCharactersSayNothing(String columns, boolean isUnsound) {
    String map =
        "{\"version\":3,\"sources\":[\"a.js\"],\"names\":[],\"mappings\":\"AAAA%s\"}"
            .formatted((",CAA" + columns).repeat(SCRIPT.length() - 1));
    MapSurvey survey =
        MapSurvey.of(SCRIPT, Lines.of(SCRIPT, plenty()), TestTables.read(map).map(), plenty());
    assertEquals(isUnsound, survey.isUnsound());
  }
}

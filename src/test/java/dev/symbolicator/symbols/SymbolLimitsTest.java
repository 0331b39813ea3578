package dev.symbolicator.symbols;

import static dev.symbolicator.symbols.Compiled.placeAt;
import static dev.symbolicator.symbols.Compiled.placeWithoutScript;
import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.symbols.SegmentVotes.Candidate;
import org.junit.jupiter.api.Test;

/** Goes to the edges of the limits that keep the search for originals short. */
class SymbolLimitsTest {

  @Test
  void functionHasAsManyCandidatesAsTheLimitAndFurtherOnesAreLeftOut() {
    SegmentVotes votes = new SegmentVotes(1, plenty());
    for (int original = 0; original <= SegmentVotes.MAX_CANDIDATES; original++) {
      votes.add(0, original, 1);
    }
    int last = SegmentVotes.MAX_CANDIDATES - 1;
    votes.add(0, last, 1);
    assertEquals(32, votes.of(0).size());
    assertEquals(new Candidate(last, 2), votes.of(0).get(last));
  }

  @Test
  void namedFunctionIsFoundAmongAsManyOfAStatementAsTheLimit() {
    assertEquals("found", functionOfStatement(63));
    assertEquals("", functionOfStatement(64));
  }

  private static String functionOfStatement(int others) {
    String script = "g=e=>e.id";
    String source = "const " + "x=a=>1,".repeat(others) + "take=(row)=>row.id;";
    MapOf map = MapOf.of(script, source).map("g", "const", "take").map("e=>", "const");
    String place = placeAt(script, "e=>", map);
    return place.equals("0:" + source.indexOf("(row)") + " take") ? "found" : "";
  }

  @Test
  void parameterAnswersForAsManyColumnsAsTheLimit() {
    assertEquals("0:13 open", placeOfParameter(false, 1));
    assertEquals("-", placeOfParameter(false, 2));
  }

  @Test
  void parameterBehindSegmentOfItsFunctionAnswersForAsManyColumnsAsTheLimit() {
    assertEquals("0:13 open", placeOfParameter(true, 3));
    assertEquals("-", placeOfParameter(true, 4));
  }

  /** Returns the answer if the only parameter is some columns behind the parenthesis. */
  private static String placeOfParameter(boolean hasName, int blanks) {
    String script = "function a(" + " ".repeat(blanks) + "b){}";
    MapOf map = MapOf.of(script, "function open(door) {}").map("b)", "door");
    if (hasName) {
      map.map("a(", "open");
    }
    return placeWithoutScript(script, "( ", map);
  }
}

package dev.symbolicator.sourcemap.functions;

import static dev.symbolicator.sourcemap.functions.NamingMaps.at;
import static dev.symbolicator.sourcemap.functions.NamingMaps.listed;
import static dev.symbolicator.sourcemap.functions.NamingMaps.map;
import static dev.symbolicator.sourcemap.functions.NamingMaps.names;
import static dev.symbolicator.sourcemap.functions.NamingMaps.wholeScopes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.sourcemap.functions.FunctionNames.NamedFunction;
import dev.symbolicator.sourcemap.functions.FunctionNames.NamedFunction.Extent;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Functions are named by the proposal "Scopes", in both encodings. Comments explain items where
 * they first appear.
 */
class ScopesTest {

  private static final List<String> NAMES = List.of("global", "z", "function", "inner", "");

  /**
   * A scope with a kind, no function, from 0:0 to 5:17. Inside, the function z with variables, from
   * 1:10 to 4:1. Inside z, a function with an empty name from 2:4 to 2:20, and one without a name
   * from 3:0 to 3:9.
   */
  private static final String TREE = "BCAAA,DCA,BHBKCE,DCE,BFBEG,CAQ,BEBA,CAJ,CBB,CBR";

  @Test
  void positionLiesInTheInnermostFunction() {
    for (FunctionNames names : both(TREE)) {
      assertEquals("-", at(names, 0, 0));
      assertEquals("-", at(names, 1, 9));
      assertEquals("z", at(names, 1, 10));
      assertEquals("z", at(names, 2, 3));
      assertEquals("", at(names, 2, 4));
      assertEquals("", at(names, 2, 19));
      assertEquals("z", at(names, 2, 20));
      assertEquals("-", at(names, 3, 0));
      assertEquals("-", at(names, 3, 8));
      assertEquals("z", at(names, 3, 9));
      assertEquals("z", at(names, 4, 0));
      assertEquals("-", at(names, 4, 1));
      assertEquals("-", at(names, 99, 0));
      assertEquals(0, names.problems());
    }
  }

  @Test
  void extentOfFunctionIsThatOfItsScope() {
    for (FunctionNames names : both(TREE)) {
      assertEquals(new NamedFunction("z", "z", new Extent(1, 10, 4, 1)), names.at(0, 4, 0));
      assertEquals(new NamedFunction("", "", new Extent(2, 4, 2, 20)), names.at(0, 2, 5));
    }
  }

  @Test
  void scopeThatIsNoStackFrameBelongsToFunctionAround() {
    // z from 0:0 to 9:0. Inside, a block named "inner" from 1:0 to 2:0.
    for (FunctionNames names : both("BFAAC,BBBAE,CBA,CHA")) {
      assertEquals("z", at(names, 1, 5));
      assertEquals("z", at(names, 8, 0));
    }
  }

  @Test
  void nameIsRelativeToScopeThatIsNoFunction() {
    // A block with the name 3. Inside, a function with the name 3 - 2.
    for (FunctionNames names : both("BBAAG,BFAAF,CBA,CAA")) {
      assertEquals("z", at(names, 0, 0));
    }
  }

  @Test
  void unknownItemsFlagsAndFieldsAreSkipped() {
    for (FunctionNames names : both("BlBAACAAgB,qBBCD,/BAB,CBAgB")) {
      assertEquals("z", at(names, 0, 5));
      assertEquals("-", at(names, 1, 0));
      assertEquals(0, names.problems());
    }
  }

  @Test
  void functionThatBeginsWhereAnotherEndsIsInnermostThere() {
    for (FunctionNames names : both("BAAA,BFAAC,CAF,BFAAE,CAF,CBA")) {
      assertEquals("z", at(names, 0, 4));
      assertEquals("inner", at(names, 0, 5));
      assertEquals("-", at(names, 0, 10));
    }
  }

  @Test
  void emptyFunctionCoversNoPosition() {
    for (FunctionNames names : both("BFAAC,CAA")) {
      assertEquals("-", at(names, 0, 0));
      assertEquals(0, names.problems());
    }
  }

  @Test
  void treesOfOneStringBelongToSourcesInOrder() {
    // Source 0 is an empty item, source 1 has z, source 2 is the item A, source 3 has "inner".
    // Positions begin anew with each tree, names do not.
    FunctionNames names =
        names(map(5, NAMES, "scopes", "',BFBAC,CBA,A,BFAAE,CBA,ECAA,GC,IAAA,FAU'"));
    assertEquals("-", at(names, 0, 1, 0));
    assertEquals("z", at(names, 1, 1, 0));
    assertEquals("-", at(names, 1, 0, 0));
    assertEquals("-", at(names, 2, 0, 0));
    assertEquals("inner", at(names, 3, 0, 0));
    assertEquals("-", at(names, 4, 0, 0));
    assertEquals(0, names.problems());
  }

  @Test
  void namesBeginAnewWithEachStringOfList() {
    FunctionNames names = names(map(4, NAMES, "scopes", "['BFAAC,CBA',null,'BFAAC,CBA']"));
    assertEquals("z", at(names, 0, 0, 0));
    assertEquals("-", at(names, 1, 0, 0));
    assertEquals("z", at(names, 2, 0, 0));
    assertEquals("-", at(names, 3, 0, 0));
    assertEquals(0, names.problems());
  }

  @Test
  void positionsAndNamesContinueAcrossTreesOfOneSource() {
    FunctionNames names = listed(NamingMaps.SCOPES, NAMES, "BFBAC,CBA,BFBAE,CBA");
    assertEquals("z", at(names, 1, 0));
    assertEquals("-", at(names, 2, 0));
    assertEquals("inner", at(names, 3, 0));
    assertEquals("-", at(names, 4, 0));
  }

  @Test
  void emptyScopesAreNoProblem() {
    for (FunctionNames names : both("")) {
      assertEquals("-", at(names, 0, 0));
      assertEquals(0, names.problems());
    }
    FunctionNames rangesOnly = wholeScopes(NAMES, "EAA,FAU");
    assertEquals("-", at(rangesOnly, 0, 0));
    assertEquals(0, rangesOnly.problems());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CAA", // an end without a start
        "BAAA", // a start without an end
        "BFAAC,CBA,BAAA",
        "BAAg", // a number that does not end
        "BA!A,CBA",
        "BFAA,CBA", // the name is missing
        "BFAAK,CBA", // names[5]
        "BFAAD,CBA", // names[-1]
        "BFAAB,CBA", // minus zero
        "BEgggggggA,CBA", // more digits than any number has
        "BEggggggEA,CBA", // 2^32
        "BEAggggggC,CBA", // column 2^31
        "BFAAC;CBA",
        "FAA", // the end of no range
        "EAA", // a range without an end
        "EAA,BFAAC,CBA,FAA", // a scope in a range
        "BFAAC,A,CBA" // an empty item in a scope
      })
  void malformedScopesAreLeftOut(String scopes) {
    for (FunctionNames names : both(scopes)) {
      assertNull(names.at(0, 0, 0));
      assertNull(names.at(0, 0, 0));
      assertEquals(1, names.problems());
    }
  }

  @Test
  void greatestPositionIsRead() {
    for (FunctionNames names : both("BF//////BAC,CA//////B")) {
      assertEquals("z", at(names, Integer.MAX_VALUE, 0));
      assertEquals("z", at(names, Integer.MAX_VALUE, Integer.MAX_VALUE - 1));
      assertEquals("-", at(names, Integer.MAX_VALUE, Integer.MAX_VALUE));
      assertEquals("-", at(names, Integer.MAX_VALUE - 1, Integer.MAX_VALUE));
    }
  }

  @Test
  void moreTreesThanSourcesAreMalformed() {
    FunctionNames names = wholeScopes(NAMES, "BFAAC,CBA,BFAAA,CBA");
    assertNull(names.at(0, 0, 0));
    assertEquals(1, names.problems());
  }

  @Test
  void malformedStringOfListDoesNotAffectOthers() {
    FunctionNames names = names(map(3, NAMES, "scopes", "['CAA',7,'BFAAC,CBA']"));
    assertEquals("-", at(names, 0, 0, 0));
    assertEquals("-", at(names, 1, 0, 0));
    assertEquals("z", at(names, 2, 0, 0));
    assertEquals(2, names.problems());
  }

  @Test
  void scopesOfWrongTypeAreAProblem() {
    FunctionNames names = names(map(1, NAMES, "scopes", "{'a':1}"));
    assertNull(names.at(0, 0, 0));
    assertEquals(1, names.problems());
    assertEquals(0, names(map(1, NAMES, "scopes", "null")).problems());
  }

  private static List<FunctionNames> both(String text) {
    return List.of(wholeScopes(NAMES, text), listed(NamingMaps.SCOPES, NAMES, text));
  }
}

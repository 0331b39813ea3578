package dev.symbolicator.sourcemap.functions;

import static dev.symbolicator.sourcemap.functions.NamingMaps.at;
import static dev.symbolicator.sourcemap.functions.NamingMaps.map;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextConfirmationLimitsTest {
  /** Scopes of "outer" from 0:0 to 9:0 and of another name from 1:2 to 2:0. */
  private static String innerAt(String line, String inner) {
    String scopes = map(1, List.of("outer", inner), "scopes", "'BFAAA,BFBCC,CBA,CHA'");
    String json = "{'sourcesContent':['outer\\n%s'],%s".formatted(line, scopes.substring(1));
    return at(NamingMaps.names(json), 1, 2);
  }

  @Test
  void nameSixtyFourCharactersBehindTheStartIsTold() {
    String start = "  " + " ".repeat(64);
    assertEquals("inner", innerAt(start + "inner", "inner"));
    assertEquals("-", innerAt(start + " inner", "inner"));
  }

  @Test
  void nameOf128CharactersIsLookedForAndALongerOneIsNot() {
    String longest = "n".repeat(128);
    assertEquals(longest, innerAt("  " + longest, longest));
    assertEquals("-", innerAt("  " + longest + "n", longest + "n"));
  }
}

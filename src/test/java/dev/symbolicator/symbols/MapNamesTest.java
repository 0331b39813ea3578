package dev.symbolicator.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.testing.TestTables;
import org.junit.jupiter.api.Test;

/** Checks maps that name functions themselves. */
class MapNamesTest {
  private static final String SCRIPT = "e=function(){a()}";
  private static final String SOURCE = "export const open = function () { a(); };";

  /** Says in Metro's format that {@code Box#open} begins at 0:0. */
  private static final String FUNCTIONS = "[[{\"names\":[\"Box#open\"],\"mappings\":\"AAA\"}]]";

  private static MapOf map() {
    return MapOf.of(SCRIPT, SOURCE).map("a()", "a()").member("x_facebook_sources", FUNCTIONS);
  }

  @Test
  void nameInMapIsUsedIfTextIsUnknown() {
    assertEquals("0:34 open", Compiled.placeAt(SCRIPT, "()", map().withoutText()));
  }

  @Test
  void nameInTextGoesBeforeNameInMap() {
    MapOf map =
        MapOf.of(SCRIPT, SOURCE.replace("open", "shut"))
            .map("a()", "a()")
            .member("x_facebook_sources", FUNCTIONS);
    assertEquals("0:29 shut", Compiled.placeAt(SCRIPT, "()", map));
  }

  @Test
  void nameBeyondLimitIsNotUsed() {
    String longest = "n".repeat(TestTables.MAX_NAME_LENGTH);
    MapOf map =
        MapOf.of(SCRIPT, SOURCE)
            .map("a()", "a()")
            .withoutText()
            .member("x_facebook_sources", FUNCTIONS.replace("Box#open", longest + "n"));
    assertEquals("0:34 null", Compiled.placeAt(SCRIPT, "()", map));
  }
}

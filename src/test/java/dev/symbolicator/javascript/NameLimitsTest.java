package dev.symbolicator.javascript;

import static dev.symbolicator.javascript.MarkedText.assertQualifiedNames;
import static dev.symbolicator.javascript.MarkedText.assertV8Names;

import dev.symbolicator.javascript.NameTexts.Contexts;
import org.junit.jupiter.api.Test;

/** Goes to the edges of the limits that keep the search for a name short. */
class NameLimitsTest {

  @Test
  void parenthesesAreLookedThroughUpToTheLimitOfSteps() {
    assertV8Names(inParentheses(Contexts.MOST_STEPS - 1), "a");
    assertV8Names(inParentheses(Contexts.MOST_STEPS), "");
    assertQualifiedNames(inParentheses(Contexts.MOST_STEPS - 1), "a");
    assertQualifiedNames(inParentheses(Contexts.MOST_STEPS), "");
  }

  private static String inParentheses(int pairs) {
    return "a = " + "(".repeat(pairs) + "() => 1" + ")".repeat(pairs);
  }

  @Test
  void chainsInBracketsOfChainsAreWrittenUpToTheLimitOfDepth() {
    assertQualifiedNames("a[b[c[d[e]]]] = () => 1", "a[b[c[d[e]]]]");
    assertQualifiedNames("a[b[c[d[e[f]]]]] = () => 1", "a[b[c[d[e[<computed>]]]]]");
  }
}

package dev.symbolicator.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class DataUrlLimitTest {

  @Test
  void pathIsRewrittenInAUrlOf65536CharactersAndALongerOneIsNone() {
    String longest = "data:/a/../" + "b".repeat((1 << 16) - "data:/a/../,x".length()) + ",x";
    assertEquals(65_536, longest.length());
    assertNotNull(DataUrl.parse(longest));
    assertNull(DataUrl.parse(longest + "x"));
    assertNotNull(DataUrl.parse("data:," + longest), "nothing is to be rewritten");
  }
}

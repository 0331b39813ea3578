package dev.symbolicator.sourcemap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/**
 * Shows each fault with the smallest map. A test that fails shows that closure-compiler has
 * corrected the fault.
 */
class ClosureFaultTest {

  @Test
  void positionBehindTheLastLineHasNoAnswer() {
    ClosureMap maps = new ClosureMap(Maps.withMappings("AAAA"));
    assertNull(maps.closuresAnswer(1, 0));
    assertEquals("0:0:0", Maps.find(maps.map(), 1, 0));
    assertTrue(ClosureFault.ENDS_WITH_THE_LAST_LINE.explains(maps, 1, 0, null));
  }

  @Test
  void oneOfSeveralMappingsAtAPositionIsTakenByChance() {
    ClosureMap maps = new ClosureMap(Maps.withMappings("AAAA,AACA,AACA"));
    assertEquals(2, maps.closuresAnswer(0, 0).getLineNumber());
    assertEquals("0:2:0", Maps.find(maps.map(), 0, 0));
    assertTrue(ClosureFault.ANY_OF_SEVERAL.explains(maps, 0, 0, maps.closuresAnswer(0, 0)));
  }

  @Test
  void lastMappingOfASectionEndsAfterOneColumn() {
    String section = "{'version':3,'sources':['a.js'],'names':[],'mappings':'AAAA'}";
    ClosureMap maps =
        new ClosureMap(
            Maps.json(
                "{'version':3,'sections':[{'offset':{'line':0,'column':0},'map':"
                    + section
                    + "},{'offset':{'line':0,'column':9},'map':"
                    + section
                    + "}]}"));
    assertNotNull(maps.closuresAnswer(0, 0));
    assertNull(maps.closuresAnswer(0, 1));
    assertEquals("0:0:0", Maps.find(maps.map(), 0, 1));
    assertTrue(ClosureFault.CUTS_SECTIONS_SHORT.explains(maps, 0, 1, null));
  }
}

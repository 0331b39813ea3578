package dev.symbolicator.symbolication;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.symbolication.FrameSymbols.GarbledNames;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import org.junit.jupiter.api.Test;

class GarbledNamesTest {
  @Test
  void utf8ReadAsLatin1IsReadAgain() {
    assertEquals("größer", GarbledNames.repair("grÃ¶Ã\u009fer"));
    assertEquals("get höhe", GarbledNames.repair("get hÃ¶he"));
  }

  @Test
  void latin1ThatIsNoUtf8Stays() {
    assertEquals("größer", GarbledNames.repair("größer"));
  }

  @Test
  void nameBeyondLatin1Stays() {
    assertEquals("計算Ã¶", GarbledNames.repair("計算Ã¶"));
  }

  @Property
  void everyGarbledNameIsRepaired(@ForAll @CharRange(from = '\u0000', to = '\ud7ff') String name) {
    String garbled = new String(name.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    assertEquals(name, GarbledNames.repair(garbled));
  }
}

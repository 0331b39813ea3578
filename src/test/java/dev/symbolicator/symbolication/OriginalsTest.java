package dev.symbolicator.symbolication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.symbols.Symbol;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class OriginalsTest {
  private static String copy(String text) {
    return new String(text.toCharArray());
  }

  @Test
  void sourceThatFramesSpellOutIsCountedForEachFrame() {
    Originals listed = new Originals(2, 0, 0, 0);
    Originals spelt = new Originals(2, 2, 0, 0);
    for (int frame = 0; frame < 2; frame++) {
      listed.put(frame, new Symbol("s".repeat(100), 1, 1, "f"), "f");
      spelt.put(frame, new Symbol("s".repeat(100), 1, 1, "f"), "f");
    }
    assertEquals(4 * 116, spelt.addedBytes() - listed.addedBytes());
  }

  @Test
  void unknownNameIsTheProfiledNameRepaired() {
    Originals originals = new Originals(2, 0, 0, 0);
    originals.put(0, new Symbol("a.ts", 1, 2, null), "grÃ¶\u00c3\u009fe");
    assertEquals("größe", Objects.requireNonNull(originals.get(0)).name());
    assertNull(originals.get(1));
    assertEquals(1, originals.mapped());
    assertEquals(2, originals.total());
  }

  @Test
  void sourceOfSeveralScriptsIsKeptOnce() {
    Originals originals = new Originals(2, 0, 0, 0);
    originals.put(0, new Symbol(copy("a.ts"), 1, 2, "name"), "");
    originals.put(1, new Symbol(copy("a.ts"), 1, 2, "name"), "");
    assertSame(
        Objects.requireNonNull(originals.get(0)).source(),
        Objects.requireNonNull(originals.get(1)).source());
  }

  @Test
  void addedBytesOfANameAreCountedForEachFrame() {
    String name = "ü\n".repeat(500);
    Originals originals = new Originals(100, 0, 0, 0);
    for (int i = 0; i < 100; i++) {
      originals.put(i, new Symbol("a.ts", 1, 2, name), "e");
    }
    assertTrue(originals.addedBytes() >= 100 * 2000, () -> originals.addedBytes() + " bytes");
  }

  @Test
  void unchangedNameAddsOnlyNumbers() {
    Originals originals = new Originals(1, 0, 0, 0);
    originals.put(0, new Symbol("a.ts", 1, 2, "same".repeat(100)), "same".repeat(100));
    assertTrue(originals.addedBytes() < 100, () -> originals.addedBytes() + " bytes");
  }
}

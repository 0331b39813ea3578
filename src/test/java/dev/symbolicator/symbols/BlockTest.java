package dev.symbolicator.symbols;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.symbols.Block.Section;
import dev.symbolicator.testing.TestTables;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BlockTest {
  private static final String SCRIPT = "function a(b){return c(b)}function c(b){return b}";
  private static final String ORIGINAL =
      "function first(x) {\n  return second(x);\n}\nfunction second(y) {\n  return y;\n}\n";

  /** The block of {@link #SCRIPT} in version {@value SymbolTable#VERSION}. */
  private static final Path GOLDEN =
      Path.of("src/test/resources/symbols/table-v" + SymbolTable.VERSION + ".block");

  private static SymbolTable table() {
    MapOf map =
        MapOf.of(SCRIPT, "src/größe.js", ORIGINAL)
            .map("function a", "function first")
            .map("a(b)", "first(x)")
            .map("return c", "return second")
            .map("function c", "function second")
            .map("c(b){", "second(y)")
            .map("return b", "return y");
    return TestTables.table(SCRIPT, map.json());
  }

  private static Symbol first(SymbolTable table) {
    return table.lookup(NameStyle.V8, new RecentSymbols()).find(0, SCRIPT.indexOf("(b)"), "a");
  }

  private static final Symbol FIRST = new Symbol("src/größe.js", 0, 14, "first");

  @Test
  void openedBlockAnswersLikeItsTable() {
    SymbolTable opened = SymbolTable.open(table().block());
    assertNotNull(opened);
    assertEquals(FIRST, first(opened));
  }

  @Test
  void blockHasFormatOfItsVersion() throws IOException {
    Path written = Files.write(Path.of("target", GOLDEN.getFileName().toString()), table().block());
    assertEquals(
        -1,
        Files.mismatch(GOLDEN, written),
        () -> "blocks have changed: raise SymbolTable.VERSION, and keep " + written);
  }

  @Test
  void sameInputMakesSameBlock() {
    assertArrayEquals(table().block(), table().block());
  }

  @Test
  void blockOfAnotherVersionIsNotOpened() {
    byte[] block = table().block();
    ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN).putInt(4, SymbolTable.VERSION + 1);
    assertNull(SymbolTable.open(block));
  }

  @Test
  void blockWithAChangedByteIsNotOpened() {
    byte[] bytes = table().block();
    for (int at = 0; at < bytes.length; at++) {
      bytes[at] ^= 0x10;
      assertNull(SymbolTable.open(bytes), "byte " + at);
      bytes[at] ^= 0x10;
    }
  }

  @Test
  void cutBlockIsNotOpened() {
    byte[] bytes = table().block();
    for (int length = 0; length < bytes.length; length++) {
      assertNull(SymbolTable.open(Arrays.copyOf(bytes, length)));
    }
  }

  @Property(tries = 2_000)
  void forgedBlockAnswersOrSaysThatItIsCorrupt(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 20) int changes) {
    byte[] bytes = table().block();
    Random random = new Random(seed);
    for (int i = 0; i < changes; i++) {
      bytes[Block.CHECKED_FROM + random.nextInt(bytes.length - Block.CHECKED_FROM)] =
          (byte) random.nextInt();
    }
    BlockFuzzTest.lookEverythingUp(bytes);
  }

  @Test
  void blockThatContradictsItselfIsCorrupt() {
    byte[] bytes = table().block();
    int lineStarts = Block.DIRECTORY_AT + Section.FUNCTION_LINE_STARTS.number * Block.ENTRY_BYTES;
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(lineStarts + 4, 0);
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(Block.CHECKSUM_AT, Block.checksum(bytes));
    SymbolTable table = Objects.requireNonNull(SymbolTable.open(bytes));
    assertFalse(table.isCorrupt());
    assertNull(first(table));
    assertTrue(table.isCorrupt());
  }
}

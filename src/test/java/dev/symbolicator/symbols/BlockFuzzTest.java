package dev.symbolicator.symbols;

import static org.junit.jupiter.api.Assertions.assertFalse;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.symbolicator.javascript.Outline.NameStyle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Tries the inputs in the test resources, and with {@code JAZZER_FUZZ=1} looks for new inputs. */
class BlockFuzzTest {
  private static final int COLUMNS = 60;
  private static final RecentSymbols RECENT = new RecentSymbols();

  @FuzzTest(maxDuration = "10m")
  void anyBlockAnswersOrSaysThatItIsCorrupt(byte[] bytes) {
    if (bytes.length >= Block.HEADER_BYTES) {
      byte[] block = bytes.clone();
      ByteBuffer.wrap(block)
          .order(ByteOrder.LITTLE_ENDIAN)
          .putInt(Block.MAGIC)
          .putInt(SymbolTable.VERSION)
          .putInt(block.length);
      lookEverythingUp(block);
    }
  }

  /** Gives bytes the right checksum, opens them as a block, and looks up every column. */
  static void lookEverythingUp(byte[] bytes) {
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(Block.CHECKSUM_AT, Block.checksum(bytes));
    SymbolTable table = SymbolTable.open(bytes);
    for (int column = -1; table != null && column <= COLUMNS; column++) {
      boolean before = table.isCorrupt();
      Symbol symbol = table.lookup(NameStyle.QUALIFIED, RECENT).find(0, column, "n");
      assertFalse(!before && table.isCorrupt() && symbol != null);
      before = table.isCorrupt();
      Symbol executing = table.lookup(NameStyle.V8, RECENT).findExecuting(0, column);
      assertFalse(!before && table.isCorrupt() && executing != null);
    }
  }
}

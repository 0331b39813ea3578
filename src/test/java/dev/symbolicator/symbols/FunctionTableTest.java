package dev.symbolicator.symbols;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.symbols.Block.BlockWriter;
import dev.symbolicator.symbols.ExtentTable.ExtentTableWriter;
import dev.symbolicator.symbols.FunctionTable.FunctionTableWriter;
import dev.symbolicator.symbols.MappingTable.MappingTableWriter;
import dev.symbolicator.symbols.SymbolTable.SourceTable;
import dev.symbolicator.testing.TestTables;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class FunctionTableTest {
  private final NamePool names = new NamePool(10, plenty());
  private final FunctionTableWriter writer = new FunctionTableWriter(names, plenty());

  private void add(int line, int column, int source, String v8, String qualified) {
    writer.add(
        Positions.of(line, column),
        source,
        Positions.of(line + 100, column + 200),
        names.add(v8),
        names.add(qualified));
  }

  @Test
  void functionIsFoundExactlyAtItsStart() {
    add(0, 5, 1, "f", "A.f");
    add(0, 9, 2, "g", "A.g");
    add(7, 5, 3, "f", "B.f");
    FunctionTable table = table();

    int row = table.find(7, 5);
    assertEquals(3, table.source(row));
    assertEquals(107, table.originalLine(row));
    assertEquals(205, table.originalColumn(row));
    assertEquals("f", table.name(table.v8Name(row)));
    assertEquals("B.f", table.name(table.qualifiedName(row)));
    assertEquals(2, table.source(table.find(0, 9)));
    assertEquals(-1, table.find(0, 6));
    assertEquals(-1, table.find(3, 5));
    assertEquals(-1, table.find(8, 5));
    assertEquals(-1, table.find(-1, -1));
  }

  @Test
  void firstOfSeveralFunctionsAtOnePlaceIsFound() {
    add(0, 5, 1, "f", "f");
    add(0, 5, 2, "g", "g");
    FunctionTable table = table();
    assertEquals(1, table.source(table.find(0, 5)));
  }

  @Test
  void emptyTableFindsNothing() {
    assertEquals(-1, table().find(0, 0));
  }

  @Test
  void nonAsciiAndEmptyNamesAreReadBack() {
    add(0, 1, 0, "größe😀", "");
    FunctionTable table = table();
    assertEquals("größe😀", table.name(table.v8Name(0)));
    assertEquals("", table.name(table.qualifiedName(0)));
  }

  @Test
  void nameAtLimitIsStoredAndLongerNameIsNot() {
    add(0, 1, 0, "n".repeat(10), "n".repeat(11));
    FunctionTable table = table();
    assertEquals("n".repeat(10), table.name(table.v8Name(0)));
    assertEquals(FunctionTable.KEPT, table.qualifiedName(0));
  }

  @Test
  void numbersTakeAsFewBytesAsTheLargestNeeds() {
    for (int i = 0; i < 1000; i++) {
      add(0, i, 0, "f", "f");
    }
    int columns = 2;
    int originals = 1 + 2;
    int sourceAndNames = 1 + 1 + 1;
    int lineAndNameOnce = 1 + 2 * 2 + 1 + 1;
    Block block = block();
    assertEquals(
        1000 * (columns + originals + sourceAndNames) + lineAndNameOnce,
        block.bytes().length - Block.HEADER_BYTES - 1); // One byte says where chunks begin.
  }

  @Test
  void largestNumbersAreReadBack() {
    writer.add(
        Positions.of(Integer.MAX_VALUE, Integer.MAX_VALUE),
        Integer.MAX_VALUE - FunctionTable.SOURCE_BIAS,
        Positions.of(Integer.MAX_VALUE, Integer.MAX_VALUE - 1),
        NamePool.NONE,
        NamePool.NONE);
    FunctionTable table = table();
    int row = table.find(Integer.MAX_VALUE, Integer.MAX_VALUE);
    assertEquals(Integer.MAX_VALUE - FunctionTable.SOURCE_BIAS, table.source(row));
    assertEquals(Integer.MAX_VALUE, table.originalLine(row));
    assertEquals(Integer.MAX_VALUE - 1, table.originalColumn(row));
    assertEquals(FunctionTable.KEPT, table.v8Name(row));
  }

  private FunctionTable table() {
    return new FunctionTable(block());
  }

  private Block block() {
    BlockWriter block = new BlockWriter();
    writer.write(block);
    SourceMap empty = TestTables.read("{\"version\":3,\"sources\":[],\"mappings\":\"\"}").map();
    ExtentTableWriter.writeNone(block, plenty());
    MappingTableWriter.write(empty, null, block, plenty());
    SourceTable.write(empty, block, plenty());
    return Objects.requireNonNull(Block.open(block.finish(0, plenty())));
  }
}

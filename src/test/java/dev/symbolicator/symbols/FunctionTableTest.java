package dev.symbolicator.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class FunctionTableTest {
  private final NamePool names = new NamePool(10);
  private final FunctionTable.Builder builder = new FunctionTable.Builder(names);

  private void add(int line, int column, int source, String v8, String qualified) {
    builder.add(
        Positions.of(line, column),
        source,
        Positions.of(line + 100, column + 200),
        names.add(v8),
        names.add(qualified));
  }

  @Test
  void aFunctionIsFoundExactlyAtItsStart() {
    add(0, 5, 1, "f", "A.f");
    add(0, 9, 2, "g", "A.g");
    add(7, 5, 3, "f", "B.f");
    FunctionTable table = builder.build();

    int row = table.find(7, 5);
    assertEquals(3, table.source(row));
    assertEquals(107, table.originalLine(row));
    assertEquals(205, table.originalColumn(row));
    assertEquals("f", table.v8Name(row));
    assertEquals("B.f", table.qualifiedName(row));
    assertEquals(2, table.source(table.find(0, 9)));
    assertEquals(-1, table.find(0, 6));
    assertEquals(-1, table.find(3, 5));
    assertEquals(-1, table.find(8, 5));
    assertEquals(-1, table.find(-1, -1));
  }

  @Test
  void ofSeveralAtOnePlaceTheFirstIsFound() {
    add(0, 5, 1, "f", "f");
    add(0, 5, 2, "g", "g");
    FunctionTable table = builder.build();
    assertEquals(1, table.source(table.find(0, 5)));
  }

  @Test
  void anEmptyTableFindsNothing() {
    assertEquals(-1, builder.build().find(0, 0));
  }

  @Test
  void namesBeyondAsciiAndEmptyOnesComeBack() {
    add(0, 1, 0, "größe😀", "");
    FunctionTable table = builder.build();
    assertEquals("größe😀", table.v8Name(0));
    assertEquals("", table.qualifiedName(0));
  }

  @Test
  void aNameOfJustTheLimitIsThereAndALongerOneIsNot() {
    add(0, 1, 0, "n".repeat(10), "n".repeat(11));
    FunctionTable table = builder.build();
    assertEquals("n".repeat(10), table.v8Name(0));
    assertNull(table.qualifiedName(0));
  }

  @Test
  void aFunctionTakesTwentyFourBytesAndItsNameOnce() {
    for (int i = 0; i < 1000; i++) {
      add(0, i, 0, "f", "f");
    }
    assertEquals(1000 * 24 + 4 + 8 + 4 + 1, builder.build().retainedBytes());
  }
}

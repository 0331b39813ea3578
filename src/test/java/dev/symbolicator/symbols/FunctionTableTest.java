package dev.symbolicator.symbols;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.identity.KeySettings;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.Dialect;
import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.symbols.Block.BlockWriter;
import dev.symbolicator.symbols.Block.Section;
import dev.symbolicator.symbols.ExtentTable.ExtentTableWriter;
import dev.symbolicator.symbols.FunctionTable.FunctionTableWriter;
import dev.symbolicator.symbols.MappingTable.MappingTableWriter;
import dev.symbolicator.symbols.SourcePaths.PathReader;
import dev.symbolicator.symbols.SymbolTable.SourceTable;
import dev.symbolicator.testing.RecordedCase;
import dev.symbolicator.testing.TestTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

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
    new PathReader(empty, KeySettings.NONE, plenty())
        .write(new BitSet(), source -> null, block, plenty());
    return Objects.requireNonNull(Block.open(block.finish(0, plenty())));
  }

  private static final int LOOKUPS = 20_000;

  private static Block block(Outline outline) {
    BlockWriter block = new BlockWriter();
    FunctionTableWriter functions = new FunctionTableWriter(new NamePool(10, plenty()), plenty());
    for (int row = 0; row < outline.size(); row++) {
      long start = Positions.at(outline.lines(), outline.start(row));
      functions.add(start, 0, 0, NamePool.NONE, NamePool.NONE);
    }
    functions.write(block);
    ExtentTableWriter.write(outline, block, plenty(), plenty());
    SourceMap empty = TestTables.read("{\"version\":3,\"sources\":[],\"mappings\":\"\"}").map();
    MappingTableWriter.write(empty, null, block, plenty());
    SourceTable.write(empty, block, plenty());
    new PathReader(empty, KeySettings.NONE, plenty())
        .write(new BitSet(), source -> null, block, plenty());
    return Objects.requireNonNull(Block.open(block.finish(0, plenty())));
  }

  private static ExtentTable table(Outline outline) {
    Block block = block(outline);
    return new ExtentTable(block, new FunctionTable(block));
  }

  private static Outline outline(String script) {
    return Outline.of(script, Dialect.JAVASCRIPT, plenty());
  }

  /** Asserts the name of the function around a mark; empty at the top level. */
  private static void assertAround(String expected, String script, String mark) {
    Outline outline = outline(script);
    long position = Positions.at(outline.lines(), script.indexOf(mark));
    int row = table(outline).around(Positions.line(position), Positions.column(position));
    String name = row < 0 ? "" : outline.name(row, NameStyle.V8).text();
    assertEquals(expected, name, script + " at " + mark);
  }

  @Test
  void positionInBodyBelongsToInnermostFunction() {
    String script = "function a(){function b(){one()}two()}three()";
    assertAround("b", script, "one");
    assertAround("a", script, "two");
    assertAround("", script, "three");
  }

  @Test
  void functionOfManyLinesEndsOnItsLastLine() {
    String script = "function a(){\n  one();\n function b() {\n two() }\n three() } four()";
    assertAround("a", script, "one");
    assertAround("b", script, "two");
    assertAround("a", script, "three");
    assertAround("", script, "four");
  }

  @Test
  void defaultOfParameterBelongsToItsFunction() {
    assertAround("a", "function a(b = one()){}", "one");
    assertAround("f", "let f = (b = one()) => b", "one");
  }

  @Test
  void computedKeyBelongsToCodeAroundItsClass() {
    String script = "function a(){class B{[one()](){two()}[three()]=four()}}";
    assertAround("a", script, "one");
    assertAround("a", script, "three");
    assertAround("B", script, "four");
  }

  @Test
  void initialisersOfFieldsBelongToTheirClass() {
    String script = "class A{x=one();m(){two()}static y=three();static{four()}z}five()";
    assertAround("A", script, "one");
    assertAround("m", script, "two");
    assertAround("A", script, "three");
    assertAround("A", script, "four");
    assertAround("", script, "z}");
    assertAround("", script, "five");
  }

  @Test
  void wordClassIsPositionOfImplicitConstructor() {
    String script = "function a(){return class B extends one(){}}";
    assertAround("B", script, "class");
    assertAround("a", script, "one");
  }

  @Test
  void manyFunctionsInOneAreCrossedByChunks() {
    String script = "function a(){" + "(()=>0)();".repeat(1000) + "one()}two()";
    assertAround("a", script, "one");
    assertAround("", script, "two");
  }

  @Test
  void scriptThatIsNotUnderstoodHasNoExtents() {
    assertAround("", "function a(){one()", "one");
  }

  @TestFactory
  Stream<DynamicTest> tableAnswersLikeEveryRecordedScript() {
    Stream<RecordedCase> cases =
        Stream.concat(RecordedCase.own().stream(), RecordedCase.shared().stream());
    return cases
        .flatMap(recorded -> scripts(recorded).stream())
        .map(file -> DynamicTest.dynamicTest(file.toString(), () -> assertAnswers(file)));
  }

  private static List<Path> scripts(RecordedCase recorded) {
    try (Stream<Path> files = Files.walk(recorded.folder())) {
      return files.filter(file -> file.toString().endsWith(".js")).toList();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static void assertAnswers(Path file) throws IOException {
    String script = Files.readString(file);
    Outline outline = outline(script);
    Block block = block(outline);
    ExtentTable table = new ExtentTable(block, new FunctionTable(block));
    Random random = new Random(1);
    for (int i = 0; i < LOOKUPS; i++) {
      int offset = random.nextInt(script.length());
      long position = Positions.at(outline.lines(), offset);
      int row = table.around(Positions.line(position), Positions.column(position));
      assertEquals(
          outline.doubts() == 0 ? expected(outline, offset) : -1,
          row < 0 ? row : outline.first(row),
          () -> "offset " + offset);
    }
    int bytes = block.section(Section.EXTENTS).count();
    assertTrue(bytes <= 2 * outline.size(), () -> bytes + " bytes");
  }

  /** Returns the answer of the outline, whose functions begin at their first token. */
  private static int expected(Outline outline, int offset) {
    int row = outline.innermost(offset);
    while (row >= 0 && !contains(outline, row, offset)) {
      row = outline.parent(row);
    }
    int word = outline.startingAt(offset);
    boolean isClass = word >= 0 && outline.kind(word) == FunctionKind.CLASS;
    return isClass ? word : row;
  }

  private static boolean contains(Outline outline, int row, int offset) {
    return isFields(outline, row) || offset >= outline.start(row);
  }

  private static boolean isFields(Outline outline, int row) {
    return outline.kind(row) == FunctionKind.INSTANCE_FIELDS
        || outline.kind(row) == FunctionKind.STATIC_FIELDS;
  }
}

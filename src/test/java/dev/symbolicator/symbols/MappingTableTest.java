package dev.symbolicator.symbols;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.identity.KeySettings;
import dev.symbolicator.javascript.Lines;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.Dialect;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.SourceMap.Mapping;
import dev.symbolicator.sourcemap.SourceMap.MappingCursor;
import dev.symbolicator.sourcemap.SourceMapView;
import dev.symbolicator.symbols.Block.BlockWriter;
import dev.symbolicator.symbols.ExtentTable.ExtentTableWriter;
import dev.symbolicator.symbols.FunctionTable.FunctionTableWriter;
import dev.symbolicator.symbols.MappingTable.MappingTableWriter;
import dev.symbolicator.symbols.Positions.Place;
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
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Checks that a written table answers like its map. */
class MappingTableTest {
  private static final int LOOKUPS = 5_000;

  private static SourceMap map(String mappings) {
    return TestTables.read(
            "{\"version\":3,\"sources\":[\"a\",\"b\",\"c\"],\"mappings\":\"" + mappings + "\"}")
        .map();
  }

  private static MappingTable table(SourceMap map) {
    return table(map, null);
  }

  private static MappingTable table(SourceMap map, @Nullable String script) {
    Lines lines = script == null ? null : Outline.of(script, Dialect.JAVASCRIPT, plenty()).lines();
    BlockWriter block = new BlockWriter();
    new FunctionTableWriter(new NamePool(1, plenty()), plenty()).write(block);
    ExtentTableWriter.writeNone(block, plenty());
    MappingTableWriter.write(SourceMapView.lastMappings(map), lines, block, plenty());
    SourceTable.write(map, block, plenty());
    new PathReader(map, KeySettings.NONE, plenty())
        .write(new BitSet(), source -> null, block, plenty());
    return new MappingTable(Objects.requireNonNull(Block.open(block.finish(0, plenty()))));
  }

  private static @Nullable Place expected(SourceMap map, int line, int column) {
    Mapping mapping = map.find(line, column);
    return mapping == null
        ? null
        : new Place(
            mapping.source(), Positions.of(mapping.originalLine(), mapping.originalColumn()));
  }

  private static void assertSame(SourceMap map, MappingTable table, int line, int column) {
    assertEquals(expected(map, line, column), table.find(line, column), () -> line + ":" + column);
  }

  @Test
  void emptyMapHasNoOriginal() {
    assertEquals(null, table(map("")).find(0, 0));
  }

  @Test
  void positionBehindLastColumnOfItsLineHasNoOriginal() {
    SourceMap map = map("AAAA,EACA;;AACA");
    MappingTable table = table(map, "a+b\r\nc\nde");
    assertEquals(new Place(0, Positions.of(1, 0)), table.find(0, 3));
    assertEquals(null, table.find(0, 4));
    assertEquals(null, table.findOnLine(0, 4));
    assertEquals(new Place(0, Positions.of(1, 0)), table.find(1, 0));
    assertEquals(null, table.findOnLine(1, 0));
    assertEquals(new Place(0, Positions.of(2, 0)), table.findOnLine(2, 2));
    assertEquals(null, table.findOnLine(2, 3));
    assertEquals(null, table.findOnLine(3, 0));
  }

  @Test
  void mappingOutsideOfScriptIsLeftOut() {
    MappingTable table = table(map("AAAA,IACA,CACA;AACA"), "a+bc");
    assertEquals(new Place(0, Positions.of(1, 0)), table.find(0, 4));
    assertEquals(null, table.find(0, 5));
    assertEquals(null, table.findOnLine(1, 0));
  }

  /** Lines end in the midst of chunks, and at their ends. */
  @Test
  void linesOfManyChunksEndWhereScriptSays() {
    String line = "a".repeat(9);
    int lines = 100;
    String mappings = ("AAAA" + ",CACA".repeat(7) + ";").repeat(lines);
    MappingTable table = table(map(mappings), (line + "\n").repeat(lines));
    for (int i = 0; i < lines; i++) {
      assertEquals(table.findOnLine(i, 7), table.findOnLine(i, 9));
      assertNotNull(table.findOnLine(i, 9));
      assertNull(table.findOnLine(i, 10));
      assertNull(table.findOnLine(i, 1000));
    }
  }

  @Test
  void lastOfSeveralMappingsAnswersThereAndBehind() {
    SourceMap map = map("EAAA,AACA,AACA,AACA;AAAA,A");
    MappingTable table = table(map);
    assertEquals(new Place(0, Positions.of(3, 0)), table.find(0, 2));
    assertEquals(new Place(0, Positions.of(3, 0)), table.find(0, 3));
    assertNull(table.find(1, 0));
    assertSame(map, table, 1, 0);
    assertSame(map, table, 1, 1);
  }

  @Test
  void positionWhoseFirstMappingIsUnmappedHasOriginalOfTheLast() {
    SourceMap map = map("E,AAAA");
    assertEquals(new Place(0, 0), table(map).find(0, 2));
  }

  @Test
  void lastOfSeveralMappingsIsFoundAtEndsOfChunks() {
    for (int before = MappingTableWriter.CHUNK - 3;
        before < MappingTableWriter.CHUNK + 3;
        before++) {
      SourceMap map = map("CAAA" + ",CCAC,ADAD".repeat(before) + ",C,AAAC,CAAA");
      MappingTable table = table(map);
      for (int column = 0; column < before + 6; column++) {
        assertSame(map, table, 0, column);
      }
    }
  }

  @Property(tries = 300)
  void tableAnswersLikeAnyMap(@ForAll long seed, @ForAll @IntRange(max = 400) int segments) {
    SourceMap map = map(mappings(new Random(seed), segments));
    MappingTable table = table(map);
    Random random = new Random(seed);
    for (int i = 0; i < 200; i++) {
      assertSame(map, table, random.nextInt(12) - 1, random.nextInt(60) - 1);
    }
    assertSame(map, table, Integer.MAX_VALUE, Integer.MAX_VALUE - 1);
  }

  private static String mappings(Random random, int segments) {
    String[] shapes = {"A", "C", "E", "AAAA", "CAAC", "ECCC", "GDCD", "CAAD", "kBAAA", "AAEA"};
    StringBuilder text = new StringBuilder("AEgBA"); // Leaves room for negative differences.
    for (int i = 0; i < segments; i++) {
      text.append(random.nextInt(12) == 0 ? ';' : ',')
          .append(shapes[random.nextInt(shapes.length)]);
    }
    return text.toString();
  }

  @TestFactory
  Stream<DynamicTest> tableAnswersLikeEveryRecordedMap() {
    return Stream.concat(RecordedCase.own().stream(), RecordedCase.shared().stream())
        .flatMap(recorded -> maps(recorded.folder()).stream())
        .map(file -> DynamicTest.dynamicTest(file.toString(), () -> assertAnswers(file)));
  }

  private static List<Path> maps(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".map")).sorted().toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void assertAnswers(Path file) throws IOException {
    SourceMap map = TestTables.read(Files.readString(file)).map();
    MappingTable table = table(map);
    int lines = 0;
    int columns = 0;
    for (MappingCursor cursor = map.mappingsFrom(0, 0); cursor.next(); ) {
      lines = Math.max(lines, cursor.generatedLine());
      columns = Math.max(columns, cursor.generatedColumn());
      assertSame(map, table, cursor.generatedLine(), cursor.generatedColumn());
    }
    Random random = new Random(1);
    for (int i = 0; i < LOOKUPS; i++) {
      assertSame(map, table, random.nextInt(lines + 2), random.nextInt(columns + 2));
    }
  }
}

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
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
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

  private static final Path CASES = Path.of("src/test/resources/cases");

  private static final Path DIGESTS =
      Path.of("src/test/resources/symbols/blocks-v" + SymbolTable.VERSION + ".sha256");

  private static final int FUNCTIONS = 30_000;

  private static final int FIRST_OF_FOUR_BYTES = 1 << 24;

  /** Later releases read stored blocks, so the bytes of a version stay. */
  @Test
  void blocksHaveBytesOfTheirVersion() throws IOException {
    Map<String, SymbolTable> tables = new TreeMap<>();
    try (Stream<Path> files = Files.walk(CASES)) {
      for (Path script : files.filter(file -> file.toString().endsWith(".js")).toList()) {
        Path map = mapOf(script);
        if (map != null) {
          tables.put(
              CASES.relativize(script).toString().replace('\\', '/'),
              TestTables.table(Files.readString(script), Files.readString(map)));
        }
      }
    }
    assertTrue(tables.size() >= 7, "cases are missing: " + tables.keySet());
    tables.put("many functions in many sources", manyFunctions());
    tables.put("a function far to the right", farToTheRight());
    Path alone = CASES.resolve("index-map/app.js.map");
    tables.put("index-map/app.js without its script", withoutScript(alone));
    List<String> lines =
        tables.entrySet().stream()
            .map(entry -> sha256(entry.getValue().block()) + "  " + entry.getKey())
            .toList();
    Path written = Files.write(Path.of("target", DIGESTS.getFileName().toString()), lines);
    assertEquals(
        Files.readString(DIGESTS),
        String.join("\n", lines) + "\n",
        () ->
            "blocks or their inputs have changed: raise SymbolTable.VERSION, and keep " + written);
  }

  private static SymbolTable withoutScript(Path map) throws IOException {
    return TestTables.tableWithoutScript(Files.readString(map));
  }

  private static Path mapOf(Path script) {
    return Stream.of(script.resolveSibling(script.getFileName() + ".map"), secretMap(script))
        .filter(Files::exists)
        .findFirst()
        .orElse(null);
  }

  private static Path secretMap(Path script) {
    return script.resolveSibling("maps").resolve("app-secret.map");
  }

  private static SymbolTable manyFunctions() {
    StringBuilder script = new StringBuilder();
    StringBuilder mappings = new StringBuilder();
    StringBuilder sources = new StringBuilder();
    StringBuilder texts = new StringBuilder();
    for (int i = 0; i < FUNCTIONS; i++) {
      script.append("function f%06d(){}".formatted(i));
      mappings.append(i == 0 ? "" : ",").append(i == 0 ? "AAAA" : "oBCAA");
      sources.append(i == 0 ? "" : ",").append("\"s").append(i).append(".js\"");
      texts.append(i == 0 ? "" : ",").append("\"function name").append(i).append("(){}\"");
    }
    return TestTables.table(
        script.toString(),
        "{\"version\":3,\"sources\":[%s],\"sourcesContent\":[%s],\"names\":[],\"mappings\":\"%s\"}"
            .formatted(sources, texts, mappings));
  }

  private static SymbolTable farToTheRight() {
    String script = " ".repeat(FIRST_OF_FOUR_BYTES) + "function a(){}";
    return TestTables.table(
        script,
        MapOf.of(script, "far.js", "function far() {}").map("function a", "function far").json());
  }

  private static String sha256(byte[] block) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(block));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}

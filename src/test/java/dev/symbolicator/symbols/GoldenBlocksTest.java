package dev.symbolicator.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.TestTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks that blocks have the bytes of their version, since later releases read stored blocks. The
 * blocks are those of real bundles, and of made-up ones that need every width of numbers.
 */
class GoldenBlocksTest {
  private static final Path CASES = Path.of("src/test/resources/cases");
  private static final Path DIGESTS =
      Path.of("src/test/resources/symbols/blocks-v" + SymbolTable.VERSION + ".sha256");
  private static final int FUNCTIONS = 30_000;
  private static final int FIRST_OF_FOUR_BYTES = 1 << 24;

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

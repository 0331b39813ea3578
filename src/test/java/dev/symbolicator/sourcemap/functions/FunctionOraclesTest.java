package dev.symbolicator.sourcemap.functions;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.sourcemap.functions.FunctionNames.NamedFunction;
import dev.symbolicator.sourcemap.functions.OriginalNames.NameReading;
import dev.symbolicator.sourcemap.functions.OriginalNames.OriginalName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares the functions in the output of real tools with those that the tools' own readers find.
 * Skipped unless {@code src/test/functions/write-oracles.mjs} has run.
 */
class FunctionOraclesTest {

  private static final Path ORACLES = Path.of("target/functions/oracles");

  @ParameterizedTest
  @CsvSource({"scopes-random,90", "scopes-swc,50", "pasta,50", "metro,50"})
  void namesEqualThoseOfToolsOwnReader(String group, int atLeast) throws IOException {
    assumeTrue(Files.isDirectory(ORACLES), "write-oracles.mjs has not run");
    List<Path> tables = tables(group);
    assertTrue(tables.size() >= atLeast, () -> "only " + tables.size() + " maps");
    List<String> different = new ArrayList<>();
    int answers = 0;
    for (Path table : tables) {
      Path map = Path.of(table.toString().replace(".tsv", ".map"));
      FunctionNames names = FunctionNames.of(NamingMaps.read(Files.readAllBytes(map)), plenty());
      for (String row : Files.readAllLines(table)) {
        String[] cells = row.split("\t", -1);
        String expected = expected(group, cells[3]);
        NamedFunction found =
            names.at(
                Integer.parseInt(cells[0]), Integer.parseInt(cells[1]), Integer.parseInt(cells[2]));
        String text = found == null ? "-" : found.name() + " " + found.qualifiedName();
        if (!text.equals(expected)) {
          different.add(table.getFileName() + " " + row + " found " + text);
        }
        answers++;
      }
      assertEquals(0, names.problems(), table::toString);
    }
    System.out.println(
        "%s: %d maps, %d positions, %d different"
            .formatted(group, tables.size(), answers, different.size()));
    assertEquals(List.of(), different.stream().limit(10).toList());
  }

  private static List<Path> tables(String group) throws IOException {
    try (Stream<Path> files = Files.list(ORACLES)) {
      return files
          .filter(file -> file.getFileName().toString().matches(group + "-[0-9]+\\.tsv"))
          .toList();
    }
  }

  private static String expected(String group, String json) throws IOException {
    if (json.isEmpty()) {
      return "-";
    }
    Function<String, @Nullable OriginalName> reading =
        switch (group) {
          case "pasta" -> NameReading::pasta;
          case "metro" -> NameReading::metro;
          default -> OriginalName::plain;
        };
    OriginalName name = reading.apply(new ObjectMapper().readValue(json, String.class));
    return name == null ? "-" : name.v8() + " " + name.qualified();
  }
}

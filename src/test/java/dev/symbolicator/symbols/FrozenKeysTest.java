package dev.symbolicator.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Compares all functions of the texts in a folder with a table that was written when {@code f1} was
 * frozen, and not by this code.
 */
class FrozenKeysTest {
  private static final Path FOLDER = Path.of("src/test/resources/identity/frozen");
  private static final Path TABLE = FOLDER.resolve("frozen.tsv");
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String BROKEN =
      "An id or body hash that changes breaks the history of published profiles. A change of the"
          + " definition needs another name, f2, beside f1: see docs/identity.md. Missing (-) and"
          + " new (+) rows";

  @Test
  void noKeyChangesEver() throws IOException {
    List<String> frozen = rows();
    List<String> found = new ArrayList<>();
    for (String entry : entries(frozen)) {
      JsonNode unit =
          JSON.createObjectNode()
              .put("source", entry)
              .put("text", Files.readString(FOLDER.resolve(file(entry))));
      IdentityRows.of(unit).forEach(row -> found.add(entry + "\t" + written(row)));
    }
    assertTrue(frozen.size() > 400);
    assertEquals(List.of(), changes(frozen, found), BROKEN);
    assertEquals(frozen.size(), found.size());
  }

  @Test
  void everyTextHasRows() throws IOException {
    Set<String> listed = new TreeSet<>(Set.of("frozen.tsv"));
    entries(rows()).forEach(entry -> listed.add(file(entry)));
    try (Stream<Path> files = Files.list(FOLDER)) {
      Set<String> there =
          files
              .map(file -> file.getFileName().toString())
              .collect(Collectors.toCollection(TreeSet::new));
      assertEquals(there, listed);
    }
  }

  private static List<String> rows() throws IOException {
    return Files.readAllLines(TABLE).stream().filter(line -> !line.startsWith("#")).toList();
  }

  private static List<String> entries(List<String> rows) {
    return rows.stream().map(row -> row.substring(0, row.indexOf('\t'))).distinct().toList();
  }

  /** Returns the name of an entry's file, without what bundlers write behind it. */
  private static String file(String entry) {
    String path = entry.split("[? ]", 2)[0];
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static String written(JsonNode row) {
    String role = row.path("role").asText();
    return String.join(
        "\t",
        row.path("line").asText(),
        row.path("column").asText(),
        row.path("stability").asText(),
        row.path("id").asText(),
        row.path("body").asText(),
        role.isEmpty() ? "-" : role);
  }

  private static List<String> changes(List<String> frozen, List<String> found) {
    List<String> changes = new ArrayList<>();
    Set<String> left = new TreeSet<>(found);
    frozen.stream().filter(row -> !left.remove(row)).forEach(row -> changes.add("-" + row));
    left.forEach(row -> changes.add("+" + row));
    return changes;
  }
}

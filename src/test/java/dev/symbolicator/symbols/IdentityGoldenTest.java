package dev.symbolicator.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Compares all ids of the shared units with those that another program found. They are frozen. */
class IdentityGoldenTest {
  private static final Path UNITS = Path.of("../shared/identity/units.ndjson");
  private static final Path IDS = Path.of("../shared/identity/ids.ndjson");
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void allIdsAreAsPublished() throws IOException {
    assumeTrue(Files.exists(UNITS), "../shared/identity is absent");
    Map<String, String> found = new TreeMap<>();
    for (String unit : Files.readAllLines(UNITS)) {
      IdentityRows.of(JSON.readTree(unit)).forEach(row -> found.put(place(row), facts(row)));
    }
    Map<String, String> published = new TreeMap<>();
    for (String line : Files.readAllLines(IDS)) {
      JsonNode row = JSON.readTree(line);
      published.put(place(row), facts(row));
    }
    assertTrue(published.size() > 300);
    assertEquals(published, found);
  }

  private static String place(JsonNode row) {
    return row.path("unit").asText() + ":" + row.path("line") + ":" + row.path("column");
  }

  private static String facts(JsonNode row) {
    return row.path("id")
        + " "
        + row.path("stability")
        + " "
        + row.path("body")
        + " "
        + row.path("role");
  }
}

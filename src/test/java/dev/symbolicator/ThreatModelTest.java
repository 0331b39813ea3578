package dev.symbolicator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks that the packages, classes and methods in the table of docs/threat-model.md exist. */
class ThreatModelTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| \\*\\*.+ \\| (.+) \\| (.+) \\|$");
  private static final Pattern NAME =
      Pattern.compile("`([a-z]+(?:\\.[a-z]+)*)?\\.?([A-Z]\\w+)?(?:\\.(\\w+))?`");

  @Test
  void everythingNamedExists() throws IOException {
    List<MatchResult> rows =
        ROW.matcher(Files.readString(Path.of("docs/threat-model.md"))).results().toList();
    assertTrue(rows.size() > 30, "the threat model has few rows: " + rows.size());
    List<String> missing = new ArrayList<>();
    for (MatchResult row : rows) {
      addMissing("main", row.group(1), missing);
      addMissing("test", row.group(2), missing);
    }
    assertEquals(List.of(), missing);
  }

  private static void addMissing(String tree, String cell, List<String> missing)
      throws IOException {
    for (MatchResult found : NAME.matcher(cell).results().toList()) {
      String room = found.group(1) == null ? "" : "/" + found.group(1).replace('.', '/');
      String folder = "src/" + tree + "/java/dev/symbolicator" + room;
      Path path =
          Path.of(found.group(2) == null ? folder : folder + "/" + found.group(2) + ".java");
      boolean exists =
          Files.exists(path)
              && (found.group(3) == null
                  || Files.readString(path).contains(" " + found.group(3) + "("));
      if (!exists) {
        missing.add(found.group());
      }
    }
  }
}

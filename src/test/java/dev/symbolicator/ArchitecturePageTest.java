package dev.symbolicator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Compares the table of rooms in docs/architecture.md with {@link ArchitectureTest#ROOMS}. */
class ArchitecturePageTest {
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([a-z0-9.]+)` \\| [^|]+ \\| ([^|]+) \\|$");
  private static final Pattern ROOM = Pattern.compile("`([a-z0-9.]+)`");
  private static final Pattern CLASS = Pattern.compile("`([A-Z][A-Za-z]+)[`.]");

  @Test
  void tableOfRoomsEqualsTheTestedOne() throws IOException {
    Map<String, Set<String>> held = new TreeMap<>();
    ArchitectureTest.ROOMS.forEach((room, uses) -> held.put(room, new TreeSet<>(uses)));
    Map<String, Set<String>> shown = new TreeMap<>();
    Matcher row = ROW.matcher(Files.readString(Path.of("docs/architecture.md")));
    while (row.find()) {
      Set<String> uses = new TreeSet<>();
      Matcher room = ROOM.matcher(row.group(2));
      while (room.find()) {
        uses.add(room.group(1));
      }
      shown.put(row.group(1), uses);
    }
    assertEquals(held, shown);
  }

  @Test
  void everyNamedClassExists() throws IOException {
    Set<String> classes = new TreeSet<>(Set.of("OutOfMemoryError"));
    new ClassFileImporter()
        .importPackages("dev.symbolicator")
        .forEach(each -> classes.add(each.getSimpleName()));
    List<String> unknown =
        CLASS
            .matcher(Files.readString(Path.of("docs/architecture.md")))
            .results()
            .map(named -> named.group(1))
            .filter(name -> !classes.contains(name))
            .toList();
    assertEquals(List.of(), unknown);
  }
}

package dev.symbolicator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Compares docs/architecture.md and the packages' own descriptions with the code. */
class ArchitecturePageTest {
  private static final Pattern PICTURE = Pattern.compile("(?s)```text\n(.*?)```");
  private static final Pattern CLASS =
      Pattern.compile("(?:`|\\{@code )([A-Z]\\w+)(?:[.#]\\w+)?[`}]");
  private static final Pattern TEST = Pattern.compile("\\{@code \\w+Test}");
  private static final Pattern BLANKS = Pattern.compile(" +");
  private static final Set<String> OF_OTHERS = Set.of("OutOfMemoryError", "Error", "MeterRegistry");

  @Test
  void picturedPackagesUseTheirOwnRowAndRowsBelow() throws IOException {
    Map<String, Integer> rows = new HashMap<>();
    MatchResult picture = PICTURE.matcher(page()).results().findFirst().orElseThrow();
    int row = 0;
    for (String line : picture.group(1).lines().toList()) {
      row += line.startsWith(" ") ? 0 : 1; // a row may continue on the next line
      for (String name : BLANKS.splitAsStream(line.substring(11).trim()).toList()) {
        rows.put(name, row);
      }
    }
    assertEquals(ArchitectureTest.ROOMS.keySet(), rows.keySet());
    List<String> upwards = new ArrayList<>();
    ArchitectureTest.ROOMS.forEach(
        (user, used) ->
            used.stream()
                .filter(each -> rows.get(each) < rows.get(user))
                .forEach(each -> upwards.add(user + " uses " + each)));
    assertEquals(List.of(), upwards);
  }

  @Test
  void everyPackageSaysWhichTestsSpeakForIt() throws IOException {
    List<String> silent = new ArrayList<>();
    for (String room : ArchitectureTest.ROOMS.keySet()) {
      if (!TEST.matcher(description(room)).find()) {
        silent.add(room);
      }
    }
    assertEquals(List.of(), silent);
  }

  @Test
  void everyNamedClassExists() throws IOException {
    Set<String> classes = new TreeSet<>(OF_OTHERS);
    new ClassFileImporter()
        .importPackages("dev.symbolicator")
        .forEach(each -> classes.add(each.getSimpleName()));
    StringBuilder text = new StringBuilder(page());
    for (String room : ArchitectureTest.ROOMS.keySet()) {
      text.append(description(room));
    }
    List<String> unknown =
        CLASS
            .matcher(text)
            .results()
            .map(named -> named.group(1))
            .filter(name -> !classes.contains(name))
            .toList();
    assertEquals(List.of(), unknown);
  }

  private static String page() throws IOException {
    return Files.readString(Path.of("docs/architecture.md"));
  }

  private static String description(String room) throws IOException {
    return Files.readString(
        Path.of("src/main/java/dev/symbolicator", room.replace('.', '/'), "package-info.java"));
  }
}

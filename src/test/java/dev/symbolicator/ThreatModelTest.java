package dev.symbolicator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that the classes and methods named in docs/threat-model.md exist. */
class ThreatModelTest {
  private static final Pattern CLASS_OF_A_ROOM =
      Pattern.compile("`([a-z]+(?:\\.[a-z]+)*)\\.([A-Z]\\w+)(?:\\.(\\w+))?`");

  @Test
  void everyNamedClassExists() throws IOException {
    List<String> named = named().map(ThreatModelTest::path).distinct().toList();
    assertTrue(named.size() > 20, "the threat model names few classes: " + named);
    assertEquals(List.of(), named.stream().filter(path -> !Files.exists(Path.of(path))).toList());
  }

  @Test
  void everyNamedMethodExists() throws IOException {
    List<MatchResult> methods = named().filter(found -> found.group(3) != null).toList();
    assertFalse(methods.isEmpty());
    for (MatchResult found : methods) {
      String text = Files.readString(Path.of(path(found)));
      assertTrue(text.contains(" " + found.group(3) + "("), found::group);
    }
  }

  private static Stream<MatchResult> named() throws IOException {
    return CLASS_OF_A_ROOM.matcher(Files.readString(Path.of("docs/threat-model.md"))).results();
  }

  private static String path(MatchResult found) {
    String tree = found.group(2).endsWith("Test") ? "test" : "main";
    return "src/%s/java/dev/symbolicator/%s/%s.java"
        .formatted(tree, found.group(1).replace('.', '/'), found.group(2));
  }
}

package dev.symbolicator.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.ChildJvm;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {
  @TempDir private Path folder;

  @Test
  void temporaryDirectoryThatIsNotWritableIsOneLine() throws Exception {
    String option = "-Djava.io.tmpdir=" + folder.resolve("absent");
    Process process = ChildJvm.start(ChildJvm.of(List.of(), List.of(option), Main.class));
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(1, process.waitFor(), output);
    // The JVM's own lines: the options it picked up, and from Java 25 on the folder's absence.
    List<String> lines =
        output
            .lines()
            .filter(line -> !line.startsWith("Picked up") && !line.startsWith("WARNING: java.io"))
            .toList();
    assertEquals(1, lines.size(), output);
    assertTrue(lines.get(0).startsWith(folder.resolve("absent") + " is not writable."), output);
  }
}

package dev.symbolicator.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes read, write, replace and evict files of one folder at the same time. */
class SharedFolderTest {
  private static final int PROCESSES = 2;
  private static final int LIMIT = 1 << 19;
  private static final int ROUNDS = 4;
  @TempDir Path directory;

  /** One of the processes. */
  private record Child(Process process, BufferedReader out, Writer in) {
    static Child start(Path directory, int number) throws IOException {
      Process process =
          ChildJvm.start(
              ChildJvm.of(
                  FolderUser.class,
                  directory.toString(),
                  Integer.toString(LIMIT),
                  Integer.toString(number)));
      return new Child(
          process,
          process.inputReader(StandardCharsets.UTF_8),
          process.outputWriter(StandardCharsets.UTF_8));
    }

    void say(String line) throws IOException {
      in.write(line + "\n");
      in.flush();
    }
  }

  @Test
  void twoProcessesInOneFolderReadCorrectFilesAndKeepToTheLimit()
      throws IOException, InterruptedException {
    List<Child> children = new ArrayList<>();
    try {
      for (int number = 0; number < PROCESSES; number++) {
        children.add(Child.start(directory, number));
      }
      for (int round = 0; round < ROUNDS; round++) {
        for (Child child : children) {
          assertEquals("ready", child.out().readLine());
        }
        long room = room();
        assertTrue(room <= LIMIT + PROCESSES * (LIMIT / 8 + FolderUser.LARGEST), () -> "" + room);
        for (Child child : children) {
          child.say("go");
        }
      }
      for (Child child : children) {
        assertEquals("ready", child.out().readLine());
        child.say("end");
        assertEquals("read: true, evicted: true, failed: 0, damaged: 0", child.out().readLine());
        assertEquals(0, child.process().waitFor());
      }
      assertTrue(room() > LIMIT / 2);
    } finally {
      children.forEach(child -> child.process().destroyForcibly());
    }
  }

  /** Returns the bytes that all files take, half-written ones included, between two rounds. */
  private long room() throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile)
          .mapToLong(file -> DiskIndex.room(file.toFile().length()))
          .sum();
    }
  }
}

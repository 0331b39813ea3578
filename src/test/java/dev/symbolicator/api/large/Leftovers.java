package dev.symbolicator.api.large;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Looks for temporary files of this process, which have no names. */
final class Leftovers {
  private static final Path OPEN = Path.of("/proc/self/fd");

  private Leftovers() {}

  /** Returns how many temporary files are open; 0 where the system does not tell. */
  static long files() {
    if (!Files.isDirectory(OPEN)) {
      return 0;
    }
    try (Stream<Path> open = Files.list(OPEN)) {
      return open.filter(Leftovers::isTemporary).count();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static boolean isTemporary(Path open) {
    try {
      String target = Files.readSymbolicLink(open).toString();
      return target.contains("/profile-symbolicator") && target.contains("/.new-");
    } catch (IOException closedMeanwhile) {
      return false;
    }
  }

  static void awaitNone(ByteBudget budget) {
    Await.until(() -> budget.used() == 0 && files() == 0);
    assertEquals(0, files());
  }
}

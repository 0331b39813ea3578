package dev.symbolicator.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.ChildJvm;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.Settings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writes in a process whose files the system limits to 64 KiB. */
class FullDiskTest {
  @TempDir Path directory;

  @Test
  void fileThatCannotBeWrittenWholeIsAbsent() throws IOException, InterruptedException {
    String output =
        ChildJvm.output(
            ChildJvm.of(
                ChildJvm.withFilesUpTo(128), List.of(), Writer.class, directory.toString()));
    assertTrue(output.contains("written: true false true"), output);
    try (Stream<Path> files = Files.walk(directory)) {
      List<Long> sizes =
          files.filter(Files::isRegularFile).map(path -> path.toFile().length()).sorted().toList();
      assertEquals(List.of(1000L + 16, 1000L + 16), sizes);
    }
  }

  /** Writes a small and a large file, and a minute later another small file. */
  public static final class Writer {
    private Writer() {}

    public static void main(String[] arguments) {
      MovableClock clock = new MovableClock();
      StoreConfig config =
          Settings.of("symbolicator.cache.directory", arguments[0]).read(StoreConfig.class);
      DiskTier tier = new DiskTier(config, new SimpleMeterRegistry(), clock);
      boolean first = write(tier, 1, 1000);
      boolean large = write(tier, 2, 100_000);
      clock.pass(Duration.ofMinutes(1));
      System.out.println("written: " + first + " " + large + " " + write(tier, 3, 1000));
    }

    private static boolean write(DiskTier tier, int number, int size) {
      StoreKey key = StoreKey.of("default", StoreKey.StoredKind.BLOCK, new byte[] {(byte) number});
      return tier.write(key, ByteBuffer.allocate(size));
    }
  }
}

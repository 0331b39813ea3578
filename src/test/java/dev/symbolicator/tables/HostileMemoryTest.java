package dev.symbolicator.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compiles hostile pairs in a small heap. With {@code -Dhostile.kinds=. -Dhostile.bytes=40000000},
 * compiles every kind in the largest size that the manifests allow.
 */
class HostileMemoryTest {
  /** One kind for each store that can grow. */
  private static final String KINDS =
      "^(script (\\(|a=>|class\\{a;|\\?|line end)|source (\\(|a=>\\{|€\\(|.ts)|class fields|functions .*"
          + "|escaped text|names of .*|texts of no sources|long root|one source|sections"
          + "|mappings AAAA,|slow mappings A,|unsorted mappings|scopes BEAA,|Metro|pasta)$";

  private static final long LONGEST_MINUTES = 10;

  @TempDir Path folder;

  private int run(List<String> options, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(options);
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), HostileCompilations.class.getName()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output().toFile())
            .start();
    try {
      assertTrue(process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES), Files.readString(output()));
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }

  private Path output() {
    return folder.resolve("output");
  }

  @Test
  void processWithASmallHeapSurvivesHostilePairs() throws IOException, InterruptedException {
    String pairs = Files.createDirectory(folder.resolve("pairs")).toString();
    String kinds = System.getProperty("hostile.kinds", KINDS);
    String bytes = System.getProperty("hostile.bytes", "10000000");
    assertEquals(0, run(List.of("-Xmx3g"), "write", pairs, kinds, bytes));
    int status =
        run(
            List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError"),
            "compile",
            pairs);
    assertEquals(0, status, Files.readString(output()));
    assertTrue(Files.readString(output()).contains("compiled"), "some of them are compiled");
  }
}

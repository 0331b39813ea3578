package dev.symbolicator.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.ChildJvm;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HostileBodiesTest {
  private static final long LONGEST_MINUTES = 5;

  @Test
  void aProcessWithASmallHeapSurvivesWhateverItDecodes() throws IOException, InterruptedException {
    List<String> options = List.of("-Xmx96m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError");
    Process process = ChildJvm.start(ChildJvm.of(List.of(), options, HostileBodies.class));
    try {
      String output = new String(process.getInputStream().readAllBytes(), UTF_8);
      assertTrue(process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES), output);
      assertEquals(0, process.exitValue(), output);
      assertTrue(output.contains("OverBudget"), output);
      for (String alone :
          List.of(
              "br of 24 bits TooLarge",
              "br of 22 bits TooLarge",
              "zstd of 8 MiB TooLarge",
              "zstd of 1 GiB Corrupt",
              "zstd in one segment Corrupt",
              "plain Decoded")) {
        assertTrue(output.contains("alone: " + alone), output);
      }
      assertTrue(output.contains("left in flight: 0"), output);
    } finally {
      process.destroyForcibly();
    }
  }
}

package dev.symbolicator.content;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.ChildJvm;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostileBodiesTest {
  @Test
  void processWithSmallHeapSurvivesHostileBodies() throws IOException, InterruptedException {
    List<String> options = List.of("-Xmx96m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError");
    String output = ChildJvm.output(ChildJvm.of(List.of(), options, HostileBodies.class));
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
  }
}

package dev.symbolicator.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.OutsideProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Runs the tests of the page's model in Node.js, whose modules are those of the page. */
class PageModelTest {
  private static final int TIMEOUT_SECONDS = 120;

  @Test
  void modelPassesItsTestsInNode() throws IOException, InterruptedException {
    Path node = OutsideProgram.requireOrSkip("node");
    Process process =
        new ProcessBuilder(node.toString(), "--test", "src/test/page/model.test.mjs")
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS), output);
    assertEquals(0, process.exitValue(), output);
    assertTrue(output.contains("pass "), output);
  }
}

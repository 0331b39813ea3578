package dev.symbolicator.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.cli.Terminal.Progress;
import dev.symbolicator.testing.ChildJvm;
import dev.symbolicator.testing.OutsideProgram;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TerminalTest {
  private static final String ERASE = "\u001b[K";

  @TempDir private Path folder;

  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();

  private String file(String name, int bytes) throws IOException {
    return Files.write(folder.resolve(name), new byte[bytes]).toString();
  }

  private Progress progress(List<String> files) {
    return new Progress(new PrintStream(shown, true, StandardCharsets.UTF_8), "", files);
  }

  private String shown() {
    return shown.toString(StandardCharsets.UTF_8);
  }

  /** Runs the command behind a program that connects it to a terminal of its own, or to none. */
  private static String output(List<String> runner, int status) throws Exception {
    Process command =
        ChildJvm.start(ChildJvm.of(runner, List.of(), Main.class, "symbolicate", "--maps=none"));
    command.getOutputStream().close();
    String output = new String(command.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(status, command.waitFor(), output);
    return output;
  }

  @Test
  void lineIsRewrittenAndRemoved() throws IOException {
    String small = file("small", 1_001);
    String large = file("large", 2_600_000);
    Progress progress = progress(List.of(small, large, "none"));
    assertEquals("\r0 of 3 files, 0 kB of 3 MB" + ERASE, shown());
    shown.reset();
    progress.done(small);
    assertEquals("\r1 of 3 files, 2 kB of 3 MB" + ERASE, shown());
    shown.reset();
    progress.done(large);
    progress.done("none");
    assertTrue(shown().endsWith("\r3 of 3 files, 3 MB of 3 MB" + ERASE), shown());
    shown.reset();
    progress.clear();
    assertEquals("\r" + ERASE, shown());
  }

  @Test
  void oneFileHasNoProgress() throws IOException {
    Progress progress = progress(List.of(file("a", 1)));
    progress.done("a");
    progress.clear();
    assertEquals("", shown());
  }

  @Test
  void commandWithoutAFileAtATerminalShowsItsUsage() throws Exception {
    Path script = OutsideProgram.findOrSkip("script");
    String output =
        output(List.of("sh", "-c", "exec " + script + " -qec \"$*\" /dev/null", "sh"), 2);
    assertTrue(output.contains("Name a FILE, or pipe a profile into the command."), output);
    assertTrue(output.contains("Usage:"), output);
  }

  @Test
  void commandWithoutAFileInAPipeReadsIt() throws Exception {
    assertFalse(output(List.of(), 1).contains("Usage:"), "the folder of maps is missing, no more");
  }
}

package dev.symbolicator.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

public final class ChildJvm {
  private static final long LONGEST_MINUTES = 5;

  private ChildJvm() {}

  public static ProcessBuilder of(Class<?> main, String... arguments) {
    return of(List.of(), List.of(), main, arguments);
  }

  /** The runner is a command that gets the JVM's command as its last arguments. */
  public static ProcessBuilder of(
      List<String> runner, List<String> options, Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>(runner);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:-UsePerfData"); // Otherwise the JVM writes into the temporary directory.
    command.add("-Xmx256m");
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true);
  }

  /** Returns a runner under which no file grows beyond some blocks of 512 bytes. */
  public static List<String> withFilesUpTo(int blocks) {
    return List.of("sh", "-c", "ulimit -f " + blocks + " && exec \"$@\"", "sh");
  }

  /** Returns a runner under which a folder is a volume of 256 KiB, or skips the test. */
  public static List<String> withSmallVolume(Path folder) throws IOException, InterruptedException {
    List<String> mounted =
        List.of(
            OutsideProgram.findOrSkip("unshare").toString(),
            "-Urm",
            "sh",
            "-c",
            "mount -t tmpfs -o size=256k none \"$0\" && exec \"$@\"",
            folder.toString());
    List<String> nothing = new ArrayList<>(mounted);
    nothing.add("true");
    Assumptions.assumeTrue(
        start(new ProcessBuilder(nothing)).waitFor() == 0,
        "This test mounts a file system, which only root may do here");
    return mounted;
  }

  /** Starts a process that is ended after five minutes, so that no test hangs. */
  public static Process start(ProcessBuilder command) throws IOException {
    Process process = command.start();
    CompletableFuture.delayedExecutor(LONGEST_MINUTES, TimeUnit.MINUTES)
        .execute(process::destroyForcibly);
    return process;
  }

  public static String output(ProcessBuilder command) throws IOException, InterruptedException {
    Process process = start(command);
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
    return output;
  }
}

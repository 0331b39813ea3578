package dev.symbolicator.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Processes of their own that run a main class of the tests. */
public final class ChildJvm {
  private static final long LONGEST_MINUTES = 5;

  private ChildJvm() {}

  /** The command that runs a class; what it prints and logs comes as one stream. */
  public static ProcessBuilder of(Class<?> main, String... arguments) {
    return of(List.of(), List.of(), main, arguments);
  }

  /**
   * The same, run by another command.
   *
   * @param runner gets the JVM's command as its last arguments
   * @param options of the JVM
   */
  public static ProcessBuilder of(
      List<String> runner, List<String> options, Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>(runner);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:-UsePerfData"); // nothing of the JVM's own in the temporary directory
    command.add("-Xmx256m");
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true);
  }

  /**
   * A runner that lets no file grow beyond a size.
   *
   * @param blocks of 512 bytes
   */
  public static List<String> withFilesUpTo(int blocks) {
    return List.of("sh", "-c", "ulimit -f " + blocks + " && exec \"$@\"", "sh");
  }

  /**
   * Starts a process that is ended after some minutes at the latest, so that whoever reads what it
   * prints, or waits for it, does so no longer.
   */
  public static Process start(ProcessBuilder command) throws IOException {
    Process process = command.start();
    CompletableFuture.delayedExecutor(LONGEST_MINUTES, TimeUnit.MINUTES)
        .execute(process::destroyForcibly);
    return process;
  }

  /** What a process prints until its end, which has to be a good one. */
  public static String output(ProcessBuilder command) throws IOException, InterruptedException {
    Process process = start(command);
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
    return output;
  }
}

package dev.symbolicator.testing;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Processes of their own that run a main class of the tests. */
public final class ChildJvm {
  private ChildJvm() {}

  /** The command that runs a class; what it prints and logs comes as one stream. */
  public static ProcessBuilder of(Class<?> main, String... arguments) {
    return of(List.of(), main, arguments);
  }

  /** The same, run by another command, which gets it as its last arguments. */
  public static ProcessBuilder of(List<String> runner, Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>(runner);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:-UsePerfData", // nothing of the JVM's own in the temporary directory
            "-Xmx256m",
            "-cp",
            System.getProperty("java.class.path"),
            main.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true);
  }
}

package dev.symbolicator.testing;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * Finds programs from outside that some tests run.
 *
 * <p>Where one is absent, the test is skipped and names the missing program. In continuous
 * integration ({@code CI=true}), where {@code .ci/run} installs the programs, the absence of a
 * required one is a failure. {@code OUTSIDE_PROGRAMS=skip} skips all these tests, since a second
 * JDK tells nothing new about the programs.
 */
public final class OutsideProgram {
  private static final Map<String, String> HOW_TO_INSTALL =
      Map.of(
          "chromium", "apt-get install chromium",
          "kafka",
              "./mvnw -f src/test/kafka/pom.xml … as in .ci/run, or set KAFKA_JARS to the jars' folder",
          "kubectl", "https://kubernetes.io/docs/tasks/tools/",
          "node", "apt-get install nodejs",
          "redis-server", "apt-get install redis-server",
          "SBOM", "./mvnw package -DskipTests -Psbom",
          "s3proxy.jar",
              "./mvnw dependency:copy … as in .ci/run, or set S3PROXY_JAR to the path of the jar");

  private OutsideProgram() {}

  /**
   * Returns the path of a program, or ends the test that needs the program.
   *
   * @param program a name to look for on the PATH, or a path with a separator in it
   * @throws org.opentest4j.TestAbortedException if it is absent, which JUnit counts as skipped
   * @throws AssertionError if it is absent in continuous integration
   */
  public static Path requireOrSkip(String program) {
    return installed(program)
        .orElseGet(() -> absent(program, isContinuousIntegration(System.getenv("CI"))));
  }

  /** Like {@link #requireOrSkip}, but for a file, such as a program that another one runs. */
  public static Path requireFileOrSkip(String program, Path file) {
    Assumptions.assumeFalse(
        isUnwanted(System.getenv("OUTSIDE_PROGRAMS")),
        "Tests of outside programs are off: OUTSIDE_PROGRAMS=skip");
    return Files.isRegularFile(file)
        ? file
        : absent(program, isContinuousIntegration(System.getenv("CI")));
  }

  /**
   * Like {@link #requireOrSkip}, but the test is skipped in continuous integration too. For checks
   * of facts that another test already holds.
   */
  public static Path findOrSkip(String program) {
    return installed(program).orElseGet(() -> absent(program, false));
  }

  private static Optional<Path> installed(String program) {
    Assumptions.assumeFalse(
        isUnwanted(System.getenv("OUTSIDE_PROGRAMS")),
        "Tests of outside programs are off: OUTSIDE_PROGRAMS=skip");
    return find(program, System.getenv("PATH"));
  }

  static boolean isUnwanted(@Nullable String outsidePrograms) {
    return "skip".equals(outsidePrograms);
  }

  static Path absent(String program, boolean isFailure) {
    String message = "This test needs the program '%s', which is not installed".formatted(program);
    String advice = HOW_TO_INSTALL.get(program);
    if (advice != null) {
      message += ". To install it: " + advice;
    }
    return isFailure ? fail(message) : Assumptions.abort(message);
  }

  static boolean isContinuousIntegration(String ci) {
    return "true".equalsIgnoreCase(ci) || "1".equals(ci);
  }

  static Optional<Path> find(String program, String searchPath) {
    if (program.contains(File.separator)) {
      return Optional.of(Path.of(program)).filter(OutsideProgram::isProgram);
    }
    return Stream.ofNullable(searchPath)
        .flatMap(path -> Stream.of(path.split(File.pathSeparator)))
        .filter(folder -> !folder.isEmpty())
        .flatMap(folder -> inFolder(folder, program))
        .filter(OutsideProgram::isProgram)
        .findFirst();
  }

  private static Stream<Path> inFolder(String folder, String program) {
    try {
      return Stream.of(Path.of(folder, program));
    } catch (InvalidPathException e) {
      return Stream.empty();
    }
  }

  private static boolean isProgram(Path path) {
    return Files.isRegularFile(path) && Files.isExecutable(path);
  }
}

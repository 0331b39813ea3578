package dev.symbolicator.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts the packaged service, as the lane of the service has built it, without a topic. */
@Tag("service")
class KafkaAbsentTest {
  private static final Path JAR = Path.of("target/quarkus-app/quarkus-run.jar");

  @TempDir private Path folder;

  @Test
  void noClassOfKafkaIsLoadedWithoutATopic() throws IOException {
    Assumptions.assumeTrue(Files.exists(JAR), "This test needs the packaged service: " + JAR);
    Path output = folder.resolve("output.txt");
    Process service =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-UsePerfData",
                "-Xmx256m",
                "-Xlog:class+load:file=" + folder.resolve("classes.txt"),
                "-Dquarkus.http.port=0",
                "-Dsymbolicator.cache.max-disk-size=0",
                "-jar",
                JAR.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      Await.until(() -> !service.isAlive() || text(output).contains("Listening on"));
      assertTrue(service.isAlive(), text(output));
      List<String> loaded = Files.readAllLines(folder.resolve("classes.txt"));
      assertTrue(loaded.stream().anyMatch(line -> line.contains(KafkaMode.class.getName())));
      assertEquals(
          List.of(), loaded.stream().filter(line -> line.contains("org.apache.kafka.")).toList());
    } finally {
      Await.value(service.destroyForcibly().onExit());
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

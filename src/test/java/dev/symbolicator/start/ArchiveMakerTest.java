package dev.symbolicator.start;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.ChildJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArchiveMakerTest {
  @TempDir private Path folder;

  /** There is no service to start, as if the store of an image's layers had been emptied. */
  @ParameterizedTest
  @CsvSource({"'', 0", "--required, 1"})
  void failureEndsWithOneOnlyWhereTheArchiveIsRequired(String option, int status)
      throws IOException, InterruptedException {
    Process process =
        ChildJvm.start(
            ChildJvm.of(
                List.of(),
                List.of("-Djava.io.tmpdir=" + folder),
                ArchiveMaker.class,
                folder.resolve("absent.jar").toString(),
                folder.resolve("classes.jsa").toString(),
                option));
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(status, process.waitFor(), output);
    assertTrue(output.contains("without an archive of its classes"), output);
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(List.of(), left.toList());
    }
  }
}

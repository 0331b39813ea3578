package dev.symbolicator.content;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MissingLibrariesTest {
  /**
   * Libraries are loaded from the temporary folder, which is absent here. A JDK 25 warns of native
   * libraries.
   */
  @Test
  void codingsWithoutTheirLibraryAreUnsupported(@TempDir Path folder)
      throws IOException, InterruptedException {
    List<String> options = List.of("-Djava.io.tmpdir=" + folder.resolve("absent"));
    assertEquals(
        """
        at first: Supported[applied=[BR]]
        zstd: NoLibrary[detail=zstd, whose library this service cannot load]
        missing: [BR, ZSTD]
        then: Unsupported[detail=br, whose library this service cannot load], [gzip, deflate]
        offers: [IDENTITY, GZIP]
        gzip: Decoded
        """,
        ChildJvm.output(ChildJvm.of(List.of(), options, MissingLibraries.class))
            .lines()
            .filter(line -> !line.isEmpty() && !line.startsWith("WARNING: "))
            .collect(Collectors.joining("\n", "", "\n")));
  }
}

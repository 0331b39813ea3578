package dev.symbolicator.sourcemap;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.sourcemap.SourceMapReader.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading.Read;
import dev.symbolicator.sourcemap.link.SourceMappingUrl;
import dev.symbolicator.url.DataUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reads the maps of real bundles, if the corpus lies beside the project. */
@EnabledIf(value = "isHere", disabledReason = "The corpus is not at ../shared/corpus")
class CorpusMapsTest {

  private static final Path FOLDER = Path.of("..", "shared", "corpus");

  static boolean isHere() {
    return Files.isDirectory(FOLDER);
  }

  static List<Path> maps() {
    return files(".map");
  }

  static List<Path> scripts() {
    return files(".js").stream().filter(path -> !path.toString().contains("orig-src")).toList();
  }

  @ParameterizedTest
  @MethodSource("maps")
  void mapIsReadWithoutProblems(Path path) throws IOException {
    check(Files.readAllBytes(path));
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void scriptNamesItsMap(Path path) throws IOException {
    SourceMappingUrl url = SourceMappingUrl.find(null, null, Files.readAllBytes(path));
    if (path.toString().contains("esbuild-header")) {
      assertEquals(null, url);
      return;
    }
    assertNotNull(url);
    if (DataUrl.is(url.url())) {
      check(Objects.requireNonNull(DataUrl.parse(url.url())).bytes());
    } else {
      assertTrue(Files.exists(path.resolveSibling(url.url())), url.url());
    }
  }

  private static void check(byte[] json) {
    Read read =
        assertInstanceOf(
            Read.class, SourceMapReader.read(json, ReadOptions.strict(Maps.BASE), plenty()));
    assertFalse(read.map().mappingCount() == 0);
    NaiveComparison.check(json);
    for (int source = 0; source < read.map().sourceCount(); source++) {
      assertNotNull(read.map().sourceUrl(source));
    }
  }

  private static List<Path> files(String suffix) {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      return files.filter(path -> path.toString().endsWith(suffix)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

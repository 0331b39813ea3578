package dev.symbolicator.sourcemap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.google.debugging.sourcemap.proto.Mapping.OriginalMapping;
import dev.symbolicator.bench.BenchMaps;
import dev.symbolicator.sourcemap.SourceMap.Mapping;
import dev.symbolicator.sourcemap.SourceMap.MappingCursor;
import dev.symbolicator.sourcemap.link.SourceMappingUrl;
import dev.symbolicator.url.DataUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares answers with those of closure-compiler. Every difference has a known {@link
 * ClosureFault}.
 *
 * <p>The maps are the recorded cases, the corpus if it lies beside the project, and the maps of npm
 * packages if they were fetched (src/test/bench/README.md). The system property {@code
 * differential.positions} sets how many random positions of each map are compared.
 */
class ClosureDifferentialTest {
  private static final int POSITIONS = Integer.getInteger("differential.positions", 20_000);
  private static final Path SCRIPT_WITH_ITS_MAP = Path.of("esbuild-inline", "app.js");
  private static final int BEYOND = 3;
  private static final int ONE_BEYOND_IN = 64;

  static Stream<Path> maps() {
    return Stream.of(
            inside(Path.of("src", "test", "resources", "cases")),
            inside(Path.of("..", "shared", "corpus")),
            BenchMaps.all())
        .flatMap(List::stream);
  }

  @ParameterizedTest
  @MethodSource("maps")
  void answersEqualClosuresExceptForItsFaults(Path path) throws IOException {
    byte[] bytes = Files.readAllBytes(path);
    ClosureMap maps = new ClosureMap(isScript(path) ? inlineMap(bytes) : bytes);
    Map<ClosureFault, Integer> faults = new EnumMap<>(ClosureFault.class);
    long[] mappings = mappings(maps.map());
    int lines = line(mappings[mappings.length - 1]) + 1;
    SplittableRandom random = new SplittableRandom(426);
    for (int i = 0; i < POSITIONS; i++) {
      long near = mappings[random.nextInt(mappings.length)];
      int line = i % 2 == 0 ? line(near) : random.nextInt(lines);
      if (i % ONE_BEYOND_IN == 0) {
        line = lines + random.nextInt(BEYOND);
      }
      int column = Math.max(0, column(near) + random.nextInt(BEYOND) - 1);
      OriginalMapping closures = maps.closuresAnswer(line, column);
      Mapping ours = maps.map().find(line, column);
      if (!maps.isSame(closures, ours)) {
        faults.merge(fault(maps, line, column, closures, ours), 1, Integer::sum);
      }
    }
    System.out.println(path + ": " + POSITIONS + " positions compared, faults " + faults);
  }

  private static ClosureFault fault(
      ClosureMap maps, int line, int column, OriginalMapping closures, Mapping ours) {
    for (ClosureFault fault : ClosureFault.values()) {
      if (fault.explains(maps, line, column, closures)) {
        return fault;
      }
    }
    return fail("At %d:%d closure says %s, we %s".formatted(line, column, closures, ours));
  }

  /** Returns the generated position of each mapping, with line and column in one number. */
  private static long[] mappings(SourceMap map) {
    long[] positions = new long[map.mappingCount()];
    MappingCursor cursor = map.mappingsFrom(0, 0);
    for (int i = 0; cursor.next(); i++) {
      positions[i] = ((long) cursor.generatedLine() << 32) | cursor.generatedColumn();
    }
    return positions;
  }

  private static int line(long position) {
    return (int) (position >> 32);
  }

  private static int column(long position) {
    return (int) position;
  }

  private static List<Path> inside(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(path -> isScript(path) || path.toString().endsWith(".map"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isScript(Path path) {
    return path.endsWith(SCRIPT_WITH_ITS_MAP);
  }

  private static byte[] inlineMap(byte[] script) {
    String url = Objects.requireNonNull(SourceMappingUrl.find(null, null, script)).url();
    return Objects.requireNonNull(DataUrl.parse(url)).bytes();
  }

  /** If this or one of the next two fails, closure-compiler has corrected the fault. */
  @Test
  void positionBehindTheLastLineHasNoAnswer() {
    ClosureMap maps = new ClosureMap(Maps.withMappings("AAAA"));
    assertNull(maps.closuresAnswer(1, 0));
    assertEquals("0:0:0", Maps.find(maps.map(), 1, 0));
    assertTrue(ClosureFault.ENDS_WITH_THE_LAST_LINE.explains(maps, 1, 0, null));
  }

  @Test
  void oneOfSeveralMappingsAtAPositionIsTakenByChance() {
    ClosureMap maps = new ClosureMap(Maps.withMappings("AAAA,AACA,AACA"));
    assertEquals(2, maps.closuresAnswer(0, 0).getLineNumber());
    assertEquals("0:2:0", Maps.find(maps.map(), 0, 0));
    assertTrue(ClosureFault.ANY_OF_SEVERAL.explains(maps, 0, 0, maps.closuresAnswer(0, 0)));
  }

  @Test
  void lastMappingOfASectionEndsAfterOneColumn() {
    String section = "{'version':3,'sources':['a.js'],'names':[],'mappings':'AAAA'}";
    ClosureMap maps =
        new ClosureMap(
            Maps.json(
                "{'version':3,'sections':[{'offset':{'line':0,'column':0},'map':"
                    + section
                    + "},{'offset':{'line':0,'column':9},'map':"
                    + section
                    + "}]}"));
    assertNotNull(maps.closuresAnswer(0, 0));
    assertNull(maps.closuresAnswer(0, 1));
    assertEquals("0:0:0", Maps.find(maps.map(), 0, 1));
    assertTrue(ClosureFault.CUTS_SECTIONS_SHORT.explains(maps, 0, 1, null));
  }
}

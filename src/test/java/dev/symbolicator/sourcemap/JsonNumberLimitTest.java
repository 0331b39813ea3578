package dev.symbolicator.sourcemap;

import static dev.symbolicator.sourcemap.Maps.json;
import static dev.symbolicator.sourcemap.Maps.lenient;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading.Read;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonNumberLimitTest {

  @Test
  void numberOfAThousandCharactersIsReadAndALongerOneIsNone() {
    String longest = "3." + "0".repeat(998);
    assertEquals(1_000, longest.length());
    assertEquals(List.of(), kinds(longest));
    assertEquals(List.of(MapProblemKind.UNSUPPORTED_VERSION), kinds(longest + "0"));
  }

  private static List<MapProblemKind> kinds(String version) {
    Read read = lenient(json("{'version':" + version + ",'sources':[],'mappings':''}"));
    return read.problems().stream().map(SourceMapProblem::kind).toList();
  }
}

package dev.symbolicator.sourcemap.functions;

import static dev.symbolicator.testing.Allowances.plenty;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.symbolicator.sourcemap.SourceMapReader;
import dev.symbolicator.sourcemap.SourceMapReader.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Replays the inputs in the test resources. Searches for new ones with {@code JAZZER_FUZZ=1}. */
class FunctionNamesFuzzTest {

  @FuzzTest(maxDuration = "10m")
  void readingFunctionsNeverThrows(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1).replaceAll("[\"\\\\\0-\37]", "");
    List<String> two = List.of("f", "C#get__x");
    askAll(map(two, NamingMaps.SCOPES, "'" + text + "'"));
    askAll(map(two, NamingMaps.SCOPES, "['" + text + "','" + text + "']"));
    askAll(map(two, NamingMaps.PASTA, "['" + text + "']"));
    askAll(map(two, NamingMaps.METRO, NamingMaps.metroEntry(List.of("a.b", text), text)));
    askAll(bytes);
  }

  private static byte[] map(List<String> names, String member, String value) {
    String json = NamingMaps.map(2, names, member, value).replace('\'', '"');
    return json.getBytes(StandardCharsets.UTF_8);
  }

  static void askAll(byte[] json) {
    if (SourceMapReader.read(json, ReadOptions.lenient(null), plenty())
        instanceof SourceMapReading.Read read) {
      FunctionNames names = FunctionNames.of(read, plenty());
      for (int source = -1; source < 3; source++) {
        for (int line = 0; line < 4; line++) {
          for (int column = 0; column < 40; column += 3) {
            names.at(source, line, column);
          }
        }
      }
    }
  }
}

package dev.symbolicator.symbolication;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.ChildJvm;
import dev.symbolicator.testing.TestOrigin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManyTablesTest {
  private static final int SCRIPTS = 14;
  private static final int METHODS = 16_000;
  private static final int LONG_NAME = 900;

  /**
   * Blanks that lengthen a source, since long qualified names are kept only in proportion to their
   * source.
   */
  private static final int BLANKS = 4_000_000;

  @TempDir private Path folder;

  private static void serve(TestOrigin origin, int number) {
    StringBuilder script = new StringBuilder("class C{");
    StringBuilder source = new StringBuilder("class ").append("L".repeat(LONG_NAME)).append('{');
    StringBuilder mappings = new StringBuilder();
    int generated = 0;
    int original = 0;
    for (int i = 0; i < METHODS; i++) {
      for (int at : new int[] {0, "a(){".length()}) {
        int column = source.length() + (at == 0 ? 0 : "m00000(){".length());
        mappings.append(mappings.length() == 0 ? "" : ",");
        mappings.append(vlq(script.length() + at - generated)).append("AA");
        mappings.append(vlq(column - original));
        generated = script.length() + at;
        original = column;
      }
      script.append("a(){x}");
      source.append("m%05d(){x}".formatted(i));
    }
    source.append('}').append(" ".repeat(BLANKS));
    script.append("}//").append(number).append("\n//# sourceMappingURL=").append(number);
    origin.serve("/" + number + ".js", "text/javascript", script.append(".js.map").toString());
    origin.serve(
        "/" + number + ".js.map",
        "application/json",
        "{\"version\":3,\"sources\":[\"s%d.js\"],\"names\":[],\"mappings\":\"%s\",\"sourcesContent\":[\"%s\"]}"
            .formatted(number, mappings, source));
  }

  private static String vlq(int value) {
    String digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    StringBuilder text = new StringBuilder();
    int rest = value << 1;
    do {
      int digit = rest & 31;
      rest >>= 5;
      text.append(digits.charAt(rest > 0 ? digit | 32 : digit));
    } while (rest > 0);
    return text.toString();
  }

  @Test
  void profileWhoseTablesPassTheHeapIsSymbolicated() throws Exception {
    try (TestOrigin origin = TestOrigin.start()) {
      for (int script = 0; script < SCRIPTS; script++) {
        serve(origin, script);
      }
      String output = run(origin.origin());
      String both = "mapped %d one by one, %d at once".formatted(SCRIPTS, SCRIPTS);
      assertTrue(output.contains(both), output);
      assertFalse(output.contains("from disk 0"), output);
    }
  }

  private String run(String origin) throws IOException, InterruptedException {
    return ChildJvm.output(
        ChildJvm.of(
            List.of(),
            List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError"),
            ManyTables.class,
            origin,
            folder.resolve("cache").toString(),
            Integer.toString(SCRIPTS)));
  }
}

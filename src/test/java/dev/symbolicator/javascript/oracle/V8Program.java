package dev.symbolicator.javascript.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.testing.OutsideProgram;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Asks V8 for the functions of texts. One run of Node.js compiles all texts and runs none. Without
 * Node.js the test is skipped, except in CI.
 */
public final class V8Program {
  private static final String SCRIPT = "src/test/scanner/v8-functions.mjs";

  private V8Program() {}

  /**
   * Returns the functions of each text, except those at its very beginning. A text is a script or a
   * module.
   */
  public static List<List<V8Function>> functions(List<String> texts)
      throws IOException, InterruptedException {
    String node = OutsideProgram.requireOrSkip("node").toString();
    Path folder = Files.createTempDirectory("v8");
    try {
      List<String> command = new ArrayList<>(List.of(node, SCRIPT));
      for (int i = 0; i < texts.size(); i++) {
        command.add(Files.writeString(folder.resolve(i + ".js"), texts.get(i)).toString());
      }
      Path answer = folder.resolve("answer");
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(answer.toFile())
              .redirectError(Redirect.INHERIT)
              .start();
      assertEquals(0, process.waitFor());
      return functions(texts.size(), Files.readAllLines(answer));
    } finally {
      delete(folder);
    }
  }

  private static List<List<V8Function>> functions(int texts, List<String> lines) {
    List<List<V8Function>> functions =
        Stream.generate(ArrayList<V8Function>::new)
            .limit(texts)
            .<List<V8Function>>map(list -> list)
            .toList();
    for (String line : lines) {
      String[] cells = line.split("\t", -1);
      int start = Integer.parseInt(cells[1]);
      if (start > 0) {
        String name = TreeRow.name(cells[2]);
        functions.get(Integer.parseInt(cells[0])).add(new V8Function(start, name));
      }
    }
    return functions;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}

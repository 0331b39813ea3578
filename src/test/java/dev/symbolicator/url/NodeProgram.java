package dev.symbolicator.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.symbolicator.testing.OutsideProgram;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * Runs a JavaScript function over a list of values in Node.js. Where Node.js is missing, the test
 * is skipped, but fails in continuous integration.
 */
final class NodeProgram {
  static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private static final String MAP_STANDARD_INPUT =
      """
      const values = JSON.parse(require('fs').readFileSync(0, 'utf8'));
      Promise.all(values.map(read)).then(answers => process.stdout.write(JSON.stringify(answers)));
      """;

  private NodeProgram() {}

  /**
   * Returns the function's result for each value.
   *
   * @param read the declaration of a function {@code read}, which may be asynchronous
   */
  static <T> List<T> map(String read, List<?> values, TypeReference<List<T>> type)
      throws IOException, InterruptedException {
    Path answer = Files.createTempFile("node", ".json");
    try {
      Process node = start(read + MAP_STANDARD_INPUT, answer);
      try (OutputStream in = node.getOutputStream()) {
        JSON.writeValue(in, values);
      }
      assertEquals(0, node.waitFor());
      List<T> answers = JSON.readValue(answer.toFile(), type);
      assertEquals(values.size(), answers.size());
      long notNull = answers.stream().filter(Objects::nonNull).count();
      assertTrue(
          notNull > values.size() / 4, "too few for a comparison: Node.js read only " + notNull);
      return answers;
    } finally {
      Files.delete(answer);
    }
  }

  private static Process start(String script, Path answer) throws IOException {
    String node = OutsideProgram.requireOrSkip("node").toString();
    return new ProcessBuilder(node, "-e", script)
        .redirectOutput(answer.toFile())
        .redirectError(Redirect.INHERIT)
        .start();
  }
}

package dev.symbolicator.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares thousands of texts with the {@code URL} of Node.js, an independent reader of the same
 * standard.
 */
class NodeDifferentialTest {
  private static final int CASES = 20_000;
  private static final long SEED = 1;

  private static final String SCRIPT =
      """
      const cases = JSON.parse(require('fs').readFileSync(0, 'utf8'));
      const read = ({text, base}) => {
        try {
          const url = base === null ? new URL(text) : new URL(text, base);
          const {href, host, port, pathname: path, search, hash, origin} = url;
          return {href, host, port, path, search, hash, origin};
        } catch (e) {
          return null;
        }
      };
      process.stdout.write(JSON.stringify(cases.map(read)));
      """;

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  @TempDir Path folder;

  @Test
  void readsWhatNodeReadsSaveTheKnownDifferences() throws IOException, InterruptedException {
    List<UrlCase> cases = cases();
    List<@Nullable UrlParts> answers = askNode(cases);
    assertEquals(cases.size(), answers.size());
    List<String> unexplained = new ArrayList<>();
    for (int i = 0; i < cases.size(); i++) {
      WebUrl url = cases.get(i).parse();
      UrlParts ours = url == null ? null : UrlParts.of(url);
      UrlParts node = answers.get(i);
      if (!Objects.equals(ours, node) && !NodeDifference.isKnown(cases.get(i), ours, node)) {
        unexplained.add(
            JSON.writeValueAsString(cases.get(i)) + "\n ours " + ours + "\n node " + node);
      }
    }
    assertTrue(
        unexplained.isEmpty(),
        () -> unexplained.size() + " differ:\n" + String.join("\n", unexplained));
  }

  private static List<UrlCase> cases() {
    Random random = new Random(SEED);
    List<UrlCase> cases = new ArrayList<>();
    for (int i = 0; i < CASES; i++) {
      String base = random.nextInt(3) == 0 ? null : UrlTexts.pick(UrlTexts.BASES, random);
      cases.add(new UrlCase(UrlTexts.next(random), base));
    }
    return cases;
  }

  private List<@Nullable UrlParts> askNode(List<UrlCase> cases)
      throws IOException, InterruptedException {
    Path answer = folder.resolve("answer.json");
    Process node;
    try {
      node =
          new ProcessBuilder("node", "-e", SCRIPT)
              .redirectOutput(answer.toFile())
              .redirectError(Redirect.INHERIT)
              .start();
    } catch (IOException e) {
      assumeTrue("true".equals(System.getenv("CI")), "needs the program node");
      throw e;
    }
    try (OutputStream in = node.getOutputStream()) {
      JSON.writeValue(in, cases);
    }
    assertEquals(0, node.waitFor());
    return JSON.readValue(answer.toFile(), new TypeReference<>() {});
  }
}

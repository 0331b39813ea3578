package dev.symbolicator.url;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Reads thousands of texts here and in Node.js, an independent reader of the same standards. */
class NodeDifferentialTest {
  private static final int CASES = 20_000;
  private static final long SEED = 1;

  private static final String READ_URL =
      """
      const read = ({text, base}) => {
        try {
          const url = base === null ? new URL(text) : new URL(text, base);
          const {href, host, port, pathname: path, search, hash, origin} = url;
          return {href, host, port, path, search, hash, origin};
        } catch (e) {
          return null;
        }
      };
      """;

  private static final String FETCH_DATA_URL =
      """
      const read = async text => {
        try {
          const response = await fetch(text);
          const mediaType = response.headers.get('content-type').split(';')[0];
          return [mediaType, Buffer.from(await response.arrayBuffer()).toString('base64')];
        } catch (e) {
          return null;
        }
      };
      """;

  private final Random random = new Random(SEED);

  @Test
  void urlIsReadLikeInNodeExceptForKnownDifferences() throws IOException, InterruptedException {
    List<UrlCase> cases = new ArrayList<>();
    for (int i = 0; i < CASES; i++) {
      String base = random.nextInt(3) == 0 ? null : UrlTexts.pick(UrlTexts.BASES, random);
      cases.add(new UrlCase(UrlTexts.next(random), base));
    }
    List<@Nullable UrlParts> answers = NodeProgram.map(READ_URL, cases, new TypeReference<>() {});
    List<String> unexplained = new ArrayList<>();
    for (int i = 0; i < CASES; i++) {
      WebUrl url = cases.get(i).parse();
      UrlParts ours = url == null ? null : UrlParts.of(url);
      UrlParts node = answers.get(i);
      if (!Objects.equals(ours, node) && !NodeDifference.isKnown(cases.get(i), ours, node)) {
        unexplained.add(difference(cases.get(i), ours, node));
      }
    }
    assertEquals(List.of(), unexplained);
  }

  @Test
  void dataUrlIsReadLikeInNode() throws IOException, InterruptedException {
    List<String> cases = new ArrayList<>();
    for (int i = 0; i < CASES; i++) {
      cases.add(UrlTexts.nextDataUrl(random));
    }
    List<@Nullable List<String>> answers =
        NodeProgram.map(FETCH_DATA_URL, cases, new TypeReference<>() {});
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < CASES; i++) {
      DataUrl data = DataUrl.parse(cases.get(i));
      List<String> ours =
          data == null
              ? null
              : List.of(data.mediaType(), Base64.getEncoder().encodeToString(data.bytes()));
      if (!Objects.equals(ours, answers.get(i))) {
        differences.add(difference(cases.get(i), ours, answers.get(i)));
      }
    }
    assertEquals(List.of(), differences);
  }

  private static String difference(Object input, @Nullable Object ours, @Nullable Object node)
      throws JsonProcessingException {
    return "\n"
        + NodeProgram.JSON.writeValueAsString(input)
        + "\n ours "
        + ours
        + "\n node "
        + node;
  }
}

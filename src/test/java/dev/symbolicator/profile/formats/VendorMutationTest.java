package dev.symbolicator.profile.formats;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.symbolicator.testing.VendorCase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Recorded requests, spoiled: each gives a problem, or comes back as it was sent. */
class VendorMutationTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String MARK = "@mutated@";
  private static final List<String> VALUES =
      List.of("null", "true", "-1", "0", "1.5", "1e999", "\"x\"", "[]", "{}", "[[{}],null]");

  /** The members of an array's first element stand for those of all others. */
  private static final int ELEMENTS = 1;

  @BeforeAll
  static void needCases() {
    assumeFalse(VendorCase.shared().isEmpty(), "../shared/formats/vendors is absent");
  }

  @Test
  void bodyCutAtEvery97thByteIsAProblemOrStays() {
    for (VendorCase sent : VendorCase.shared()) {
      byte[] body = sent.recorded();
      for (int end = 0; end < body.length; end += 97) {
        VendorFuzzTest.check(Arrays.copyOf(body, end));
      }
    }
  }

  @Test
  void memberDroppedDoubledOrOfAnotherTypeIsAProblemOrStays() throws IOException {
    int mutants = 0;
    for (VendorCase sent : VendorCase.shared()) {
      String body = VendorCase.text(sent.recorded());
      List<String> texts = new ArrayList<>();
      if (sent.isForm()) {
        VendorCase.Form form = VendorCase.form(body);
        int event = body.indexOf("\r\n\r\n") + 4;
        texts.add(body.substring(event, body.indexOf("\r\n--", event)));
        if (!form.isZlib()) {
          texts.add(form.content());
        }
      } else {
        texts.addAll(List.of(body.split("\n")));
      }
      for (String text : texts) {
        for (String mutant : mutants(text)) {
          mutants++;
          VendorFuzzTest.check(VendorCase.latin1(body.replace(text, mutant)));
        }
      }
    }
    assertTrue(mutants > 1000);
  }

  private static List<String> mutants(String text) throws IOException {
    List<String> mutants = new ArrayList<>();
    JsonNode root = JSON.readTree(VendorCase.latin1(text));
    mutate(root, root, mutants::add);
    return mutants;
  }

  private static void mutate(JsonNode root, JsonNode node, Consumer<String> mutants)
      throws IOException {
    for (int i = 0; i < Math.min(ELEMENTS, node.isArray() ? node.size() : 0); i++) {
      mutate(root, node.get(i), mutants);
    }
    if (!(node instanceof ObjectNode object)) {
      return;
    }
    List<String> names = new ArrayList<>();
    for (Iterator<String> all = object.fieldNames(); all.hasNext(); ) {
      names.add(all.next());
    }
    for (String name : names) {
      JsonNode value = object.get(name);
      mutate(root, value, mutants);
      String member = JSON.writeValueAsString(name) + ":";
      String marked = member + "\"" + MARK + "\"";
      object.put(name, MARK);
      String text = VendorCase.text(JSON.writeValueAsBytes(root));
      object.set(name, value);
      String same = member + VendorCase.text(JSON.writeValueAsBytes(value));
      mutants.accept(text.replace(marked, same + "," + same));
      mutants.accept(text.replace(marked, "\"other\":0"));
      for (String wrong : VALUES) {
        mutants.accept(text.replace(marked, member + wrong));
      }
    }
  }
}

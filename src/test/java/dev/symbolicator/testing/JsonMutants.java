package dev.symbolicator.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Makes JSON texts in which one member is dropped, doubled or has another value. */
public final class JsonMutants {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String MARK = "@mutated@";
  private static final List<String> VALUES =
      List.of("null", "true", "-1", "0", "1.5", "1e999", "\"x\"", "[]", "{}", "[[{}],null]");

  private final JsonNode root;
  private final Consumer<String> mutants;

  private JsonMutants(JsonNode root, Consumer<String> mutants) {
    this.root = root;
    this.mutants = mutants;
  }

  /**
   * Makes the mutants of a text of ISO 8859-1 bytes. Every member of every object has its turn,
   * except that one element of an array stands for all others with members of its names and types.
   */
  public static void of(String text, Consumer<String> mutants) {
    try {
      JsonNode root = JSON.readTree(VendorCase.latin1(text));
      new JsonMutants(root, mutants).mutate(root);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static String shape(JsonNode node) {
    return node.isObject()
        ? node.properties().stream()
            .map(member -> member.getKey() + shape(member.getValue()))
            .collect(Collectors.joining(",", "{", "}"))
        : node.isArray()
            ? StreamSupport.stream(node.spliterator(), false)
                .map(JsonMutants::shape)
                .distinct()
                .collect(Collectors.joining(",", "[", "]"))
            : node.getNodeType().name();
  }

  private void mutate(JsonNode node) throws IOException {
    if (node instanceof ObjectNode object) {
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      for (String name : names) {
        mutate(object.get(name));
        mutateMember(object, name);
      }
    }
    Set<String> shapes = new HashSet<>();
    for (JsonNode element : node) {
      if (node.isArray() && shapes.add(shape(element))) {
        mutate(element);
      }
    }
  }

  private void mutateMember(ObjectNode object, String name) throws IOException {
    JsonNode value = object.get(name);
    String member = JSON.writeValueAsString(name) + ":";
    String marked = member + "\"" + MARK + "\"";
    String same = member + latin1(value);
    object.put(name, MARK);
    String text = latin1(root);
    int start = text.indexOf(marked);
    String before = text.substring(0, start);
    String behind = text.substring(start + marked.length());
    object.set(name, value);
    boolean isLast = behind.startsWith("}");
    mutants.accept(
        before.endsWith(",")
            ? before.substring(0, before.length() - 1) + behind
            : before + (isLast ? behind : behind.substring(1)));
    mutants.accept(before + same + "," + same + behind);
    for (String wrong : VALUES) {
      mutants.accept(before + member + wrong + behind);
    }
  }

  private static String latin1(JsonNode node) throws IOException {
    return VendorCase.text(JSON.writeValueAsBytes(node));
  }
}

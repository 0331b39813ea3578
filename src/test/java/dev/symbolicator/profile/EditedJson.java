package dev.symbolicator.profile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A JSON text in which one member is edited. */
public final class EditedJson {
  /** Values of all types, each of which is wrong for most members of profiles. */
  public static final List<String> ANY_TYPE =
      List.of(
          "null",
          "true",
          "7",
          "-1",
          "1.5",
          "1e999",
          "99999999999999999999",
          "\"x\"",
          "[]",
          "{}",
          "[{}]",
          "[[1]]",
          "{\"url\":{}}");

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final int target;
  private final Edit edit;
  private int members;

  /** A change of one member. */
  public interface Edit {
    /** Returns the text of a member, or of none, in place of a member. */
    String of(String name, String value);
  }

  private EditedJson(int target, Edit edit) {
    this.target = target;
    this.edit = edit;
  }

  /** Returns a text for each member, in which this member is edited, and one without an edit. */
  public static List<String> texts(String json, Edit edit) throws IOException {
    JsonNode tree = MAPPER.readTree(json);
    List<String> texts = new ArrayList<>();
    EditedJson edited;
    do {
      edited = new EditedJson(texts.size(), edit);
      texts.add(edited.text(tree));
    } while (edited.target < edited.members);
    return texts;
  }

  private String text(JsonNode node) {
    List<String> parts = new ArrayList<>();
    if (node.isObject()) {
      node.properties().forEach(member -> parts.add(member(member.getKey(), member.getValue())));
      parts.removeIf(String::isEmpty);
      return "{" + String.join(",", parts) + "}";
    }
    if (node.isArray()) {
      node.forEach(entry -> parts.add(text(entry)));
      return "[" + String.join(",", parts) + "]";
    }
    return node.toString();
  }

  private String member(String name, JsonNode value) {
    boolean isTarget = members++ == target;
    String text = text(value);
    return isTarget ? edit.of("\"" + name + "\"", text) : "\"" + name + "\":" + text;
  }
}

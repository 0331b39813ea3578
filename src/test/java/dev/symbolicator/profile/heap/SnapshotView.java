package dev.symbolicator.profile.heap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.StreamSupport;

/** A heap snapshot as tests look at it. */
public record SnapshotView(JsonNode json) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A node with its location. */
  public record LocatedNode(String type, String name, long script, int line, int column) {}

  public static SnapshotView of(byte[] body) {
    try {
      return new SnapshotView(JSON.readTree(body));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> names(String list) {
    return StreamSupport.stream(json.at("/snapshot/meta/" + list).spliterator(), false)
        .map(JsonNode::asText)
        .toList();
  }

  public String string(long index) {
    return json.get("strings").get((int) index).asText();
  }

  /** Returns the rows of a section as lists of numbers. */
  public List<List<Long>> rows(String section, String fieldList) {
    int fields = names(fieldList).size();
    JsonNode numbers = json.path(section);
    List<List<Long>> rows = new ArrayList<>();
    for (int i = 0; i < numbers.size(); i += fields) {
      List<Long> row = new ArrayList<>();
      for (int field = 0; field < fields; field++) {
        row.add(numbers.get(i + field).asLong());
      }
      rows.add(row);
    }
    return rows;
  }

  public List<List<Long>> scripts() {
    return rows("symbolicated_scripts", "symbolicated_script_fields");
  }

  /** Returns the URL of each original script by its ID. */
  public Map<Long, String> sources() {
    Map<Long, String> sources = new HashMap<>();
    scripts().forEach(row -> sources.put(row.get(0), string(row.get(1))));
    return sources;
  }

  public List<LocatedNode> located() {
    List<String> fields = names("location_fields");
    List<List<Long>> nodes = rows("nodes", "node_fields");
    int nodeFields = names("node_fields").size();
    JsonNode types = json.at("/snapshot/meta/node_types/0");
    List<LocatedNode> located = new ArrayList<>();
    for (List<Long> row : rows("locations", "location_fields")) {
      List<Long> node = nodes.get((int) (row.get(fields.indexOf("object_index")) / nodeFields));
      located.add(
          new LocatedNode(
              types.get(node.get(0).intValue()).asText(),
              string(node.get(1)),
              row.get(fields.indexOf("script_id")),
              row.get(fields.indexOf("line")).intValue(),
              row.get(fields.indexOf("column")).intValue()));
    }
    return located;
  }

  /**
   * Returns the kinds of changes from an older snapshot, such as {@code nodes.name}. Appended
   * strings and added members count as changes of their own.
   */
  public TreeSet<String> changesSince(SnapshotView old) {
    TreeSet<String> changes = new TreeSet<>();
    Map<String, String> fieldLists =
        Map.of(
            "nodes", "node_fields",
            "edges", "edge_fields",
            "locations", "location_fields",
            "trace_function_infos", "trace_function_info_fields");
    old.json.fieldNames().forEachRemaining(name -> compare(name, old, fieldLists, changes));
    json.fieldNames()
        .forEachRemaining(
            name -> {
              if (!old.json.has(name)) {
                changes.add("+" + name);
              }
            });
    return changes;
  }

  private void compare(
      String name, SnapshotView old, Map<String, String> fieldLists, TreeSet<String> changes) {
    JsonNode before = old.json.get(name);
    JsonNode after = json.path(name);
    if (before.equals(after)) {
      return;
    }
    if (name.equals("strings")) {
      for (int i = 0; i < before.size(); i++) {
        if (!before.get(i).equals(after.get(i))) {
          changes.add("strings/" + i);
        }
      }
      changes.add(after.size() > before.size() ? "+strings" : "-strings");
    } else if (fieldLists.containsKey(name) && before.size() == after.size()) {
      List<String> fields = names(fieldLists.get(name));
      for (int i = 0; i < before.size(); i++) {
        if (!before.get(i).equals(after.get(i))) {
          changes.add(name + "." + fields.get(i % fields.size()));
        }
      }
    } else if (name.equals("snapshot")) {
      ObjectNode copy = after.deepCopy();
      copy.remove("symbolication");
      ((ObjectNode) copy.get("meta")).remove("symbolicated_script_fields");
      changes.add(copy.equals(before) ? "+snapshot" : "snapshot");
    } else {
      changes.add(name);
    }
  }
}

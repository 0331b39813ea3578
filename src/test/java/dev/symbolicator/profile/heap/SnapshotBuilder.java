package dev.symbolicator.profile.heap;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Builds small heap snapshots of either layout. Node 20 and Chromium differ in the fields of nodes
 * and locations, in the way to a script, and in line feeds.
 */
public final class SnapshotBuilder {
  private static final List<String> NODE_TYPES =
      List.of("hidden", "array", "string", "object", "code", "closure", "native");
  private static final List<String> EDGE_TYPES =
      List.of("context", "element", "property", "internal", "hidden");

  /** A way in which the name of a script can be found. */
  public enum Layout {
    NODE20,
    CHROMIUM
  }

  private record Node(int type, int name, int size, List<List<Integer>> edges) {}

  private final Layout layout;
  private final Map<String, Integer> strings = new LinkedHashMap<>();
  private final List<Node> nodes = new ArrayList<>();
  private final List<int[]> locations = new ArrayList<>();
  private final List<List<Integer>> traceFunctions = new ArrayList<>();
  private final Map<Integer, Integer> scriptNodes = new LinkedHashMap<>();
  private final List<String> order =
      new ArrayList<>(
          List.of("nodes", "edges", "trace_function_infos", "locations", "scopes", "strings"));

  public SnapshotBuilder(Layout layout) {
    this.layout = layout;
    int root = node("hidden", "(root)", 0);
    assert root == 0;
  }

  int string(String text) {
    return strings.computeIfAbsent(text, any -> strings.size());
  }

  public int node(String type, String name, int size) {
    nodes.add(new Node(NODE_TYPES.indexOf(type), string(name), size, new ArrayList<>()));
    return nodes.size() - 1;
  }

  void edge(int from, String type, String name, int to) {
    nodes.get(from).edges().add(List.of(EDGE_TYPES.indexOf(type), string(name), to));
  }

  public void internal(int from, String name, int to) {
    edge(from, "internal", name, to);
  }

  /** Adds a script, whose locations may name its node in Chromium's layout. */
  public int script(int id, String url) {
    boolean isChromium = layout == Layout.CHROMIUM;
    int script = node("code", isChromium ? "system / Script / " + url : url, 80);
    internal(script, "name", node("string", url, 20));
    scriptNodes.put(id, script);
    return script;
  }

  /** Adds a closure with its way to a script's node. */
  public int closure(String name, int script, int line, int column, int scriptNode) {
    int closure = node("closure", name, 64);
    int shared = node("code", "system / SharedFunctionInfo / " + name, 56);
    internal(closure, "map", 0);
    internal(closure, "shared", shared);
    internal(shared, layout == Layout.CHROMIUM ? "script" : "script_or_debug_info", scriptNode);
    location(closure, script, line, column);
    return closure;
  }

  void location(int node, int script, int line, int column) {
    locations.add(new int[] {node, script, line, column});
  }

  void traceFunction(String name, String url, int script, int line1, int column1) {
    traceFunctions.add(
        List.of(traceFunctions.size(), string(name), string(url), script, line1, column1));
  }

  /** Puts the sections behind {@code snapshot} into another order. */
  SnapshotBuilder inOrder(List<String> names) {
    order.clear();
    order.addAll(names);
    return this;
  }

  private static String quoted(List<String> texts) {
    return texts.stream()
        .map(
            text ->
                "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"")
        .collect(Collectors.joining(","));
  }

  private String rows(List<? extends List<? extends Number>> rows) {
    String end = layout == Layout.NODE20 ? "\n," : ",";
    return rows.stream()
        .map(row -> row.stream().map(String::valueOf).collect(Collectors.joining(",")))
        .collect(Collectors.joining(end));
  }

  private String section(String name) {
    List<List<Integer>> rows = new ArrayList<>();
    int nodeFields = layout == Layout.NODE20 ? 7 : 6;
    switch (name) {
      case "nodes" -> {
        for (int i = 0; i < nodes.size(); i++) {
          Node node = nodes.get(i);
          List<Integer> row =
              new ArrayList<>(
                  List.of(node.type(), node.name(), 2 * i + 1, node.size(), node.edges().size()));
          row.addAll(layout == Layout.NODE20 ? List.of(0, 0) : List.of(0));
          rows.add(row);
        }
      }
      case "edges" ->
          nodes.forEach(
              node ->
                  node.edges()
                      .forEach(
                          edge ->
                              rows.add(
                                  List.of(edge.get(0), edge.get(1), edge.get(2) * nodeFields))));
      case "locations" -> {
        for (int[] location : locations) {
          List<Integer> row = new ArrayList<>(List.of(location[0] * nodeFields, location[1]));
          if (layout == Layout.CHROMIUM) {
            row.add(scriptNodes.getOrDefault(location[1], 0) * nodeFields);
          }
          row.addAll(List.of(location[2], location[3]));
          rows.add(row);
        }
      }
      case "trace_function_infos" -> rows.addAll(traceFunctions);
      case "scopes" -> rows.add(List.of(1, -2, 3, 0, 0));
      case "strings" -> {
        return "\"strings\":[" + quoted(List.copyOf(strings.keySet())) + "]";
      }
      default -> throw new IllegalArgumentException(name);
    }
    return "\"" + name + "\":[" + rows(rows) + "]";
  }

  /** Returns the snapshot as JSON. */
  public String build() {
    boolean isNode = layout == Layout.NODE20;
    String nodeFields =
        "\"type\",\"name\",\"id\",\"self_size\",\"edge_count\","
            + (isNode ? "\"trace_node_id\",\"detachedness\"" : "\"detachedness\"");
    String locationFields =
        "\"object_index\",\"script_id\","
            + (isNode ? "" : "\"script_object_index\",")
            + "\"line\",\"column\"";
    String meta =
        """
        {"snapshot":{"meta":{"node_fields":[%s],"node_types":[[%s],"string","number"],\
        "edge_fields":["type","name_or_index","to_node"],"edge_types":[[%s],"string_or_number","node"],\
        "trace_function_info_fields":["function_id","name","script_name","script_id","line","column"],\
        "location_fields":[%s]},"node_count":%d,"edge_count":7,"trace_function_count":%d},
        """
            .formatted(
                nodeFields,
                quoted(NODE_TYPES),
                quoted(EDGE_TYPES),
                locationFields,
                nodes.size(),
                traceFunctions.size());
    return meta + order.stream().map(this::section).collect(Collectors.joining(",\n")) + "}\n";
  }
}

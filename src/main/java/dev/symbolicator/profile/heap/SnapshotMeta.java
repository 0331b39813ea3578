package dev.symbolicator.profile.heap;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.profile.scan.UnreadableException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The member {@code snapshot}, whose {@code meta} says which numbers a row of each section has.
 * Layouts differ between versions of V8, so no number has a fixed place.
 */
final class SnapshotMeta {
  static final String NODE_FIELDS = "node_fields";
  static final String EDGE_FIELDS = "edge_fields";
  static final String LOCATION_FIELDS = "location_fields";
  static final String TRACE_FUNCTION_FIELDS = "trace_function_info_fields";
  static final String SCRIPT_FIELDS = "symbolicated_script_fields";
  private static final String NODE_TYPES = "node_types";
  private static final String EDGE_TYPES = "edge_types";
  private static final Set<String> LISTS =
      Set.of(
          NODE_FIELDS,
          EDGE_FIELDS,
          LOCATION_FIELDS,
          TRACE_FUNCTION_FIELDS,
          SCRIPT_FIELDS,
          NODE_TYPES,
          EDGE_TYPES);
  private static final String META = "/snapshot/meta";
  private static final int MAX_ENTRIES = 64;
  private static final int MAX_NAME_BYTES = 256;

  private final JsonReader json;
  private final Map<String, List<String>> lists = new HashMap<>();
  private boolean hasMeta;
  private long start;
  private long metaEnd;
  private long reportStart;
  private long reportEnd;

  private SnapshotMeta(JsonReader json) {
    this.json = json;
  }

  /** Reads the member, at whose value the scanner stands. */
  static SnapshotMeta read(JsonReader json) throws IOException, UnreadableException {
    SnapshotMeta meta = new SnapshotMeta(json);
    meta.readSnapshot();
    return meta;
  }

  private void readSnapshot() throws IOException, UnreadableException {
    requireObject("/snapshot");
    start = json.valueStart();
    while (json.nextMember()) {
      String name = json.name();
      if ("meta".equals(name)) {
        readMeta();
      } else if ("symbolication".equals(name)) {
        reportStart = json.valueStart();
        json.skip();
        reportEnd = json.position();
      } else {
        json.skip();
      }
    }
    if (reportEnd == 0) {
      reportStart = json.position() - 1;
      reportEnd = reportStart;
    }
    if (!hasMeta) {
      throw UnreadableException.invalid("/snapshot", start, "The snapshot lacks its `meta`.");
    }
  }

  private void readMeta() throws IOException, UnreadableException {
    requireObject(META);
    if (hasMeta) {
      throw UnreadableException.invalid(META, json.valueStart(), "The member is there twice.");
    }
    hasMeta = true;
    Set<String> seen = new HashSet<>();
    while (json.nextMember()) {
      String name = json.name();
      if (!LISTS.contains(name)) {
        json.skip();
        continue;
      }
      if (!seen.add(name) || !json.isAt(Token.START_ARRAY)) {
        throw UnreadableException.invalid(
            META + "/" + name,
            json.valueStart(),
            "The member must be an array, and only once there.");
      }
      lists.put(name, name.endsWith("_types") ? firstList(name) : list(name));
    }
    metaEnd = json.position() - 1;
  }

  private void requireObject(String pointer) throws IOException, UnreadableException {
    if (!json.isAt(Token.START_OBJECT)) {
      throw UnreadableException.invalid(
          pointer, json.valueStart(), "The member must be an object.");
    }
  }

  /** Reads the names of types, which are the first entry of an array. */
  private List<String> firstList(String name) throws IOException, UnreadableException {
    List<String> first = List.of();
    for (int i = 0; json.nextEntry(); i++) {
      if (i == 0 && json.isAt(Token.START_ARRAY)) {
        first = list(name);
      } else {
        json.skip();
      }
    }
    return first;
  }

  private List<String> list(String name) throws IOException, UnreadableException {
    List<String> entries = new ArrayList<>();
    while (json.nextEntry()) {
      String entry = json.isAt(Token.VALUE_STRING) ? json.text(MAX_NAME_BYTES) : null;
      if (entry == null || entries.size() == MAX_ENTRIES) {
        throw UnreadableException.invalid(
            META + "/" + name,
            json.valueStart(),
            "The member must have at most %d entries, which are names.".formatted(MAX_ENTRIES));
      }
      entries.add(entry);
    }
    return entries;
  }

  /** Returns the names of a section's fields in their order; empty if they are not named. */
  List<String> fields(String section) {
    return lists.getOrDefault(section, List.of());
  }

  /** Tells whether a list is there. */
  boolean has(String section) {
    return lists.containsKey(section);
  }

  /** Returns the place of a field in each row; -1 if there is no such field. */
  int field(String section, String field) {
    return fields(section).indexOf(field);
  }

  /** Like {@link #field}, but the field must be there. */
  int requiredField(String section, String field) throws UnreadableException {
    int index = field(section, field);
    if (index < 0) {
      throw UnreadableException.invalid(
          META + "/" + section, start, "The list lacks the field " + field + ".");
    }
    return index;
  }

  /** Returns the number of a type of nodes; -1 if there is no such type. */
  int nodeType(String type) {
    return fields(NODE_TYPES).indexOf(type);
  }

  /** Returns the names of the types of nodes. */
  List<String> nodeTypes() {
    return fields(NODE_TYPES);
  }

  /** Returns the number of a type of edges; -1 if there is no such type. */
  int edgeType(String type) {
    return fields(EDGE_TYPES).indexOf(type);
  }

  /** Returns the offset of the brace that closes {@code meta}. */
  long metaEnd() {
    return metaEnd;
  }

  /** Returns the offset of a report's value; that of the snapshot's closing brace without one. */
  long reportStart() {
    return reportStart;
  }

  /** Returns the offset behind a report's value; {@link #reportStart} if there is none. */
  long reportEnd() {
    return reportEnd;
  }
}

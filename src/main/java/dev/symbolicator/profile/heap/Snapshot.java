package dev.symbolicator.profile.heap;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Longs;
import dev.symbolicator.profile.LargeFormat.BodyBytes;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading.UnreadableException;
import dev.symbolicator.profile.heap.NodeTable.EdgeTable;
import dev.symbolicator.profile.heap.PositionScan.PositionNames;
import dev.symbolicator.profile.heap.Snapshot.SnapshotMeta;
import dev.symbolicator.profile.heap.Snapshot.SnapshotSection;
import dev.symbolicator.profile.heap.StringTable.ReadBudget;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot as one pass read it: places in the body, and columns of numbers. {@code located} has a
 * node in the upper half and the index of its position; {@code originals} IDs that an earlier
 * symbolication gave.
 */
record Snapshot(
    BodyBytes body,
    SnapshotMeta meta,
    Map<String, SnapshotSection> sections,
    NodeTable nodes,
    EdgeTable edges,
    StringTable strings,
    ReadBudget reads,
    DistinctPositions positions,
    PositionNames names,
    Longs located,
    ScriptTable scripts,
    Set<Integer> originals,
    int largestScript,
    Allowance memory) {
  static final String LOCATIONS = "locations";
  static final String TRACE_FUNCTIONS = "trace_function_infos";
  static final String ORIGINAL_SCRIPTS = "symbolicated_scripts";

  @Nullable SnapshotSection section(String name) {
    return sections.get(name);
  }

  boolean isTimeline() {
    SnapshotSection functions = section(TRACE_FUNCTIONS);
    return functions != null && functions.rows() > 0;
  }

  /**
   * The place of an array of the outermost object: behind the value before, at the name's quote,
   * behind the opening bracket, and at the closing one; with its number of rows.
   */
  record SnapshotSection(long before, long nameStart, long first, long last, long rows) {}

  /**
   * The member {@code snapshot}, whose {@code meta} says which numbers a row of each section has.
   * Versions of V8 differ.
   */
  static final class SnapshotMeta {
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
    long metaEnd;
    long reportStart;
    long reportEnd;

    private SnapshotMeta(JsonReader json) {
      this.json = json;
    }

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

    List<String> fields(String section) {
      return lists.getOrDefault(section, List.of());
    }

    boolean has(String section) {
      return lists.containsKey(section);
    }

    int field(String section, String field) {
      return fields(section).indexOf(field);
    }

    int requiredField(String section, String field) throws UnreadableException {
      int index = field(section, field);
      if (index < 0) {
        throw UnreadableException.invalid(
            META + "/" + section, start, "The list lacks the field " + field + ".");
      }
      return index;
    }

    int nodeType(String type) {
      return fields(NODE_TYPES).indexOf(type);
    }

    List<String> nodeTypes() {
      return fields(NODE_TYPES);
    }

    int edgeType(String type) {
      return fields(EDGE_TYPES).indexOf(type);
    }
  }

  /** Reads a snapshot in one pass. The sections behind {@code snapshot} may have any order. */
  static final class SnapshotScan {
    private static final String SNAPSHOT = "snapshot";
    private static final List<String> REQUIRED =
        List.of(NodeTable.NAME, EdgeTable.NAME, StringTable.NAME);

    private final BodyBytes body;
    private final ProfileLimits limits;
    private final Allowance memory;
    private final JsonReader json;
    private final Map<String, SnapshotSection> sections = new HashMap<>();

    SnapshotScan(BodyBytes body, ProfileLimits limits, Allowance memory) throws IOException {
      this.body = body;
      this.limits = limits;
      this.memory = memory;
      json = limits.reader(body);
    }

    Snapshot read() throws IOException, UnreadableException {
      if (json.first() != Token.START_OBJECT) {
        throw UnreadableException.invalid("", json.valueStart(), "A heap snapshot is an object.");
      }
      long start = json.valueStart();
      if (!json.nextMember() || !SNAPSHOT.equals(json.name())) {
        throw UnreadableException.invalid(
            "", start, "The first member of a heap snapshot must be `snapshot`, as V8 writes it.");
      }
      SnapshotMeta meta = SnapshotMeta.read(json);
      NodeTable nodes = new NodeTable(meta, memory);
      EdgeTable edges = new EdgeTable(meta, memory);
      ReadBudget reads = new ReadBudget(body.size());
      StringTable strings = new StringTable(body, ScriptRoute.WORDS, reads, limits, memory);
      PositionScan positions = new PositionScan(meta, nodes, json, limits, memory);
      ScriptTable scripts = positions.scripts;
      long before = json.position();
      while (json.nextMember()) {
        String name = json.name();
        PositionScan.ArrayReader reader =
            switch (name) {
              case NodeTable.NAME -> () -> nodes.read(json);
              case EdgeTable.NAME -> () -> edges.read(json);
              case StringTable.NAME -> () -> strings.read(json);
              case Snapshot.LOCATIONS -> positions.locations();
              case Snapshot.TRACE_FUNCTIONS -> positions.traceFunctions();
              case Snapshot.ORIGINAL_SCRIPTS -> positions.originalScripts();
              case ScriptTable.LIST_NAME ->
                  () -> {
                    scripts.readList(json);
                    return 0;
                  };
              case SNAPSHOT -> throw twice(SNAPSHOT);
              default -> null;
            };
        if (reader == null) {
          json.skip();
        } else {
          readSection(name, before, reader);
        }
        before = json.position();
      }
      json.requireEnd();
      requireSections();
      return new Snapshot(
          body,
          meta,
          sections,
          nodes,
          edges,
          strings,
          reads,
          positions.positions,
          positions.names,
          positions.located,
          scripts,
          positions.originals,
          positions.largestScript(),
          memory);
    }

    private void readSection(String name, long before, PositionScan.ArrayReader reader)
        throws IOException, UnreadableException {
      if (sections.containsKey(name)) {
        throw twice(name);
      }
      if (!json.isAt(Token.START_ARRAY)) {
        throw UnreadableException.invalid(
            "/" + name, json.valueStart(), "The member must be an array.");
      }
      long nameStart = json.nameStart();
      long first = json.position();
      long rows = reader.read();
      sections.put(name, new SnapshotSection(before, nameStart, first, json.position() - 1, rows));
    }

    private UnreadableException twice(String name) {
      return UnreadableException.invalid(
          "/" + name, json.nameStart(), "The member is there twice.");
    }

    private void requireSections() throws UnreadableException {
      for (String name : REQUIRED) {
        if (!sections.containsKey(name)) {
          throw UnreadableException.invalid("", 0, "The heap snapshot lacks `%s`.".formatted(name));
        }
      }
    }
  }
}

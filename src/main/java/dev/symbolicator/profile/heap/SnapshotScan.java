package dev.symbolicator.profile.heap;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.BodyBytes;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.heap.Snapshot.SnapshotSection;
import dev.symbolicator.profile.scan.UnreadableException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads a snapshot in one pass. The sections behind {@code snapshot} may have any order. */
final class SnapshotScan {
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
    ScriptTable scripts = positions.scripts();
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
        positions.positions(),
        positions.names(),
        positions.located(),
        scripts,
        positions.originals(),
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
    return UnreadableException.invalid("/" + name, json.nameStart(), "The member is there twice.");
  }

  private void requireSections() throws UnreadableException {
    for (String name : REQUIRED) {
      if (!sections.containsKey(name)) {
        throw UnreadableException.invalid("", 0, "The heap snapshot lacks `%s`.".formatted(name));
      }
    }
  }
}

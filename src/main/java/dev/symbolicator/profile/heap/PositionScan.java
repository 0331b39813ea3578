package dev.symbolicator.profile.heap;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.memory.Longs;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading.UnreadableException;
import dev.symbolicator.profile.heap.NodeTable.RowReader;
import dev.symbolicator.profile.heap.ScriptTable.ScriptRow;
import dev.symbolicator.profile.heap.Snapshot.SnapshotMeta;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the sections whose rows have positions or scripts. */
final class PositionScan {
  /** The fields that this service gives the table of original scripts. */
  static final List<String> SCRIPT_FIELDS =
      List.of("script_id", "url", "generated_script_id", "generated_url");

  private static final long BYTES_PER_ORIGINAL = 64;

  private final SnapshotMeta meta;
  private final NodeTable nodes;
  private final JsonReader json;
  private final ProfileLimits limits;
  private final Allowance memory;
  final Longs located;
  final DistinctPositions positions;
  final PositionNames names;
  final ScriptTable scripts;
  final Set<Integer> originals = new HashSet<>();
  private int largestScript;

  PositionScan(
      SnapshotMeta meta, NodeTable nodes, JsonReader json, ProfileLimits limits, Allowance memory)
      throws UnreadableException {
    if (meta.has(SnapshotMeta.SCRIPT_FIELDS)) {
      requireScriptFields(meta);
    }
    this.meta = meta;
    this.nodes = nodes;
    this.json = json;
    this.limits = limits;
    this.memory = memory;
    located = new Longs(memory);
    positions = new DistinctPositions(memory);
    names = new PositionNames(memory);
    scripts = new ScriptTable(limits, memory);
  }

  interface ArrayReader {
    long read() throws IOException, UnreadableException;
  }

  @Nullable ArrayReader locations() throws UnreadableException {
    if (!meta.has(SnapshotMeta.LOCATION_FIELDS)) {
      return null;
    }
    PositionFields fields = PositionFields.ofLocations(meta);
    int object = meta.requiredField(SnapshotMeta.LOCATION_FIELDS, "object_index");
    int scriptObject = meta.field(SnapshotMeta.LOCATION_FIELDS, "script_object_index");
    return () ->
        RowReader.read(
            json,
            Snapshot.LOCATIONS,
            fields.count(),
            (offset, values, rows) -> {
              for (int row = 0; row < rows * fields.count(); row += fields.count()) {
                int position = position(fields, values, row, scriptObject);
                int node = nodes.number(values[row + object]);
                if (position >= 0 && node >= 0) {
                  located.add((long) node << Integer.SIZE | position);
                }
              }
            },
            memory);
  }

  @Nullable ArrayReader traceFunctions() throws UnreadableException {
    if (!meta.has(SnapshotMeta.TRACE_FUNCTION_FIELDS)) {
      return null;
    }
    PositionFields fields = PositionFields.ofTraceFunctions(meta);
    return () ->
        RowReader.read(
            json,
            Snapshot.TRACE_FUNCTIONS,
            fields.count(),
            (offset, values, rows) -> {
              for (int row = 0; row < rows * fields.count(); row += fields.count()) {
                int position = position(fields, values, row, -1);
                if (position >= 0) {
                  names.add(position, StringTable.index(values[row + fields.name()]));
                  scripts
                      .entry(positions.script(position), json)
                      .setTraceName(StringTable.index(values[row + fields.url()]));
                }
              }
            },
            memory);
  }

  private int position(PositionFields fields, long[] values, int row, int scriptObject)
      throws UnreadableException {
    long script = values[row + fields.script()];
    long line = values[row + fields.line()] - fields.base();
    long column = values[row + fields.column()] - fields.base();
    if (!DistinctPositions.isPosition(script, line, column)) {
      return -1;
    }
    int known = positions.find(script, line, column);
    if (known >= 0) {
      return known;
    }
    if (positions.size() == limits.maxFrames()) {
      throw UnreadableException.exceeded(
          ProfileLimits.MAX_FRAMES, limits.maxFrames(), json.position());
    }
    ScriptRow entry = scripts.entry((int) script, json);
    if (scriptObject >= 0) {
      entry.setScriptNode(nodes.number(values[row + scriptObject]));
    }
    largestScript = Math.max(largestScript, (int) script);
    names.addPosition();
    return positions.add((int) script, (int) line, (int) column);
  }

  /**
   * Returns the reader of the table that an earlier symbolication wrote, which fails if it has
   * other fields.
   */
  ArrayReader originalScripts() throws UnreadableException {
    requireScriptFields(meta);
    return () ->
        RowReader.read(
            json,
            Snapshot.ORIGINAL_SCRIPTS,
            SCRIPT_FIELDS.size(),
            (offset, values, rows) -> {
              for (int row = 0; row < rows * SCRIPT_FIELDS.size(); row += SCRIPT_FIELDS.size()) {
                addOriginal(values[row]);
              }
            },
            memory);
  }

  private static void requireScriptFields(SnapshotMeta meta) throws UnreadableException {
    if (!meta.fields(SnapshotMeta.SCRIPT_FIELDS).equals(SCRIPT_FIELDS)) {
      throw UnreadableException.invalid(
          "/snapshot/meta/" + SnapshotMeta.SCRIPT_FIELDS,
          meta.metaEnd,
          "The fields of `%s` must be [%s]."
              .formatted(Snapshot.ORIGINAL_SCRIPTS, String.join(", ", SCRIPT_FIELDS)));
    }
  }

  private void addOriginal(long id) {
    if (id > 0 && id <= DistinctPositions.MAX_SCRIPT && !originals.contains((int) id)) {
      memory.take(BYTES_PER_ORIGINAL);
      originals.add((int) id);
      largestScript = Math.max(largestScript, (int) id);
    }
  }

  int largestScript() {
    return largestScript;
  }

  /** The places of a position's numbers in each row of a section; -1 for no name or URL. */
  record PositionFields(int count, int script, int line, int column, int name, int url, int base) {

    static PositionFields ofLocations(SnapshotMeta meta) throws UnreadableException {
      return of(meta, SnapshotMeta.LOCATION_FIELDS, -1, -1, 0);
    }

    static PositionFields ofTraceFunctions(SnapshotMeta meta) throws UnreadableException {
      String list = SnapshotMeta.TRACE_FUNCTION_FIELDS;
      int name = meta.requiredField(list, "name");
      return of(meta, list, name, meta.requiredField(list, "script_name"), 1);
    }

    private static PositionFields of(SnapshotMeta meta, String list, int name, int url, int base)
        throws UnreadableException {
      return new PositionFields(
          meta.fields(list).size(),
          meta.requiredField(list, "script_id"),
          meta.requiredField(list, "line"),
          meta.requiredField(list, "column"),
          name,
          url,
          base);
    }

    int find(DistinctPositions positions, long[] values, int row) {
      return positions.find(
          values[row + script], values[row + line] - base, values[row + column] - base);
    }
  }

  /**
   * The names of functions at each position, as indexes of strings. A class and the initialiser of
   * its fields start at one position.
   */
  static final class PositionNames {
    /** The most different names of a position; more are ignored. */
    private static final int MAX_NAMES = 8;

    private final Allowance memory;
    private final Ints first;

    private final Ints names;
    private final Ints next;

    PositionNames(Allowance memory) {
      this.memory = memory;
      first = new Ints(memory);
      names = new Ints(memory);
      next = new Ints(memory);
    }

    void addPosition() {
      first.add(-1);
    }

    void add(int position, int name) {
      int known = 0;
      for (int i = first.get(position); i >= 0; i = next.get(i)) {
        if (names.get(i) == name || ++known == MAX_NAMES) {
          return;
        }
      }
      next.add(first.get(position));
      first.set(position, names.size());
      names.add(name);
    }

    /** Returns all pairs of a name, in the upper half, and a position, in ascending order. */
    Longs byName() {
      Longs pairs = new Longs(memory);
      for (int position = 0; position < first.size(); position++) {
        for (int i = first.get(position); i >= 0; i = next.get(i)) {
          if (names.get(i) >= 0) {
            pairs.add((long) names.get(i) << Integer.SIZE | position);
          }
        }
      }
      pairs.sort();
      return pairs;
    }
  }
}

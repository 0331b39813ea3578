package dev.symbolicator.profile.heap;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.memory.Longs;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading.UnreadableException;
import dev.symbolicator.profile.heap.NodeTable.LocatedNodes;
import dev.symbolicator.profile.heap.PositionScan.PositionFields;
import dev.symbolicator.profile.heap.Snapshot.SnapshotMeta;
import dev.symbolicator.profile.heap.Snapshot.SnapshotSection;
import dev.symbolicator.profile.heap.SnapshotWriter.MappedPositions.OriginalScript;
import dev.symbolicator.profile.json.BodyCopy;
import dev.symbolicator.profile.json.JsonBuffer;
import dev.symbolicator.profile.v8.V8Format.ScriptIds;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Copies a snapshot with original positions and names. No row, string or section moves. */
final class SnapshotWriter {
  private final Snapshot snapshot;
  private final MappedPositions mapped;
  private final BodyCopy copy;
  private final JsonReader cursor;

  SnapshotWriter(Snapshot snapshot, MappedPositions mapped, OutputStream out) throws IOException {
    this.snapshot = snapshot;
    this.mapped = mapped;
    copy = new BodyCopy(snapshot.body(), out);
    cursor = ProfileLimits.DEFAULT.reader(snapshot.body());
  }

  void write(byte @Nullable [] report) throws IOException {
    SnapshotMeta meta = snapshot.meta();
    boolean isReportFirst = meta.reportStart < meta.metaEnd;
    if (isReportFirst) {
      writeReport(report);
    }
    if (!mapped.isEmpty() && !meta.has(SnapshotMeta.SCRIPT_FIELDS)) {
      JsonBuffer added = copy.replace(meta.metaEnd, meta.metaEnd);
      added.ascii(",\"" + SnapshotMeta.SCRIPT_FIELDS + "\":[\"");
      added.ascii(String.join("\",\"", PositionScan.SCRIPT_FIELDS));
      added.ascii("\"]");
    }
    if (!isReportFirst) {
      writeReport(report);
    }
    if (!mapped.isEmpty()) {
      writeSections();
    }
    copy.finish();
  }

  private void writeReport(byte @Nullable [] report) throws IOException {
    SnapshotMeta meta = snapshot.meta();
    if (report != null) {
      JsonBuffer added = copy.replace(meta.reportStart, meta.reportEnd);
      if (meta.reportStart == meta.reportEnd) {
        added.ascii(",\"symbolication\":");
      }
      added.raw(report);
    }
  }

  private void writeSections() throws IOException {
    var inOrder =
        snapshot.sections().entrySet().stream()
            .sorted(Comparator.comparingLong(entry -> entry.getValue().first()))
            .toList();
    try {
      for (Map.Entry<String, SnapshotSection> entry : inOrder) {
        SnapshotSection section = entry.getValue();
        switch (entry.getKey()) {
          case NodeTable.NAME -> writeNodes();
          case Snapshot.LOCATIONS ->
              writePositions(section, PositionFields.ofLocations(snapshot.meta()));
          case Snapshot.TRACE_FUNCTIONS ->
              writePositions(section, PositionFields.ofTraceFunctions(snapshot.meta()));
          case Snapshot.ORIGINAL_SCRIPTS ->
              writeScripts(section.last(), section.rows() > 0 ? "," : "");
          case ScriptTable.LIST_NAME -> copy.replace(section.before(), section.last() + 1);
          case StringTable.NAME -> writeStrings(section);
          default -> {}
        }
      }
    } catch (UnreadableException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private void writeNodes() throws IOException {
    NodeTable nodes = snapshot.nodes();
    Longs located = snapshot.located();
    LocatedNodes reader = new LocatedNodes(nodes, cursor);
    int objectType = snapshot.meta().nodeType("object");
    int closureType = snapshot.meta().nodeType("closure");
    int last = -1;
    for (int i = 0; i < located.size(); i++) {
      int node = (int) (located.get(i) >>> Integer.SIZE);
      int position = (int) located.get(i);
      if (node == last || mapped.original(position) == null) {
        continue;
      }
      if (node >= nodes.count()) {
        return;
      }
      last = node;
      reader.read(node);
      boolean isFunctionOrObject = reader.type == objectType || reader.type == closureType;
      int name = isFunctionOrObject ? mapped.newName(position, reader.name) : -1;
      if (name >= 0) {
        copy.replace(reader.nameStart, reader.nameEnd).ascii(Integer.toString(name));
      }
    }
  }

  private void writePositions(SnapshotSection section, PositionFields fields) throws IOException {
    long[] row = new long[fields.count()];
    long[] starts = new long[fields.count()];
    long[] ends = new long[fields.count()];
    cursor.seekEntry(section.first(), true);
    for (long i = 0; i < section.rows(); i++) {
      for (int field = 0; field < row.length; field++) {
        row[field] = cursor.nextInteger();
        starts[field] = cursor.valueStart();
        ends[field] = cursor.position();
      }
      int position = fields.find(snapshot.positions(), row, 0);
      OriginalFrame original = position < 0 ? null : mapped.original(position);
      for (int field = 0; field < row.length && original != null; field++) {
        long value = value(fields, field, position, original, row[field]);
        if (value != row[field]) {
          copy.replace(starts[field], ends[field]).ascii(Long.toString(value));
        }
      }
    }
  }

  private long value(
      PositionFields fields, int field, int position, OriginalFrame original, long old) {
    if (field == fields.script()) {
      return mapped.id(position);
    }
    if (field == fields.line()) {
      return (long) original.line() + fields.base();
    }
    if (field == fields.column()) {
      return (long) original.column() + fields.base();
    }
    if (field == fields.url()) {
      return mapped.url(position);
    }
    int name = field == fields.name() ? mapped.newName(position, old) : -1;
    return name < 0 ? old : name;
  }

  private void writeScripts(long offset, String firstSeparator) throws IOException {
    String separator = firstSeparator;
    for (OriginalScript script : mapped.scripts) {
      copy.replace(offset, offset)
          .ascii(
              "%s%d,%d,%d,%d"
                  .formatted(
                      separator,
                      script.id(),
                      script.url(),
                      script.generatedId(),
                      script.generatedUrl()));
      separator = ",";
    }
  }

  /**
   * A new table of original scripts comes before the strings: DevTools takes everything up to the
   * last bracket of the file for strings. Nothing added has a line feed, so a line of a batch stays
   * one.
   */
  private void writeStrings(SnapshotSection section) throws IOException {
    if (snapshot.section(Snapshot.ORIGINAL_SCRIPTS) == null) {
      long before = section.nameStart();
      copy.replace(before, before).ascii("\"" + Snapshot.ORIGINAL_SCRIPTS + "\":[");
      writeScripts(before, "");
      copy.replace(before, before).ascii("],");
    }
    String separator = section.rows() > 0 ? "," : "";
    for (String text : mapped.newStrings()) {
      JsonBuffer added = copy.replace(section.last(), section.last());
      added.ascii(separator);
      added.string(text);
      separator = ",";
    }
  }

  /** The positions that have an original, with the new IDs and strings that these need. */
  static final class MappedPositions {
    private final Snapshot snapshot;
    private final FrameList frames;
    private final @Nullable OriginalFrame[] originals;
    private final int[] ids;
    private final int[] newNames;

    private final Map<String, Integer> newStrings = new LinkedHashMap<>();
    final List<OriginalScript> scripts = new ArrayList<>();

    record OriginalScript(int id, int url, int generatedId, int generatedUrl) {}

    MappedPositions(
        Snapshot snapshot,
        FrameList frames,
        Function<ProfileFrame, @Nullable OriginalFrame> answers) {
      this.snapshot = snapshot;
      this.frames = frames;
      int size = snapshot.positions().size();
      originals = new OriginalFrame[size];
      ids = new int[size];
      newNames = new int[size];
      ScriptIds scriptIds = new ScriptIds(snapshot.largestScript());
      for (int position = 0; position < size; position++) {
        ProfileFrame frame = frames.frame(position);
        OriginalFrame original = frame == null ? null : answers.apply(frame);
        newNames[position] = -1;
        if (frame != null && original != null) {
          map(position, frame, original, scriptIds);
        }
      }
    }

    private void map(
        int position, ProfileFrame frame, OriginalFrame original, ScriptIds scriptIds) {
      originals[position] = original;
      int script = snapshot.positions().script(position);
      ids[position] = scriptIds.of(script, original.source());
      if (scriptIds.size() > scripts.size()) {
        scripts.add(
            new OriginalScript(
                ids[position],
                string(original.source()),
                script,
                string(frames.scripts().get(frame.script()))));
      }
      String name = original.name();
      if (name != null && frames.name(position) >= 0 && !name.equals(frame.name())) {
        newNames[position] = string(name);
      }
    }

    private int string(String text) {
      return newStrings.computeIfAbsent(
          text, any -> Math.addExact(snapshot.strings().count(), newStrings.size()));
    }

    boolean isEmpty() {
      return scripts.isEmpty();
    }

    @Nullable OriginalFrame original(int position) {
      return originals[position];
    }

    int id(int position) {
      return ids[position];
    }

    int url(int position) {
      return scripts.get(ids[position] - scripts.get(0).id()).url();
    }

    /**
     * Returns the string that a node or a row is named from now on; -1 if the name stays, since it
     * is not that of the function at the position.
     */
    int newName(int position, long name) {
      return name == frames.name(position) ? newNames[position] : -1;
    }

    Iterable<String> newStrings() {
      return newStrings.keySet();
    }
  }
}

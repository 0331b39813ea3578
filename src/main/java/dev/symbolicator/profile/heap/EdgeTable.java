package dev.symbolicator.profile.heap;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Longs;
import dev.symbolicator.profile.scan.UnreadableException;
import java.io.IOException;

/** Keeps of the edges where each block of rows begins. */
final class EdgeTable {
  static final String NAME = "edges";

  private final int fields;
  private final int type;
  private final int name;
  private final int target;
  private final Allowance memory;
  private final Longs offsets;
  private long count;

  EdgeTable(SnapshotMeta meta, Allowance memory) throws UnreadableException {
    fields = meta.fields(SnapshotMeta.EDGE_FIELDS).size();
    type = meta.requiredField(SnapshotMeta.EDGE_FIELDS, "type");
    name = meta.requiredField(SnapshotMeta.EDGE_FIELDS, "name_or_index");
    target = meta.requiredField(SnapshotMeta.EDGE_FIELDS, "to_node");
    this.memory = memory;
    offsets = new Longs(memory);
  }

  /** Reads the section, and returns its number of rows. */
  long read(JsonReader json) throws IOException, UnreadableException {
    count =
        RowReader.read(json, NAME, fields, (offset, values, rows) -> offsets.add(offset), memory);
    return count;
  }

  /** Returns the number of edges. */
  long count() {
    return count;
  }

  /** Returns the place before the row of the first edge of a block. */
  long offset(int block) {
    return offsets.get(block);
  }

  int fields() {
    return fields;
  }

  int type() {
    return type;
  }

  int name() {
    return name;
  }

  int target() {
    return target;
  }
}

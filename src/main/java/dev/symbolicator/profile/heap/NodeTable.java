package dev.symbolicator.profile.heap;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.memory.Longs;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.scan.UnreadableException;
import java.io.IOException;

/**
 * Keeps of the nodes where each block of rows begins, in the body and among the edges, and the
 * names of closures.
 */
final class NodeTable {
  static final String NAME = "nodes";

  /** More edges than any snapshot has. */
  private static final long MOST_EDGES = 1L << 40;

  private final int fields;
  private final int type;
  private final int name;
  private final int selfSize;
  private final int edgeCount;
  private final long closureType;
  private final Allowance memory;
  private final Longs offsets;
  private final Longs firstEdges;
  private final Ints closures;
  private final Ints closureNames;
  private long count;
  private long edges;

  NodeTable(SnapshotMeta meta, Allowance memory) throws UnreadableException {
    fields = meta.fields(SnapshotMeta.NODE_FIELDS).size();
    type = meta.requiredField(SnapshotMeta.NODE_FIELDS, "type");
    name = meta.requiredField(SnapshotMeta.NODE_FIELDS, "name");
    selfSize = meta.requiredField(SnapshotMeta.NODE_FIELDS, "self_size");
    edgeCount = meta.requiredField(SnapshotMeta.NODE_FIELDS, "edge_count");
    closureType = meta.nodeType("closure");
    this.memory = memory;
    offsets = new Longs(memory);
    firstEdges = new Longs(memory);
    closures = new Ints(memory);
    closureNames = new Ints(memory);
  }

  /** Reads the section, and returns its number of rows. */
  long read(JsonReader json) throws IOException, UnreadableException {
    return RowReader.read(
        json, NAME, fields, (offset, values, rows) -> add(json, offset, values, rows), memory);
  }

  private void add(JsonReader json, long offset, long[] values, int rows)
      throws UnreadableException {
    if (count > Integer.MAX_VALUE - RowReader.BLOCK) {
      throw UnreadableException.exceeded(
          ProfileLimits.MAX_ROWS, Integer.MAX_VALUE, json.position());
    }
    offsets.add(offset);
    firstEdges.add(edges);
    int end = rows * fields;
    for (int row = 0; row < end; row += fields) {
      edges += Math.max(0, Math.min(values[row + edgeCount], MOST_EDGES));
      if (values[row + type] == closureType) {
        closures.add((int) count);
        closureNames.add(StringTable.index(values[row + name]));
      }
      count++;
    }
  }

  /** Returns the number of nodes. */
  long count() {
    return count;
  }

  /**
   * Returns the number of a node by its index in the section, which need not have been read yet.
   *
   * @return -1 if no node can be there
   */
  int number(long index) {
    return index >= 0 && index % fields == 0 && index / fields < Integer.MAX_VALUE
        ? (int) (index / fields)
        : -1;
  }

  /** Returns the place before the row of the first node of a block. */
  long offset(int block) {
    return offsets.get(block);
  }

  /** Returns the number of the first edge of the first node of a block. */
  long firstEdge(int block) {
    return firstEdges.get(block);
  }

  /** Returns the nodes that are closures, in ascending order. */
  Ints closures() {
    return closures;
  }

  /** Returns the index of each closure's name; -1 for no name. */
  Ints closureNames() {
    return closureNames;
  }

  /** Gives the memory of the closures back. */
  void forgetClosures() {
    closures.release();
    closureNames.release();
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

  int selfSize() {
    return selfSize;
  }

  int edgeCount() {
    return edgeCount;
  }
}

package dev.symbolicator.profile.heap;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.memory.Longs;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading.UnreadableException;
import dev.symbolicator.profile.heap.NodeTable.RowReader;
import dev.symbolicator.profile.heap.Snapshot.SnapshotMeta;
import java.io.IOException;

final class NodeTable {
  static final String NAME = "nodes";

  /** More edges than any snapshot has. */
  private static final long MOST_EDGES = 1L << 40;

  final int fields;
  final int type;
  final int name;
  final int selfSize;
  final int edgeCount;
  private final long closureType;
  private final Allowance memory;
  private final Longs offsets;
  private final Longs firstEdges;
  final Ints closures;
  final Ints closureNames;
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

  long count() {
    return count;
  }

  /** Returns the number of a node, which need not have been read yet, by its index; -1 for none. */
  int number(long index) {
    return index >= 0 && index % fields == 0 && index / fields < Integer.MAX_VALUE
        ? (int) (index / fields)
        : -1;
  }

  long offset(int block) {
    return offsets.get(block);
  }

  long firstEdge(int block) {
    return firstEdges.get(block);
  }

  void forgetClosures() {
    closures.release();
    closureNames.release();
  }

  static final class EdgeTable {
    static final String NAME = "edges";

    final int fields;
    final int type;
    final int name;
    final int target;
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

    long read(JsonReader json) throws IOException, UnreadableException {
      count =
          RowReader.read(json, NAME, fields, (offset, values, rows) -> offsets.add(offset), memory);
      return count;
    }

    long count() {
      return count;
    }

    long offset(int block) {
      return offsets.get(block);
    }
  }

  static final class RowReader {
    static final int BLOCK_BITS = 10;

    static final int BLOCK = 1 << BLOCK_BITS;

    interface Rows {
      /** Takes the rows of a block, which are {@link #BLOCK} except at the end. */
      void accept(long offset, long[] values, int rows) throws UnreadableException;
    }

    private RowReader() {}

    /** Reads the array that is the next value; returns its number of rows. */
    static long read(JsonReader json, String name, int fields, Rows rows, Allowance memory)
        throws IOException, UnreadableException {
      long start = json.valueStart();
      int size = BLOCK * fields;
      long[] values = memory.longs(size);
      long total = 0;
      int count;
      do {
        long offset = json.position();
        count = json.integers(values, size);
        if (count < size && !json.isAt(JsonReader.Token.END_ARRAY)) {
          throw UnreadableException.invalid(
              "/" + name,
              json.valueStart(),
              "This must be an integer of at most " + JsonReader.MAX_INTEGER + " characters.");
        }
        total += count;
        if (count % fields != 0) {
          throw UnreadableException.invalid(
              "/" + name,
              start,
              "The section has %d numbers, which is no multiple of its %d fields. The file is damaged or cut off."
                  .formatted(total, fields));
        }
        if (count > 0) {
          rows.accept(offset, values, count / fields);
        }
      } while (count == size);
      memory.giveBack((long) Long.BYTES * size);
      return total / fields;
    }
  }

  /** Reads types and names of single nodes in ascending order, by counting from blocks of rows. */
  static final class LocatedNodes {
    private final NodeTable nodes;
    private final JsonReader cursor;
    private final int fieldsRead;

    private int block = -1;
    private long next;

    long type;
    long name;
    long nameStart;
    long nameEnd;

    LocatedNodes(NodeTable nodes, JsonReader cursor) {
      this.nodes = nodes;
      this.cursor = cursor;
      fieldsRead = Math.max(nodes.type, nodes.name) + 1;
    }

    void read(int node) throws IOException {
      if (node >> RowReader.BLOCK_BITS != block) {
        block = node >> RowReader.BLOCK_BITS;
        cursor.seekEntry(nodes.offset(block), block == 0);
        next = ((long) block << RowReader.BLOCK_BITS) * nodes.fields;
      }
      long row = (long) node * nodes.fields;
      cursor.passNumbers(row - next);
      for (int field = 0; field < fieldsRead; field++) {
        long value = cursor.nextInteger();
        if (field == nodes.type) {
          type = value;
        } else if (field == nodes.name) {
          name = value;
          nameStart = cursor.valueStart();
          nameEnd = cursor.position();
        }
      }
      next = row + fieldsRead;
    }
  }
}

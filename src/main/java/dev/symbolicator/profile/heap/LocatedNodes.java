package dev.symbolicator.profile.heap;

import dev.symbolicator.json.JsonReader;
import java.io.IOException;

/** Reads types and names of single nodes in ascending order, by counting from blocks of rows. */
final class LocatedNodes {
  private final NodeTable nodes;
  private final JsonReader cursor;

  /** How many fields of a row lead up to the type and the name. */
  private final int fieldsRead;

  private int block = -1;

  /** The number of the next integer in the section. */
  private long next;

  private long type;
  private long name;
  private long nameStart;
  private long nameEnd;

  LocatedNodes(NodeTable nodes, JsonReader cursor) {
    this.nodes = nodes;
    this.cursor = cursor;
    fieldsRead = Math.max(nodes.type(), nodes.name()) + 1;
  }

  /** Reads a node by its number, which must be larger than that of the node before. */
  void read(int node) throws IOException {
    if (node >> RowReader.BLOCK_BITS != block) {
      block = node >> RowReader.BLOCK_BITS;
      cursor.seekEntry(nodes.offset(block), block == 0);
      next = ((long) block << RowReader.BLOCK_BITS) * nodes.fields();
    }
    long row = (long) node * nodes.fields();
    cursor.passNumbers(row - next);
    for (int field = 0; field < fieldsRead; field++) {
      long value = cursor.nextInteger();
      if (field == nodes.type()) {
        type = value;
      } else if (field == nodes.name()) {
        name = value;
        nameStart = cursor.valueStart();
        nameEnd = cursor.position();
      }
    }
    next = row + fieldsRead;
  }

  long type() {
    return type;
  }

  long name() {
    return name;
  }

  /** Returns the offset of the name's number. */
  long nameStart() {
    return nameStart;
  }

  /** Returns the offset behind the name's number. */
  long nameEnd() {
    return nameEnd;
  }
}

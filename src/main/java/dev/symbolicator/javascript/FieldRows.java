package dev.symbolicator.javascript;

import dev.symbolicator.memory.Allowance;

/**
 * Groups the rows of fields into functions. All instance fields of a class are one function, and so
 * are its static fields and blocks. Such a function has a row for every place at which some version
 * of V8 may report it.
 */
final class FieldRows {
  private final FunctionRows rows;

  /** The first row of each row's function; for all but fields the row itself. */
  private final int[] firsts;

  /** The offset of the first initialiser or block, by first row. */
  private final int[] bodies;

  /** The offset after the last field, by first row. */
  private final int[] ends;

  /** Groups sorted rows. */
  FieldRows(FunctionRows rows, Allowance allowance) {
    this.rows = rows;
    int size = rows.size();
    allowance.take(5L * Integer.BYTES * size);
    firsts = new int[size];
    bodies = new int[size];
    ends = new int[size];
    int[] instanceFields = new int[size];
    int[] staticFields = new int[size];
    for (int row = 0; row < size; row++) {
      firsts[row] = row;
      bodies[row] = rows.body(row);
      ends[row] = rows.end(row);
      int owner = rows.owner(row);
      if (!isFields(row) || owner < 0) {
        continue;
      }
      int[] known = rows.kind(row) == FunctionKind.STATIC_FIELDS ? staticFields : instanceFields;
      if (known[owner] == 0) {
        known[owner] = row + 1;
      } else {
        int first = known[owner] - 1;
        firsts[row] = first;
        bodies[first] = bodies[first] < 0 ? bodies[row] : bodies[first];
        ends[first] = Math.max(ends[first], ends[row]);
      }
    }
    allowance.giveBack(2L * Integer.BYTES * size);
  }

  private boolean isFields(int row) {
    FunctionKind kind = rows.kind(row);
    return kind == FunctionKind.INSTANCE_FIELDS || kind == FunctionKind.STATIC_FIELDS;
  }

  int first(int row) {
    return firsts[row];
  }

  int body(int row) {
    return bodies[firsts[row]];
  }

  int end(int row) {
    return ends[firsts[row]];
  }

  /** Returns the nesting of all functions. Fields contain only their initialisers and blocks. */
  Containment containment(Tokens tokens) {
    int size = rows.size();
    int[] from = new int[size];
    int[] to = new int[size];
    int[] at = new int[size];
    for (int row = 0; row < size; row++) {
      to[row] = rows.end(row);
      at[row] = rows.start(row);
      if (rows.kind(row) == FunctionKind.CLASS) {
        from[row] = -1;
      } else {
        from[row] = isFields(row) ? rows.body(row) : tokens.start(rows.first(row));
      }
    }
    return new Containment(from, to, firsts, at);
  }
}

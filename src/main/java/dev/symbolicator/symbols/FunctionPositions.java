package dev.symbolicator.symbols;

import dev.symbolicator.javascript.FunctionKind;
import dev.symbolicator.javascript.Lines;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.memory.Allowance;
import java.util.Arrays;

/**
 * The lines and columns of the functions of a text. Neither the text nor its tokens are needed any
 * longer. A function takes about 70 bytes, and 12 more if the text has members of classes. Rows are
 * those of the {@link Outline}; positions are {@link Positions}.
 */
final class FunctionPositions {
  /** Stands for no row. */
  static final int NONE = -1;

  /** Heap bytes of a row, without its beginnings and its nesting. */
  private static final int BYTES = 3 * Long.BYTES + 2 * Integer.BYTES;

  /** Further heap bytes of a row if there are members of classes. */
  private static final int MEMBERS_BYTES = 3 * Integer.BYTES;

  /** Heap bytes of the objects and arrays themselves, with those of their source. */
  private static final int OBJECTS_BYTES = 800;

  private final FunctionKind[] kinds;
  private final long[] starts;
  private final long[] headers;
  private final long[] bodies;
  private final int[] owners;
  private final long[] beginnings;
  private final int[] beginners;

  /** The row of each class's constructor; empty if there are no members of classes. */
  private final int[] constructors;

  /** Like {@link #constructors}, but the row where V8 reports the instance fields. */
  private final int[] instanceFields;

  /** Like {@link #constructors}, but the row where V8 reports the static fields. */
  private final int[] staticFields;

  private final RowNesting nesting;

  private FunctionPositions(Outline outline, String text, Allowance allowance) {
    int size = outline.size();
    allowance.take(OBJECTS_BYTES + (long) BYTES * size);
    Lines lines = outline.lines();
    kinds = new FunctionKind[size];
    starts = new long[size];
    headers = new long[size];
    bodies = new long[size];
    owners = new int[size];
    int members = hasMembers(outline) ? size : 0;
    allowance.take((long) MEMBERS_BYTES * members);
    constructors = none(members);
    instanceFields = none(members);
    staticFields = none(members);
    for (int row = 0; row < size; row++) {
      kinds[row] = outline.kind(row);
      starts[row] = Positions.at(lines, outline.start(row));
      headers[row] = Positions.at(lines, outline.header(row));
      bodies[row] = outline.body(row) < 0 ? NONE : Positions.at(lines, outline.body(row));
      owners[row] = outline.owner(row);
      if (owners[row] >= 0) {
        addMember(outline, text, row);
      }
    }
    Beginnings all = Beginnings.of(outline, text, allowance);
    beginnings = all.positions();
    beginners = all.rows();
    nesting = RowNesting.of(outline, allowance);
  }

  /** Copies the positions from the outline of a text. */
  static FunctionPositions of(Outline outline, String text, Allowance allowance) {
    return new FunctionPositions(outline, text, allowance);
  }

  private static boolean hasMembers(Outline outline) {
    for (int row = 0; row < outline.size(); row++) {
      if (outline.owner(row) >= 0) {
        return true;
      }
    }
    return false;
  }

  private static int[] none(int size) {
    int[] rows = new int[size];
    Arrays.fill(rows, NONE);
    return rows;
  }

  private void addMember(Outline outline, String text, int row) {
    int[] members =
        switch (outline.kind(row)) {
          case INSTANCE_FIELDS -> instanceFields;
          case STATIC_FIELDS -> staticFields;
          default -> constructors;
        };
    boolean counts = members != constructors || Constructors.is(text, outline, row);
    if (counts && members[owners[row]] == NONE) {
      members[owners[row]] = row;
    }
  }

  int size() {
    return starts.length;
  }

  FunctionKind kind(int row) {
    return kinds[row];
  }

  /** Returns the position that V8 reports for the function. */
  long start(int row) {
    return starts[row];
  }

  /** Returns the position where the function's text begins. */
  long header(int row) {
    return headers[row];
  }

  /** Returns the position where the function's body begins; negative if there is no body. */
  long body(int row) {
    return bodies[row];
  }

  /** Returns the class that a method or fields belong to; {@link #NONE} for other rows. */
  int owner(int row) {
    return owners[row];
  }

  /** Returns the constructor that a class writes out; {@link #NONE} if it writes none. */
  int constructorOf(int classRow) {
    return constructors.length == 0 ? NONE : constructors[classRow];
  }

  boolean isConstructor(int row) {
    return owners[row] >= 0 && constructors[owners[row]] == row;
  }

  /** Returns the row where V8 reports a class's fields of a kind; {@link #NONE} for no fields. */
  int fieldsOf(int classRow, FunctionKind kind) {
    int[] fields = kind == FunctionKind.STATIC_FIELDS ? staticFields : instanceFields;
    return fields.length == 0 ? NONE : fields[classRow];
  }

  /** Returns the innermost row around a position, classes included; else {@link #NONE}. */
  int around(long position) {
    return nesting.around(position);
  }

  /** Like {@link #around}, but for one thread and many positions that are nearly in order. */
  RowNesting.NestingWalk walk() {
    return nesting.walk();
  }

  /** Returns a row whose text or export begins at a position; {@link #NONE} if there is none. */
  int beginningAt(long position) {
    int at = Arrays.binarySearch(beginnings, position);
    return at < 0 ? NONE : beginners[at];
  }

  /** Returns the first row that starts at a position or behind it; else {@link #size}. */
  int firstFrom(long position) {
    int low = 0;
    int high = starts.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (starts[middle] < position) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns the first row that starts at a position; {@link #NONE} if there is none. */
  int startingAt(long position) {
    int row = firstFrom(position);
    return row < starts.length && starts[row] == position ? row : NONE;
  }

  /** Returns the innermost row around another row, classes excluded; else {@link #NONE}. */
  int functionAround(int row) {
    return nesting.functionAround(row);
  }

  /** Returns the row itself; for a class, the innermost function around the class. */
  int functionOf(int row) {
    return row != NONE && kind(row) == FunctionKind.CLASS ? functionAround(row) : row;
  }

  /** Tells whether a position lies before the body of a row: in its name or its parameters. */
  boolean isInHead(int row, long position) {
    return position < bodies[row];
  }
}

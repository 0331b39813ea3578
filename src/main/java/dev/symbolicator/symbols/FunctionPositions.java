package dev.symbolicator.symbols;

import dev.symbolicator.javascript.FunctionKind;
import dev.symbolicator.javascript.Lines;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.memory.Allowance;
import java.util.Arrays;

/**
 * Where the functions of a text lie, by line and column, so that neither the text nor its tokens
 * are needed any longer: about 70 bytes a function, 12 more where there are classes. Rows are those
 * of the {@link Outline}; places are {@link Positions}.
 */
final class FunctionPositions {
  /** The answer where no row is meant. */
  static final int NONE = -1;

  /** What a row takes besides its beginnings and its nesting. */
  private static final int BYTES = 3 * Long.BYTES + 2 * Integer.BYTES;

  /** What a row takes on top where there are classes. */
  private static final int MEMBERS_BYTES = 3 * Integer.BYTES;

  /** The objects and arrays themselves, those of the source that they are of included. */
  private static final int OBJECTS_BYTES = 800;

  private final FunctionKind[] kinds;
  private final long[] starts;
  private final long[] headers;
  private final long[] bodies;
  private final int[] owners;
  private final long[] beginnings;
  private final int[] beginners;

  /**
   * For each class three rows: its constructor, and what V8 reports its fields at. Empty where
   * there are no members of classes.
   */
  private final int[] constructors;

  private final int[] instanceFields;
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

  /** Takes what is needed from the outline of a text. */
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

  /** Where V8 says the function is. */
  long start(int row) {
    return starts[row];
  }

  /** Where its text begins. */
  long header(int row) {
    return headers[row];
  }

  /** Where its body begins, negative where it has none. */
  long body(int row) {
    return bodies[row];
  }

  /** The class that a method or fields belong to. */
  int owner(int row) {
    return owners[row];
  }

  /** The constructor that a class writes out, {@link #NONE} where it does not. */
  int constructorOf(int classRow) {
    return constructors.length == 0 ? NONE : constructors[classRow];
  }

  boolean isConstructor(int row) {
    return owners[row] >= 0 && constructors[owners[row]] == row;
  }

  /** Where V8 reports the fields of a class, {@link #NONE} where it has none of the kind. */
  int fieldsOf(int classRow, FunctionKind kind) {
    int[] fields = kind == FunctionKind.STATIC_FIELDS ? staticFields : instanceFields;
    return fields.length == 0 ? NONE : fields[classRow];
  }

  /** The innermost row around a position, classes included. */
  int around(long position) {
    return nesting.around(position);
  }

  /** The same for one thread and many positions that are nearly in order. */
  RowNesting.NestingWalk walk() {
    return nesting.walk();
  }

  /** A row whose text, or the statement that exports it, begins at a position. */
  int beginningAt(long position) {
    int at = Arrays.binarySearch(beginnings, position);
    return at < 0 ? NONE : beginners[at];
  }

  /** The first row that starts at a position or behind it; {@link #size} where none does. */
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

  /** The first row that starts at a position. */
  int startingAt(long position) {
    int row = firstFrom(position);
    return row < starts.length && starts[row] == position ? row : NONE;
  }

  /** The innermost row around another one, classes left out. */
  int functionAround(int row) {
    return nesting.functionAround(row);
  }

  /** The row itself, or the innermost function around it where it is a class. */
  int functionOf(int row) {
    return row != NONE && kind(row) == FunctionKind.CLASS ? functionAround(row) : row;
  }

  /** Whether a position lies before the body of a row: in its name or its parameters. */
  boolean isInHead(int row, long position) {
    return position < bodies[row];
  }
}

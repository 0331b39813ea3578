package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Lines;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.memory.Allowance;
import java.util.Arrays;
import java.util.Set;
import java.util.function.IntUnaryOperator;

/**
 * The lines and columns of the functions of a text, without the text and its tokens: some 70 bytes
 * a function, and 12 more if the text has members of classes. Rows are those of the {@link
 * Outline}, positions {@link Positions}.
 */
final class FunctionPositions {
  static final int NONE = -1;
  private static final int BYTES = 3 * Long.BYTES + 2 * Integer.BYTES;
  private static final int MEMBERS_BYTES = 3 * Integer.BYTES;
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

  private final int[] instanceFields;
  private final int[] staticFields;

  private final RowNesting nesting;

  FunctionPositions(Outline outline, String text, Allowance allowance) {
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

  long start(int row) {
    return starts[row];
  }

  long header(int row) {
    return headers[row];
  }

  long body(int row) {
    return bodies[row];
  }

  int owner(int row) {
    return owners[row];
  }

  int constructorOf(int classRow) {
    return constructors.length == 0 ? NONE : constructors[classRow];
  }

  boolean isConstructor(int row) {
    return owners[row] >= 0 && constructors[owners[row]] == row;
  }

  int fieldsOf(int classRow, FunctionKind kind) {
    int[] fields = kind == FunctionKind.STATIC_FIELDS ? staticFields : instanceFields;
    return fields.length == 0 ? NONE : fields[classRow];
  }

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

  int startingAt(long position) {
    int row = firstFrom(position);
    return row < starts.length && starts[row] == position ? row : NONE;
  }

  int functionAround(int row) {
    return nesting.functionAround(row);
  }

  int functionOf(int row) {
    return row != NONE && kind(row) == FunctionKind.CLASS ? functionAround(row) : row;
  }

  /** Tells whether a position lies before the body of a row: in its name or its parameters. */
  boolean isInHead(int row, long position) {
    return position < bodies[row];
  }

  /**
   * The positions where the texts of functions begin, in order; an exported declaration has two,
   * its header and the word {@code export}, since builders map to either.
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Beginnings(long[] positions, int[] rows) {
    /** The most white space, in UTF-16 units, that is skipped before a word; real code has less. */
    private static final int FAR = 60;

    static final int BYTES = Long.BYTES + Integer.BYTES;

    static Beginnings of(Outline outline, String text, Allowance allowance) {
      int size = count(outline, text);
      allowance.take((long) BYTES * size);
      long[] keys = new long[size];
      int count = 0;
      for (int row = 0; row < outline.size(); row++) {
        int header = outline.header(row);
        int export = exportBefore(text, header);
        keys[count++] = key(header, row);
        if (export < header) {
          keys[count++] = key(export, row);
        }
      }
      Arrays.sort(keys);
      Lines lines = outline.lines();
      int[] rows = new int[count];
      for (int i = 0; i < count; i++) {
        rows[i] = (int) keys[i];
        keys[i] = Positions.at(lines, (int) (keys[i] >>> Integer.SIZE));
      }
      return new Beginnings(keys, rows);
    }

    private static int count(Outline outline, String text) {
      int count = outline.size();
      for (int row = 0; row < outline.size(); row++) {
        int header = outline.header(row);
        count += exportBefore(text, header) < header ? 1 : 0;
      }
      return count;
    }

    private static long key(int offset, int row) {
      return ((long) offset << Integer.SIZE) | row;
    }

    private static int exportBefore(String text, int header) {
      int behindExport = wordBefore(text, header, "default");
      int export = wordBefore(text, behindExport, "export");
      return export < behindExport ? export : header;
    }

    private static int wordBefore(String text, int place, String word) {
      int end = place;
      while (end > 0 && end > place - FAR && text.charAt(end - 1) <= ' ') {
        end--;
      }
      int begin = end - word.length();
      boolean is = begin >= 0 && end < place && text.startsWith(word, begin);
      return is && (begin == 0 || !Character.isJavaIdentifierPart(text.charAt(begin - 1)))
          ? begin
          : place;
    }
  }

  static final class Constructors {
    private static final String WORD = "constructor";
    private static final Set<String> MODIFIERS = Set.of("", "public", "protected", "private");

    /** The most UTF-16 units that are read before a word; modifiers and white space take less. */
    private static final int FAR = 100;

    private Constructors() {}

    static boolean is(String text, Outline outline, int row) {
      if (outline.kind(row) != FunctionKind.METHOD
          || outline.owner(row) < 0
          || outline.body(row) < 0) {
        return false;
      }
      int header = outline.header(row);
      int end = skipBlanks(text, outline.start(row), header);
      int quotes =
          end > header && (text.charAt(end - 1) == '"' || text.charAt(end - 1) == '\'') ? 1 : 0;
      int begin = end - quotes - WORD.length();
      if (begin - quotes < header || !text.startsWith(WORD, begin)) {
        return false;
      }
      String before = text.substring(Math.max(header, begin - quotes - FAR), begin - quotes);
      return MODIFIERS.contains(before.strip());
    }

    private static int skipBlanks(String text, int from, int to) {
      int at = from;
      while (at > to && at > from - FAR && text.charAt(at - 1) <= ' ') {
        at--;
      }
      return at;
    }
  }

  /**
   * Finds the innermost row around a position: each edge has the row that is innermost from there
   * to the next. Rows that overlap without nesting are cut off where the row around them ends.
   */
  static final class RowNesting {
    private static final int BYTES = 2 * (Long.BYTES + Integer.BYTES) + Integer.BYTES;
    private static final int SWEEP_BYTES = 4 * Integer.BYTES;

    private final long[] edges;
    private final int[] rows;
    private final int[] functionsAround;

    private RowNesting(long[] edges, int[] rows, int[] functionsAround) {
      this.edges = edges;
      this.rows = rows;
      this.functionsAround = functionsAround;
    }

    static RowNesting of(Outline outline, Allowance allowance) {
      long sweeping = (long) SWEEP_BYTES * outline.size();
      allowance.take(sweeping + (long) BYTES * outline.size());
      Sweep sweep = new Sweep(outline);
      RowNesting nesting =
          new RowNesting(
              sweep.positions(outline.lines()),
              Arrays.copyOf(sweep.rows, sweep.size),
              sweep.functionsAround);
      allowance.giveBack(sweeping);
      return nesting;
    }

    int around(long position) {
      int at = Arrays.binarySearch(edges, position);
      int edge = at >= 0 ? at : -at - 2;
      return edge < 0 ? FunctionPositions.NONE : rows[edge];
    }

    int functionAround(int row) {
      return functionsAround[row];
    }

    /** Returns a view for one thread, which is quick if positions are in order, or nearly so. */
    NestingWalk walk() {
      return new NestingWalk();
    }

    /** Remembers the edge of the last answer. */
    final class NestingWalk {
      private int edge = -1;

      int around(long position) {
        if (edge + 1 < edges.length && edges[edge + 1] <= position) {
          edge++;
        }
        boolean here =
            (edge < 0 || edges[edge] <= position)
                && (edge + 1 == edges.length || position < edges[edge + 1]);
        if (!here) {
          int at = Arrays.binarySearch(edges, position);
          edge = at >= 0 ? at : -at - 2;
        }
        return edge < 0 ? FunctionPositions.NONE : rows[edge];
      }
    }

    private static final class Sweep {
      private final int[] edges;
      private final int[] rows;
      private final int[] functionsAround;
      private int size;

      Sweep(Outline outline) {
        int count = outline.size();
        edges = new int[2 * count];
        rows = new int[2 * count];
        functionsAround = new int[count];
        int[] ends = new int[count];
        int[] open = new int[count];
        int depth = 0;
        for (int row : outermostFirst(outline)) {
          int begin = outline.header(row);
          while (depth > 0 && ends[open[depth - 1]] <= begin) {
            depth--;
            edge(ends[open[depth]], depth == 0 ? FunctionPositions.NONE : open[depth - 1]);
          }
          ends[row] = outline.end(row);
          int around = depth == 0 ? FunctionPositions.NONE : open[depth - 1];
          boolean inClass = depth > 0 && outline.kind(around) == FunctionKind.CLASS;
          functionsAround[row] = inClass ? functionsAround[around] : around;
          if (depth > 0) {
            ends[row] = Math.min(ends[row], ends[open[depth - 1]]);
          }
          edge(begin, row);
          open[depth++] = row;
        }
        while (depth > 0) {
          depth--;
          edge(ends[open[depth]], depth == 0 ? FunctionPositions.NONE : open[depth - 1]);
        }
      }

      private static int[] outermostFirst(Outline outline) {
        int[] order = RowOrder.by(outline.size(), outline::header);
        for (int i = 1; i < order.length; i++) { // Rarely do more than two begin at one place.
          int row = order[i];
          int at = i;
          while (at > 0
              && outline.header(order[at - 1]) == outline.header(row)
              && outline.end(order[at - 1]) < outline.end(row)) {
            order[at] = order[at - 1];
            at--;
          }
          order[at] = row;
        }
        return order;
      }

      /** Adds an edge. Of several edges at one place the last counts. */
      private void edge(int offset, int row) {
        if (size > 0 && edges[size - 1] == offset) {
          size--;
        }
        edges[size] = offset;
        rows[size++] = row;
      }

      long[] positions(Lines lines) {
        long[] positions = new long[size];
        for (int edge = 0; edge < size; edge++) {
          positions[edge] = Positions.at(lines, edges[edge]);
        }
        return positions;
      }
    }
  }

  /** Sorts rows by a number that each row has. */
  static final class RowOrder {
    private RowOrder() {}

    /** Rows with equal keys keep their order. */
    static int[] by(int rows, IntUnaryOperator key) {
      long[] keys = new long[rows];
      for (int row = 0; row < rows; row++) {
        keys[row] = ((long) key.applyAsInt(row) << Integer.SIZE) | row;
      }
      Arrays.sort(keys);
      int[] order = new int[rows];
      for (int i = 0; i < rows; i++) {
        order[i] = (int) keys[i];
      }
      return order;
    }
  }
}

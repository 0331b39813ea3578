package dev.symbolicator.symbols;

import dev.symbolicator.javascript.FunctionKind;
import dev.symbolicator.javascript.Lines;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.memory.Allowance;
import java.util.Arrays;

/**
 * Finds the innermost row around a position, by the edges of all rows in order. Each edge has the
 * row that is innermost from there to the next edge. Rows that overlap without nesting, as in a
 * text that is no JavaScript, are cut off where the row around them ends.
 */
final class RowNesting {
  /** Heap bytes of a row: two edges, and the function around the row. */
  private static final int BYTES = 2 * (Long.BYTES + Integer.BYTES) + Integer.BYTES;

  /** Further heap bytes of a row while the nesting is computed. */
  private static final int SWEEP_BYTES = 4 * Integer.BYTES;

  private final long[] edges;
  private final int[] rows;
  private final int[] functionsAround;

  private RowNesting(long[] edges, int[] rows, int[] functionsAround) {
    this.edges = edges;
    this.rows = rows;
    this.functionsAround = functionsAround;
  }

  /** Computes the nesting of an outline's rows. */
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

  /** Returns the innermost row around a position; else {@link FunctionPositions#NONE}. */
  int around(long position) {
    int at = Arrays.binarySearch(edges, position);
    int edge = at >= 0 ? at : -at - 2;
    return edge < 0 ? FunctionPositions.NONE : rows[edge];
  }

  /** Returns the innermost row around another row, classes excluded. */
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

    /** Returns the innermost row around a position; else {@link FunctionPositions#NONE}. */
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

  /** Passes once over the rows in the order of their texts, with a stack of the open rows. */
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

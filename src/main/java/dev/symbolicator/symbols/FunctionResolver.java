package dev.symbolicator.symbols;

import dev.symbolicator.javascript.FunctionKind;
import dev.symbolicator.memory.Allowance;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Finds the originals of all generated functions, in steps; each takes what those before it left.
 *
 * <ol>
 *   <li>A segment lies exactly at the function's start.
 *   <li>A segment in its name or parameters leads to the name or parameters of an original.
 *   <li>Most of the segments of its body lie in one original function. The functions inlined into a
 *       body have the lesser part of it, and so has a body inlined into something else.
 *   <li>Where two functions, one around the other, are left with one original, or a function with
 *       the top level: the function that starts in the statement the map leads to.
 *   <li>A class is the one that most of its members belong to, its fields are the fields of that.
 * </ol>
 */
final class FunctionResolver {
  /** Not found. */
  static final int UNKNOWN = -1;

  /** Code of the top levels of several sources. */
  static final int MERGED = -2;

  private final FunctionPositions generated;
  private final OriginalSources originals;
  private final SegmentVotes votes;
  private final ExactStart exactStart;
  private final StatementSearch statements;
  private final Allowance allowance;
  private final int[] resolved;
  private final BitSet taken = new BitSet();

  FunctionResolver(
      FunctionPositions generated,
      OriginalSources originals,
      SegmentVotes votes,
      ExactStart exactStart,
      StatementSearch statements,
      Allowance allowance) {
    this.allowance = allowance;
    this.generated = generated;
    this.originals = originals;
    this.votes = votes;
    this.exactStart = exactStart;
    this.statements = statements;
    allowance.take((long) Integer.BYTES * generated.size());
    resolved = new int[generated.size()];
    Arrays.fill(resolved, UNKNOWN);
  }

  /** For each generated row the number of its original, or {@link #UNKNOWN} or {@link #MERGED}. */
  int[] resolve() {
    BitSet unsure = new BitSet();
    for (int row = 0; row < generated.size(); row++) {
      if (isFunction(generated.kind(row))) {
        int sure = sure(row);
        resolved[row] = sure != UNKNOWN ? sure : elected(row);
        unsure.set(row, sure == UNKNOWN);
        if (resolved[row] >= 0) {
          taken.set(resolved[row]);
        }
      }
    }
    unsure.stream().forEach(this::settle);
    new ClassResolver(generated, originals, votes, exactStart, resolved, allowance).resolve();
    return resolved;
  }

  private int sure(int row) {
    int exact = exactStart.of(row);
    if (exact != OriginalSources.NONE) {
      return exact;
    }
    int head = votes.head(row);
    FunctionKind kind = head == OriginalSources.NONE ? null : originals.kind(head);
    return kind != null && isFunction(kind) && ExactStart.fits(generated.kind(row), kind)
        ? head
        : UNKNOWN;
  }

  /** The candidate with most votes, of several the first; a function before a top level. */
  private int elected(int row) {
    int winner = UNKNOWN;
    int most = 0;
    int topLevels = 0;
    for (SegmentVotes.Candidate candidate : votes.of(row)) {
      boolean topLevel = isTopLevel(candidate.original());
      topLevels += topLevel ? 1 : 0;
      if (candidate.votes() > most
          || (candidate.votes() == most && !topLevel && isTopLevel(winner))) {
        winner = candidate.original();
        most = candidate.votes();
      }
    }
    if (winner < 0) {
      return UNKNOWN;
    }
    FunctionKind kind = originals.kind(winner);
    if (kind == null) {
      return topLevels > 1 ? MERGED : winner;
    }
    return isFunction(kind) ? winner : constructor(row, winner, kind);
  }

  private boolean isTopLevel(int number) {
    return number >= 0 && originals.kind(number) == null;
  }

  /** A function made of a class's own code is its constructor, or runs its fields' initialisers. */
  private int constructor(int row, int number, FunctionKind kind) {
    FunctionKind form = generated.kind(row);
    boolean mayConstruct =
        generated.isConstructor(row)
            || form == FunctionKind.DECLARATION
            || form == FunctionKind.EXPRESSION;
    if (!mayConstruct) {
      return UNKNOWN;
    }
    int source = originals.source(number);
    FunctionPositions rows = originals.rows(source);
    int original = originals.row(number);
    int classRow = kind == FunctionKind.CLASS ? original : rows.owner(original);
    if (classRow == FunctionPositions.NONE) {
      return UNKNOWN;
    }
    int constructor = rows.constructorOf(classRow);
    if (constructor != FunctionPositions.NONE) {
      return originals.number(source, constructor);
    }
    int fields = kind == FunctionKind.CLASS ? classRow : rows.fieldsOf(classRow, kind);
    return originals.number(source, fields);
  }

  /** Decides where there was no election, or a function lies within what it seems to be. */
  private void settle(int row) {
    int number = resolved[row];
    int around = generated.functionAround(row);
    boolean doubled = number >= 0 && around != FunctionPositions.NONE && resolved[around] == number;
    if (number != UNKNOWN && !isTopLevel(number) && !doubled) {
      return;
    }
    int found = statements.of(row, taken);
    if (found != OriginalSources.NONE) {
      resolved[row] = found;
      taken.set(found);
    } else if (isTopLevel(number)) {
      resolved[row] = UNKNOWN;
    }
  }

  static boolean isFunction(FunctionKind kind) {
    return kind != FunctionKind.CLASS && !ExactStart.isFields(kind);
  }
}

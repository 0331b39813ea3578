package dev.symbolicator.symbols;

import dev.symbolicator.javascript.FunctionKind;
import dev.symbolicator.memory.Allowance;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Finds the originals of all generated functions, in steps. Each step resolves functions that the
 * steps before left open.
 *
 * <ol>
 *   <li>A segment exactly at the function's start leads to the original.
 *   <li>A segment in the function's name or parameters leads to the name or parameters of the
 *       original.
 *   <li>Most segments of the function's body lie in the original. A function that was inlined into
 *       a body has the smaller part of that body's segments. This also decides where {@link
 *       MisledHeads} shows that the two steps before were misled.
 *   <li>Some functions now have a top level, or the original of the function around them. Their
 *       original is the function that starts in the statement that their segment leads to.
 *   <li>Where the map has one segment a line, functions without an original get those of the same
 *       name in the original line.
 *   <li>A class gets the original class of most of its members. Its fields get the fields of that
 *       class.
 * </ol>
 */
final class FunctionResolver {
  /** No original was found. */
  static final int UNKNOWN = -1;

  /** The code comes from the top levels of several sources. */
  static final int MERGED = -2;

  /** Several originals are possible. */
  static final int UNCERTAIN = -3;

  private final FunctionPositions generated;
  private final OriginalSources originals;
  private final SegmentVotes votes;
  private final ExactStart exactStart;
  private final StatementSearch statements;
  private final LineSearch lines;
  private final Allowance allowance;
  private final int[] resolved;
  private final BitSet taken = new BitSet();

  FunctionResolver(
      FunctionPositions generated,
      OriginalSources originals,
      SegmentVotes votes,
      ExactStart exactStart,
      StatementSearch statements,
      LineSearch lines,
      Allowance allowance) {
    this.lines = lines;
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

  /**
   * Returns for each generated row the number of its original, or {@link #UNKNOWN}, {@link #MERGED}
   * or {@link #UNCERTAIN}.
   */
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
    new MisledHeads(votes, resolved).all().stream().forEach(row -> elect(row, unsure));
    unsure.stream().forEach(this::settle);
    new CollapsedMappings(generated, originals, votes, resolved).takeBack(unsure);
    new WrapperFunctions(generated, originals, votes, resolved).correct(unsure);
    lines.resolve(resolved);
    new ClassResolver(generated, originals, votes, exactStart, resolved, allowance).resolve();
    return resolved;
  }

  /** Leaves the original that a function's head names, for the one of its body. */
  private void elect(int row, BitSet unsure) {
    resolved[row] = elected(row);
    unsure.set(row);
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

  /**
   * Returns the candidate with most votes. On a tie a function wins over a top level, then the
   * first candidate wins.
   */
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

  /**
   * Returns the original of a function made from a class's own code: the class's constructor. If
   * the class writes none, the class or its field initialisers are the original.
   */
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

  /**
   * Resolves a function whose election had no winner or a doubtful one: a top level, or the
   * original of the function around it.
   */
  private void settle(int row) {
    int number = resolved[row];
    int around = generated.functionAround(row);
    boolean doubled = number >= 0 && around != FunctionPositions.NONE && resolved[around] == number;
    if (number != UNKNOWN && !isTopLevel(number) && !doubled) {
      return;
    }
    int found = constructed(row);
    if (found < 0) {
      found =
          statements.of(row, around == FunctionPositions.NONE ? UNKNOWN : resolved[around], taken);
    }
    if (found >= 0) {
      resolved[row] = found;
      taken.set(found);
    } else if (found == StatementSearch.SEVERAL) {
      resolved[row] = UNCERTAIN;
    } else if (isTopLevel(number)) {
      resolved[row] = UNKNOWN;
    }
  }

  /** Returns the constructor, or the class without one, that a declaration's own segment names. */
  private int constructed(int row) {
    boolean mayConstruct = generated.kind(row) == FunctionKind.DECLARATION;
    int number = mayConstruct ? exactStart.classOf(row) : OriginalSources.NONE;
    return number == OriginalSources.NONE ? UNKNOWN : constructor(row, number, FunctionKind.CLASS);
  }

  static boolean isFunction(FunctionKind kind) {
    return kind != FunctionKind.CLASS && !ExactStart.isFields(kind);
  }
}

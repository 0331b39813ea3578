package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.SourceMap.Mapping;
import dev.symbolicator.symbols.OriginalSources.OriginalFunctions;
import dev.symbolicator.symbols.Positions.Place;
import dev.symbolicator.symbols.StatementSearch.LineSearch;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

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
 *       DoubtfulOriginals} shows that the two steps before were misled.
 *   <li>Some functions now have a top level, or the original of the function around them. Their
 *       original is the function that starts in the statement that their segment leads to.
 *   <li>Where the map has one segment a line, functions without an original get those of the same
 *       name in the original line.
 *   <li>A class gets the original class of most of its members. Its fields get the fields of that
 *       class.
 * </ol>
 */
final class FunctionResolver {
  static final int UNKNOWN = -1;
  static final int MERGED = -2;
  static final int UNCERTAIN = -3;

  /** An entry of a set of classes. */
  private static final int CLASS_BYTES = 80;

  /** So many segments show that a function was moved, and not inlined. */
  private static final int LEAST_MOVED = 3;

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
    unsure.stream().filter(row -> isTopLevel(resolved[row])).forEach(this::moveOut);
    DoubtfulOriginals doubtful = new DoubtfulOriginals(generated, originals, votes, resolved);
    doubtful.misledHeads().stream().forEach(row -> elect(row, unsure));
    unsure.stream().forEach(this::settle);
    doubtful.correct(unsure);
    lines.resolve(resolved);
    new ClassResolver(generated, originals, votes, exactStart, resolved, allowance).resolve();
    takeBackConstructors(unsure);
    return resolved;
  }

  /**
   * Takes back the originals of functions that are taken for the constructor of a class, although
   * the class is one in the script too: functions of its static fields (Angular's {@code
   * viewQuery}) and those around it.
   */
  private void takeBackConstructors(BitSet unsure) {
    Set<Place> classes = new HashSet<>();
    for (int row = 0; row < resolved.length; row++) {
      if (generated.kind(row) == FunctionKind.CLASS
          && resolved[row] >= 0
          && classes.add(classOf(resolved[row]))) {
        allowance.take(CLASS_BYTES);
      }
    }
    if (classes.isEmpty()) {
      return;
    }
    unsure.stream()
        .filter(row -> resolved[row] >= 0 && generated.kind(row) == FunctionKind.EXPRESSION)
        .filter(row -> isConstruction(resolved[row]) && classes.contains(classOf(resolved[row])))
        .forEach(row -> resolved[row] = UNKNOWN);
  }

  private boolean isConstruction(int number) {
    FunctionKind kind = originals.kind(number);
    int row = originals.row(number);
    return kind == FunctionKind.CLASS
        || (kind != null && ExactStart.isFields(kind))
        || (kind == FunctionKind.METHOD
            && originals.rows(originals.source(number)).isConstructor(row));
  }

  private Place classOf(int number) {
    return new Place(originals.source(number), originals.classOf(number));
  }

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

  /**
   * Gives a declaration the only method that it has code of beside that of a top level: a private
   * method that Babel moved out of its class, and its helpers' code.
   */
  private void moveOut(int row) {
    int only = UNKNOWN;
    for (SegmentVotes.Candidate candidate : votes.of(row)) {
      if (!isTopLevel(candidate.original())) {
        if (only != UNKNOWN || candidate.original() < 0 || candidate.votes() < LEAST_MOVED) {
          return;
        }
        only = candidate.original();
      }
    }
    if (only != UNKNOWN
        && !taken.get(only)
        && generated.kind(row) == FunctionKind.DECLARATION
        && originals.kind(only) == FunctionKind.METHOD
        && originals.classOf(only) >= 0) {
      resolved[row] = only;
      taken.set(only);
    }
  }

  private boolean isTopLevel(int number) {
    return number >= 0 && originals.kind(number) == null;
  }

  /**
   * A function made from a class's own code is the constructor; without one, the class or its
   * fields.
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

  private int constructed(int row) {
    boolean mayConstruct = generated.kind(row) == FunctionKind.DECLARATION;
    int number = mayConstruct ? exactStart.classOf(row) : OriginalSources.NONE;
    return number == OriginalSources.NONE ? UNKNOWN : constructor(row, number, FunctionKind.CLASS);
  }

  static boolean isFunction(FunctionKind kind) {
    return kind != FunctionKind.CLASS && !ExactStart.isFields(kind);
  }

  /**
   * Follows a segment exactly where a generated function starts or its text begins. An original
   * exactly there is the most certain answer, even if other code was inlined.
   */
  static final class ExactStart {
    private final SourceMap map;
    private final FunctionPositions generated;
    private final OriginalSources originals;

    ExactStart(SourceMap map, FunctionPositions generated, OriginalSources originals) {
      this.map = map;
      this.generated = generated;
      this.originals = originals;
    }

    int of(int row) {
      return of(row, original -> fits(generated.kind(row), original));
    }

    int classOf(int row) {
      return of(row, original -> original == FunctionKind.CLASS);
    }

    private int of(int row, Predicate<FunctionKind> fits) {
      int number = at(generated.start(row), fits);
      return number != OriginalSources.NONE ? number : at(generated.header(row), fits);
    }

    private int at(long place, Predicate<FunctionKind> fits) {
      Mapping segment = map.findExact(Positions.line(place), Positions.column(place));
      OriginalFunctions source = segment == null ? null : originals.of(segment.source());
      if (segment == null || source == null) {
        return OriginalSources.NONE;
      }
      long position = Positions.of(segment.originalLine(), segment.originalColumn());
      int start = source.rows.startingAt(position);
      int original = start != FunctionPositions.NONE ? start : source.rows.beginningAt(position);
      return original != FunctionPositions.NONE && fits.test(source.rows.kind(original))
          ? originals.number(segment.source(), original)
          : OriginalSources.NONE;
    }

    static boolean fits(FunctionKind generated, FunctionKind original) {
      if (isFields(generated) || isFields(original)) {
        return generated == original;
      }
      if (generated == FunctionKind.CLASS || original == FunctionKind.CLASS) {
        return generated == original;
      }
      return generated != FunctionKind.ARROW || original != FunctionKind.DECLARATION;
    }

    static boolean isFields(FunctionKind kind) {
      return kind == FunctionKind.INSTANCE_FIELDS || kind == FunctionKind.STATIC_FIELDS;
    }
  }

  static final class ClassResolver {
    private final FunctionPositions generated;
    private final OriginalSources originals;
    private final SegmentVotes votes;
    private final ExactStart exactStart;
    private final int[] resolved;
    private final SegmentVotes ballots;

    ClassResolver(
        FunctionPositions generated,
        OriginalSources originals,
        SegmentVotes votes,
        ExactStart exactStart,
        int[] resolved,
        Allowance allowance) {
      this.generated = generated;
      this.originals = originals;
      this.votes = votes;
      this.exactStart = exactStart;
      this.resolved = resolved;
      ballots = new SegmentVotes(generated.size(), allowance);
    }

    void resolve() {
      for (int row = 0; row < resolved.length; row++) {
        if (isClass(row)) {
          voteWithCandidates(row, row);
        } else if (generated.owner(row) != FunctionPositions.NONE) {
          if (resolved[row] >= 0) {
            vote(resolved[row], 1, generated.owner(row));
          } else {
            voteWithCandidates(row, generated.owner(row));
          }
        }
      }
      for (int row = 0; row < resolved.length; row++) {
        if (isClass(row)) {
          resolved[row] = classOf(row);
        }
      }
      for (int row = 0; row < resolved.length; row++) {
        if (ExactStart.isFields(generated.kind(row))) {
          resolved[row] = fieldsOf(generated.owner(row), generated.kind(row));
        }
      }
      for (int row = 0; row < resolved.length; row++) {
        if (isClass(row) && resolved[row] >= 0) {
          resolved[row] = constructorOf(resolved[row]);
        }
      }
    }

    private boolean isClass(int row) {
      return generated.kind(row) == FunctionKind.CLASS;
    }

    private void voteWithCandidates(int row, int generatedClass) {
      for (SegmentVotes.Candidate candidate : votes.of(row)) {
        vote(candidate.original(), candidate.votes(), generatedClass);
      }
    }

    private void vote(int number, int weight, int generatedClass) {
      int classRow = number < 0 ? FunctionPositions.NONE : originals.classOf(number);
      if (classRow != FunctionPositions.NONE) {
        ballots.add(generatedClass, originals.number(originals.source(number), classRow), weight);
      }
    }

    private int classOf(int row) {
      int exact = exactStart.of(row);
      if (exact != OriginalSources.NONE) {
        return exact;
      }
      int head = votes.head(row);
      if (head != OriginalSources.NONE && originals.kind(head) == FunctionKind.CLASS) {
        return head;
      }
      int winner = FunctionResolver.UNKNOWN;
      int most = 0;
      for (SegmentVotes.Candidate candidate : ballots.of(row)) {
        if (candidate.votes() > most) {
          winner = candidate.original();
          most = candidate.votes();
        }
      }
      return winner;
    }

    private int fieldsOf(int generatedClass, FunctionKind kind) {
      int number =
          generatedClass == FunctionPositions.NONE
              ? FunctionResolver.UNKNOWN
              : resolved[generatedClass];
      if (number < 0) {
        return FunctionResolver.UNKNOWN;
      }
      int source = originals.source(number);
      int fields = originals.rows(source).fieldsOf(originals.row(number), kind);
      return fields == FunctionPositions.NONE
          ? FunctionResolver.UNKNOWN
          : originals.number(source, fields);
    }

    private int constructorOf(int number) {
      int source = originals.source(number);
      int constructor = originals.rows(source).constructorOf(originals.row(number));
      return constructor == FunctionPositions.NONE ? number : originals.number(source, constructor);
    }
  }
}

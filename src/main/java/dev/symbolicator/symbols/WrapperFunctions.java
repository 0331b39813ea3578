package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Outline.FunctionKind;
import java.util.BitSet;

/**
 * Finds the functions that build tools put around others.
 *
 * <ul>
 *   <li>Around a class, as in {@code A=function(){function e(){}return e.prototype.m=function(){},
 *       e}()}: the segments lead to members of the class, of which none is the original. The
 *       function stands for the class itself, unless a frame at the class would be that of the
 *       constructor.
 *   <li>Around a function, as the wrapper of a module with one function, or of a whole bundle. The
 *       inner function has the certain original, so the outer one has none if it also holds code of
 *       the module itself, or of another one. An asynchronous function does not: there, both have
 *       the same original.
 * </ul>
 */
final class WrapperFunctions {
  /** The most functions around a function that are looked at; bundlers nest their wrappers less. */
  private static final int MOST_LEVELS = 8;

  private final FunctionPositions generated;
  private final OriginalSources originals;
  private final SegmentVotes votes;
  private final int[] resolved;

  /**
   * Makes a finder for rows whose functions are resolved.
   *
   * @param resolved the number of the original for each row
   */
  WrapperFunctions(
      FunctionPositions generated, OriginalSources originals, SegmentVotes votes, int[] resolved) {
    this.generated = generated;
    this.originals = originals;
    this.votes = votes;
    this.resolved = resolved;
  }

  /**
   * Corrects the originals of wrappers.
   *
   * @param unsure the rows whose original is not certain; no others are changed
   */
  void correct(BitSet unsure) {
    for (int row = 0; row < resolved.length; row++) {
      int around = resolved[row] < 0 ? FunctionPositions.NONE : generated.functionAround(row);
      if (isUnsureWrapper(around, unsure)) {
        correct(around, row);
      }
      for (int level = 0; level < MOST_LEVELS && around != FunctionPositions.NONE; level++) {
        if (!unsure.get(row)
            && isUnsureWrapper(around, unsure)
            && resolved[around] == resolved[row]
            && isPartlyOfOthers(around)) {
          resolved[around] = FunctionResolver.UNKNOWN;
        }
        around = generated.functionAround(around);
      }
    }
  }

  private boolean isUnsureWrapper(int row, BitSet unsure) {
    return row != FunctionPositions.NONE
        && resolved[row] >= 0
        && unsure.get(row)
        && mayWrap(generated.kind(row));
  }

  private void correct(int around, int row) {
    int number = resolved[around];
    int classRow = originals.classOf(number);
    if (classRow != FunctionPositions.NONE
        && classRow == originals.classOf(resolved[row])
        && originals.source(number) == originals.source(resolved[row])) {
      resolved[around] = ofClass(originals.source(number), classRow);
    }
  }

  /**
   * Tells whether a function holds code from outside of all functions, as a module's wrapper, or
   * from several sources, as a bundle's.
   */
  private boolean isPartlyOfOthers(int row) {
    int source = originals.source(resolved[row]);
    return votes.of(row).stream()
        .mapToInt(SegmentVotes.Candidate::original)
        .anyMatch(
            code ->
                code >= 0 && (originals.kind(code) == null || originals.source(code) != source));
  }

  private static boolean mayWrap(FunctionKind kind) {
    return kind == FunctionKind.EXPRESSION || kind == FunctionKind.ARROW;
  }

  private int ofClass(int source, int classRow) {
    return originals.rows(source).constructorOf(classRow) == FunctionPositions.NONE
        ? originals.number(source, classRow)
        : FunctionResolver.MERGED;
  }
}

package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.symbols.Positions.Place;
import java.util.BitSet;

/** Finds originals that are not to be believed among those that functions were given. */
final class DoubtfulOriginals {
  /** The least number of segments of a collapsed function; few are often of one statement. */
  private static final int LEAST_SEGMENTS = 8;

  /** So many segments of a body show what the body comes from; fewer may be inlined code. */
  private static final int LEAST_VOTES = 3;

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
  DoubtfulOriginals(
      FunctionPositions generated, OriginalSources originals, SegmentVotes votes, int[] resolved) {
    this.generated = generated;
    this.originals = originals;
    this.votes = votes;
    this.resolved = resolved;
  }

  /**
   * Returns the rows whose head names an original that their body contradicts: functions that a
   * compiler moved out of the original (React Compiler's {@code _temp}), and helpers that it puts
   * before the first {@code export}. The head alone is no proof, nor is the body: all of a body may
   * have been inlined. But here the original is in the script a second time, with its own body.
   */
  BitSet misledHeads() {
    BitSet owned = new BitSet();
    BitSet misled = new BitSet();
    for (int row = 0; row < resolved.length; row++) {
      if (resolved[row] >= 0 && isMisled(row)) {
        misled.set(row);
      }
    }
    if (misled.isEmpty()) {
      return misled;
    }
    for (int row = 0; row < resolved.length; row++) {
      if (resolved[row] >= 0 && !misled.get(row) && votesFor(row) >= LEAST_VOTES) {
        owned.set(resolved[row]);
      }
    }
    misled.stream().filter(row -> !owned.get(resolved[row])).forEach(misled::clear);
    return misled;
  }

  private boolean isMisled(int row) {
    int own = 0;
    int most = 0;
    for (SegmentVotes.Candidate candidate : votes.of(row)) {
      if (candidate.original() == resolved[row]) {
        own = candidate.votes();
      } else {
        most = Math.max(most, candidate.votes());
      }
    }
    return own <= 1 && most >= LEAST_VOTES;
  }

  private int votesFor(int row) {
    for (SegmentVotes.Candidate candidate : votes.of(row)) {
      if (candidate.original() == resolved[row]) {
        return candidate.votes();
      }
    }
    return 0;
  }

  /**
   * Takes back or corrects the originals that collapsed mappings and wrappers have.
   *
   * @param unsure the rows whose original is not certain; no others are changed
   */
  void correct(BitSet unsure) {
    takeBackCollapsed(unsure);
    correctWrappers(unsure);
  }

  /**
   * Takes back the originals of functions whose original text the map leaves out. Some tools then
   * let all segments of these functions lead to the last place that they know, which is in another
   * function. That function is not the original if several generated functions would have it for
   * that reason. Helpers of transpilers are such functions too.
   */
  private void takeBackCollapsed(BitSet unsure) {
    BitSet found = new BitSet();
    BitSet shared = new BitSet();
    BitSet collapsed = new BitSet();
    unsure.stream().filter(this::isCollapsed).forEach(collapsed::set);
    collapsed.stream()
        .map(row -> resolved[row])
        .forEach(number -> (found.get(number) ? shared : found).set(number));
    collapsed.stream()
        .filter(row -> shared.get(resolved[row]))
        .forEach(row -> resolved[row] = FunctionResolver.UNCERTAIN);
    takeBackHelpers(unsure);
  }

  /**
   * Takes back the originals of a transpiler's helpers. All code of a helper, nested functions too,
   * leads to one place of a source, such as its second line (Babel 8). If the place lies within the
   * body of a function, that function has an original elsewhere in the script.
   */
  private void takeBackHelpers(BitSet unsure) {
    int[] outermost = new int[resolved.length];
    int[] segments = new int[resolved.length];
    BitSet found = new BitSet();
    BitSet shared = new BitSet();
    BitSet mixed = new BitSet();
    for (int row = 0; row < resolved.length; row++) {
      outermost[row] = row;
      if (resolved[row] < 0) {
        continue;
      }
      int around = generated.functionAround(row);
      if (around != FunctionPositions.NONE && around < row && resolved[around] == resolved[row]) {
        outermost[row] = outermost[around];
      } else {
        (found.get(resolved[row]) ? shared : found).set(resolved[row]);
      }
      if (unsure.get(row) && isOfOnePlace(row, outermost[row])) {
        segments[outermost[row]] += votes.of(row).get(0).votes();
      } else {
        mixed.set(outermost[row]);
      }
    }
    for (int row = 0; row < resolved.length; row++) {
      if (resolved[row] >= 0
          && shared.get(resolved[row])
          && !mixed.get(outermost[row])
          && segments[outermost[row]] >= LEAST_SEGMENTS) {
        resolved[row] = FunctionResolver.UNCERTAIN;
      }
    }
  }

  /**
   * Tells whether all segments of a body lead to one place, that of the body of another function,
   * which is in no function's head.
   */
  private boolean isOfOnePlace(int row, int other) {
    Place place = votes.firstInBody(row);
    return place != null
        && place.equals(votes.firstInBody(other))
        && votes.isCollapsed(row, 1)
        && !originals.isInHead(resolved[row], place.position());
  }

  private boolean isCollapsed(int row) {
    int around = generated.functionAround(row);
    return resolved[row] >= 0
        && votes.isCollapsed(row, LEAST_SEGMENTS)
        && (around == FunctionPositions.NONE || resolved[around] != resolved[row]);
  }

  /**
   * Corrects the originals of the functions that build tools put around others.
   *
   * <ul>
   *   <li>Around a class, as in {@code A=function(){function e(){}return
   *       e.prototype.m=function(){}, e}()}: the segments lead to members of the class, of which
   *       none is the original. The function stands for the class itself, unless a frame at the
   *       class would be that of the constructor.
   *   <li>Around a function, as the wrapper of a module with one function, or of a whole bundle.
   *       The inner function has the certain original, so the outer one has none if it also holds
   *       code of the module itself, or of another one. An asynchronous function does not: there,
   *       both have the same original.
   * </ul>
   */
  private void correctWrappers(BitSet unsure) {
    for (int row = 0; row < resolved.length; row++) {
      int around = resolved[row] < 0 ? FunctionPositions.NONE : generated.functionAround(row);
      if (isUnsureWrapper(around, unsure)) {
        correctWrapper(around, row);
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

  private void correctWrapper(int around, int row) {
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

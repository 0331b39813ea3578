package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.symbols.Positions.Place;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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

  DoubtfulOriginals(
      FunctionPositions generated, OriginalSources originals, SegmentVotes votes, int[] resolved) {
    this.generated = generated;
    this.originals = originals;
    this.votes = votes;
    this.resolved = resolved;
  }

  /**
   * Returns the rows whose head names an original that their body contradicts: functions moved out
   * of the original (React Compiler's {@code _temp}), and helpers before the first {@code export}.
   * A body without any code of the original counts too, as empty functions of helpers have it.
   * Neither alone is proof, since a body may have been inlined. But here the original is in the
   * script a second time, with its own body, and not within.
   */
  BitSet misledHeads() {
    Map<Integer, Integer> owners = new HashMap<>();
    BitSet misled = new BitSet();
    for (int row = 0; row < resolved.length; row++) {
      if (resolved[row] >= 0 && isMisled(row)) {
        misled.set(row);
      }
    }
    if (misled.isEmpty()) {
      return misled;
    }
    BitSet doubted = new BitSet();
    misled.stream().forEach(row -> doubted.set(resolved[row]));
    for (int row = 0; row < resolved.length; row++) {
      if (resolved[row] >= 0
          && doubted.get(resolved[row])
          && !misled.get(row)
          && votesFor(row) >= LEAST_VOTES) {
        owners.put(resolved[row], row);
      }
    }
    misled.stream()
        .filter(row -> !isElsewhere(owners.get(resolved[row]), row))
        .forEach(misled::clear);
    return misled;
  }

  private boolean isElsewhere(@Nullable Integer owner, int row) {
    int around = owner == null ? FunctionPositions.NONE : owner;
    for (int level = 0; level < MOST_LEVELS && around != FunctionPositions.NONE; level++) {
      around = generated.functionAround(around);
      if (around == row) {
        return false;
      }
    }
    return owner != null;
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
    return own == 0 || (own == 1 && most >= LEAST_VOTES);
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
   * Takes back or corrects originals that collapsed mappings and wrappers have, of unsure rows
   * only.
   */
  void correct(BitSet unsure) {
    takeBackCollapsed(unsure);
    correctWrappers(unsure);
  }

  /**
   * Takes back the originals of functions whose text the map leaves out. Some tools let all their
   * segments lead to the last known place, in another function, which then seems the original of
   * several. Helpers of transpilers are such functions too.
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
   * Takes back the originals of a transpiler's helpers: all their code leads to one place (Babel 8:
   * the second line) in the body of a function that has an original elsewhere in the script.
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
   * Corrects the originals of functions that build tools put around others. A function around a
   * class stands for the class itself, unless a frame at the class would be that of the
   * constructor. A function around one function (a module's wrapper) has no original if it also
   * holds code of the module itself, or of another; but an asynchronous function and the one within
   * have the same original.
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
    return row != FunctionPositions.NONE && resolved[row] >= 0 && unsure.get(row) && mayWrap(row);
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

  private boolean isPartlyOfOthers(int row) {
    int source = originals.source(resolved[row]);
    return votes.of(row).stream()
        .mapToInt(SegmentVotes.Candidate::original)
        .anyMatch(
            code ->
                code >= 0 && (originals.kind(code) == null || originals.source(code) != source));
  }

  /** Modules of webpack 5.112 are methods of an object. */
  private boolean mayWrap(int row) {
    FunctionKind kind = generated.kind(row);
    return kind == FunctionKind.EXPRESSION
        || kind == FunctionKind.ARROW
        || (kind == FunctionKind.METHOD && generated.owner(row) == FunctionPositions.NONE);
  }

  private int ofClass(int source, int classRow) {
    return originals.rows(source).constructorOf(classRow) == FunctionPositions.NONE
        ? originals.number(source, classRow)
        : FunctionResolver.MERGED;
  }
}

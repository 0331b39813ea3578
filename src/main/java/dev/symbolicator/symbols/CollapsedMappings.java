package dev.symbolicator.symbols;

import dev.symbolicator.symbols.Positions.Place;
import java.util.BitSet;

/**
 * Finds functions whose original text the map leaves out. Some tools then let all segments of these
 * functions lead to the last place that they know, which is in another function. That function is
 * not the original if several generated functions would have it for that reason. Helpers of
 * transpilers are such functions too.
 */
final class CollapsedMappings {
  /** The least number of segments of a function; few segments are often of one statement. */
  static final int LEAST_SEGMENTS = 8;

  private final FunctionPositions generated;
  private final OriginalSources originals;
  private final SegmentVotes votes;
  private final int[] resolved;

  /**
   * Makes a finder for rows whose functions are resolved.
   *
   * @param resolved the number of the original for each row
   */
  CollapsedMappings(
      FunctionPositions generated, OriginalSources originals, SegmentVotes votes, int[] resolved) {
    this.generated = generated;
    this.originals = originals;
    this.votes = votes;
    this.resolved = resolved;
  }

  /**
   * Takes back the originals that several functions share by collapsed mappings.
   *
   * @param unsure the rows whose original is not certain; no others are changed
   */
  void takeBack(BitSet unsure) {
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
}

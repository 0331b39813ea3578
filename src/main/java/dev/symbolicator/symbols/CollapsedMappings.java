package dev.symbolicator.symbols;

import java.util.BitSet;

/**
 * Finds functions whose original text the map leaves out. Some tools then let all segments of these
 * functions lead to the last place that they know, which is in another function. That function is
 * not the original if several generated functions would have it for that reason.
 */
final class CollapsedMappings {
  /** The least number of segments of a function; few segments are often of one statement. */
  static final int LEAST_SEGMENTS = 8;

  private final FunctionPositions generated;
  private final SegmentVotes votes;
  private final int[] resolved;

  /**
   * Makes a finder for rows whose functions are resolved.
   *
   * @param resolved the number of the original for each row
   */
  CollapsedMappings(FunctionPositions generated, SegmentVotes votes, int[] resolved) {
    this.generated = generated;
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
  }

  private boolean isCollapsed(int row) {
    int around = generated.functionAround(row);
    return resolved[row] >= 0
        && votes.isCollapsed(row, LEAST_SEGMENTS)
        && (around == FunctionPositions.NONE || resolved[around] != resolved[row]);
  }
}

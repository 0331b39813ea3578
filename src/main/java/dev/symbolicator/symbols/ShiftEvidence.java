package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Lines;
import dev.symbolicator.sourcemap.MappingCursor;
import org.jspecify.annotations.Nullable;

/**
 * Tells how well segments of a map fit a script. A segment of the right map lies inside of the
 * script and not within a word, and a property has the name that its original has.
 *
 * @param segments how many segments were looked at
 * @param misplaced how many of them lie outside of the script or within a word
 * @param compared how many lead from a property of the script to a name
 * @param agreeing how many of those have the same name on both sides
 */
record ShiftEvidence(int segments, int misplaced, int compared, int agreeing) {
  /** Shorter names are mostly made by minifiers, so they are not compared. */
  static final int SHORTEST_NAME = 3;

  /** One in this many segments may be misplaced. */
  static final int MISPLACED_SHARE = 1_000;

  /** So few segments may be misplaced: those before the place of an insertion. */
  static final int MISPLACED_TOLERATED = 4;

  /** One in this many names may differ, since builders rename some properties. */
  static final int DIFFERING_SHARE = 10;

  /** Compares segments with a script. */
  static ShiftEvidence of(String script, Lines lines, MappingCursor segment, PropertyWords words) {
    int segments = 0;
    int misplaced = 0;
    int compared = 0;
    int agreeing = 0;
    while (segment.next()) {
      segments++;
      int at = lines.offset(segment.generatedLine(), segment.generatedColumn());
      if (at < 0 || PropertyWords.isWithinWord(script, at)) {
        misplaced++;
        continue;
      }
      String word = segment.isMapped() ? comparable(PropertyWords.at(script, at)) : null;
      String original = word == null ? null : comparable(words.original(segment));
      if (original != null) {
        compared++;
        agreeing += original.equals(word) ? 1 : 0;
      }
    }
    return new ShiftEvidence(segments, misplaced, compared, agreeing);
  }

  private static @Nullable String comparable(@Nullable String word) {
    return word == null || word.length() < SHORTEST_NAME ? null : word;
  }

  /** Returns this evidence with further segments that are misplaced. */
  ShiftEvidence withMisplaced(int further) {
    return new ShiftEvidence(segments + further, misplaced + further, compared, agreeing);
  }

  /** Tells whether the segments fit, and enough of them were compared. */
  boolean fits() {
    return misplaced <= Math.max(MISPLACED_TOLERATED, segments / MISPLACED_SHARE)
        && compared >= ContentTie.LEAST_COMPARED
        && (long) (compared - agreeing) * DIFFERING_SHARE <= compared;
  }
}

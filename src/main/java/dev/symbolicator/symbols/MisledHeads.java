package dev.symbolicator.symbols;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds functions whose head names an original that their body contradicts: functions that a
 * compiler moved out of the original (React Compiler's {@code _temp}), and helpers that it puts
 * before the first {@code export}. The head alone is no proof, nor is the body: all of a body may
 * have been inlined. But here the original is in the script a second time, with its own body.
 */
final class MisledHeads {
  /** So many segments of a body show what the body comes from; fewer may be inlined code. */
  static final int LEAST_VOTES = 3;

  private final SegmentVotes votes;
  private final int[] resolved;

  /**
   * Makes a finder for rows that were resolved by their heads.
   *
   * @param resolved the number of the original for each row
   */
  MisledHeads(SegmentVotes votes, int[] resolved) {
    this.votes = votes;
    this.resolved = resolved;
  }

  /** Returns the rows whose head is not to be believed. */
  BitSet all() {
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
    for (int row = 0; row < resolved.length; row++) {
      if (resolved[row] >= 0 && !misled.get(row) && votesFor(row) >= LEAST_VOTES) {
        owners.put(resolved[row], row);
      }
    }
    misled.stream().filter(row -> !owners.containsKey(resolved[row])).forEach(misled::clear);
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
}

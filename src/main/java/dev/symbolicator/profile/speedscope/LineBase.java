package dev.symbolicator.profile.speedscope;

import dev.symbolicator.profile.ProfileFrame;
import java.util.List;

/**
 * The number of the first line and the first column in a file.
 *
 * <p>Speedscope counts from 1. But its import of V8's heap profiles, whose unit is bytes, keeps
 * their numbers, which count from 0 (speedscope 1.25). Other programs may write bytes and count
 * from 1. So a file of bytes counts from 0 if it has a position with a 0. Otherwise the functions
 * of its scripts decide.
 */
enum LineBase {
  ZERO,
  ONE,
  /** The file does not tell. No position is used, until the starts of functions tell. */
  UNKNOWN;

  /**
   * Returns the base of a file.
   *
   * @param frames have the numbers of the file as lines and columns
   * @param ofBytes the number of profiles whose unit is bytes
   * @param others the number of other profiles
   */
  static LineBase of(List<ProfileFrame> frames, int ofBytes, int others) {
    if (ofBytes == 0) {
      return ONE;
    }
    boolean hasZero =
        frames.stream()
            .anyMatch(frame -> frame.hasPosition() && (frame.line() == 0 || frame.column() == 0));
    return others == 0 && hasZero ? ZERO : UNKNOWN;
  }

  /** Returns a 0-based line or column; -1 if the number is none. */
  int position(int number) {
    return this == UNKNOWN ? -1 : Math.max(-1, number - number());
  }

  /** Returns the number of the first line and the first column. */
  int number() {
    return this == ONE ? 1 : 0;
  }
}

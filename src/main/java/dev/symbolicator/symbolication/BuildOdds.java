package dev.symbolicator.symbolication;

import dev.symbolicator.symbols.SymbolLookup.StartFit;
import java.util.Arrays;

/**
 * Weighs whether the frames of a profile are of another build of a script than the one that was
 * found. Each distinct start is a witness; its weight is the logarithm of a ratio: how likely the
 * witness is in another build, against the right build.
 *
 * <p>Measured on builds of one app by eight builders: of 5,606 frames in the right build, none was
 * strange. Of frames in another build, 99 % were strange, except in a beginning that both builds
 * share. So frames that fit say little against another build, and one strange frame says much.
 *
 * <p>A wrong build has hardly a function at a frame's start. If all frames start at functions, and
 * several names differ, the build is right, and the names are not those that V8 gave.
 */
final class BuildOdds {
  /** The odds from which another build is reported. */
  static final double NEEDED = Math.log(1000);

  /** At most one frame of 2,000 is strange in the right build. */
  private static final double STRANGE = Math.log(2000);

  /** A third of the frames of another build may lie in a beginning that both builds share. */
  private static final double SAME_NAME = -Math.log(3);

  /** Functions without a name, or with a short one, start by chance where a frame does. */
  private static final double FUNCTION = -Math.log(1.5);

  /** The number of other names from which a profile has names of its own. */
  static final int ENOUGH_NAMES = 3;

  private static final int FIT_BITS = 2;
  private static final int FIT_MASK = (1 << FIT_BITS) - 1;

  private final int[] counts = new int[StartFit.values().length];

  private BuildOdds(long[] starts, int size) {
    Arrays.sort(starts, 0, size);
    for (int i = 0; i < size; i++) {
      if (i == 0 || starts[i] >> FIT_BITS != starts[i - 1] >> FIT_BITS) {
        counts[(int) starts[i] & FIT_MASK]++;
      }
    }
  }

  /** Collects the starts of frames. */
  static final class Witnesses {
    private final long[] starts;
    private int size;

    /** Makes room for a number of frames. */
    Witnesses(int most) {
      starts = new long[most];
    }

    /** Adds a frame at a 0-based position. Of frames at one position, the best fit counts. */
    @SuppressWarnings("EnumOrdinal") // The number does not outlive the process.
    void add(int line, int column, StartFit fit) {
      if (fit != StartFit.UNKNOWN) {
        long position = (long) line << (Integer.SIZE - 1) | column;
        starts[size++] = position << FIT_BITS | fit.ordinal();
      }
    }

    BuildOdds odds() {
      return new BuildOdds(starts, size);
    }
  }

  /** Tells whether the frames are of another build. */
  boolean areOfOtherBuild() {
    double odds =
        strange() * STRANGE
            + count(StartFit.SAME_NAME) * SAME_NAME
            + count(StartFit.FUNCTION) * FUNCTION;
    return !haveOwnNames() && odds >= NEEDED;
  }

  /** Tells whether the profile's names are not those that V8 gave. */
  boolean haveOwnNames() {
    return count(StartFit.NO_FUNCTION) == 0 && count(StartFit.OTHER_NAME) >= ENOUGH_NAMES;
  }

  /** Returns the number of distinct starts that are strange. */
  int strange() {
    return count(StartFit.NO_FUNCTION) + count(StartFit.OTHER_NAME);
  }

  /** Returns the number of distinct starts. */
  int all() {
    return Arrays.stream(counts).sum();
  }

  @SuppressWarnings("EnumOrdinal") // The number does not outlive the process.
  private int count(StartFit fit) {
    return counts[fit.ordinal()];
  }
}

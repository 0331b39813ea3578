package dev.symbolicator.sourcemap;

/**
 * Bounds on the contents of a map, so that a hostile map costs only time and memory proportional to
 * its size. A map that exceeds a bound is rejected; a map that just reaches a bound is read.
 *
 * @param segments mappings, over all sections
 * @param generatedLines lines of the generated file, mapped or not
 * @param sources sources, over all sections
 * @param sourceUrlChars UTF-16 units in all source URLs together, each with its {@code sourceRoot}
 *     and the base URL before it
 * @param names names, over all sections
 * @param sections sections of index maps, nested ones included
 * @param nesting levels of JSON arrays and objects inside one another
 * @param problems problems that are kept; further ones are only counted
 */
public record SourceMapLimits(
    int segments,
    int generatedLines,
    int sources,
    int sourceUrlChars,
    int names,
    int sections,
    int nesting,
    int problems) {

  /** The greatest value of {@link #nesting()}, since index maps are read by recursion. */
  public static final int MAX_NESTING = 1_000;

  /** Several times the needs of the largest published maps (3.1 million segments). */
  public static final SourceMapLimits DEFAULT =
      new SourceMapLimits(
          10_000_000, 10_000_000, 250_000, 32 << 20, 5_000_000, 100_000, MAX_NESTING, 100);

  /**
   * Checks the limits.
   *
   * @throws IllegalArgumentException if a limit is negative, or the nesting exceeds {@link
   *     #MAX_NESTING}
   */
  public SourceMapLimits {
    if (nesting > MAX_NESTING) {
      throw new IllegalArgumentException("nesting must be at most " + MAX_NESTING);
    }
    if (segments < 0
        || generatedLines < 0
        || sources < 0
        || sourceUrlChars < 0
        || names < 0
        || sections < 0
        || nesting < 0
        || problems < 0) {
      throw new IllegalArgumentException("limits must not be negative");
    }
  }
}

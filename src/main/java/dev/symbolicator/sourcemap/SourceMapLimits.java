package dev.symbolicator.sourcemap;

/**
 * Bounds on what a map may hold, so that a hostile one costs no more than time and memory
 * proportional to its size. A map that exceeds one is rejected; one that just reaches it is read.
 *
 * @param segments mappings, over all sections
 * @param generatedLines lines of the generated file, mapped or not
 * @param sources sources, over all sections
 * @param sourceUrlChars UTF-16 units in all source URLs together once each is prefixed with its
 *     {@code sourceRoot} and the base URL
 * @param names names, over all sections
 * @param sections sections of index maps, nested ones included
 * @param nesting levels of JSON arrays and objects within one another
 * @param problems problems kept as values; further ones are only counted
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

  /** The deepest nesting that may be asked for: index maps are read by recursion. */
  public static final int MAX_NESTING = 1_000;

  /** Several times what the largest published maps need (3.1 million segments). */
  public static final SourceMapLimits DEFAULT =
      new SourceMapLimits(
          10_000_000, 10_000_000, 250_000, 32 << 20, 5_000_000, 100_000, MAX_NESTING, 100);

  /** Throws {@link IllegalArgumentException} for limits no reader could keep. */
  public SourceMapLimits {
    if (nesting > MAX_NESTING) {
      throw new IllegalArgumentException("nesting is limited to " + MAX_NESTING);
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

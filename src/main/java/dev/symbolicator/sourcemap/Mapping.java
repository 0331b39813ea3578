package dev.symbolicator.sourcemap;

/**
 * A place in the generated file and the place in an original source it comes from.
 *
 * <p>Lines are 0-based; columns are 0-based UTF-16 code units.
 *
 * @param generatedLine line in the generated file
 * @param generatedColumn column in the generated file at which the mapping begins, at or before the
 *     column that was asked for
 * @param source index of the source, for {@link SourceMap#sourceUrl(int)} and its like
 * @param originalLine line in the source
 * @param originalColumn column in the source
 * @param name index of the name, for {@link SourceMap#name(int)}, or {@value #NO_NAME}
 */
public record Mapping(
    int generatedLine,
    int generatedColumn,
    int source,
    int originalLine,
    int originalColumn,
    int name) {

  /** The value of {@link #name()} where a mapping has no name. */
  public static final int NO_NAME = -1;

  /** Whether the map gives a name for this place. */
  public boolean hasName() {
    return name != NO_NAME;
  }
}

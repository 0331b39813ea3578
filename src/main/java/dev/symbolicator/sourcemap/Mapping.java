package dev.symbolicator.sourcemap;

/**
 * A position in the generated file, and the position in an original source that it comes from.
 *
 * <p>Lines are 0-based; columns are 0-based UTF-16 code units. A lookup may return a mapping that
 * begins before the requested position.
 *
 * @param generatedLine line in the generated file
 * @param generatedColumn column in the generated file where the mapping begins
 * @param source 0-based index of the source, for {@link SourceMap#sourceUrl(int)} and similar
 *     methods
 * @param originalLine line in the source
 * @param originalColumn column in the source
 * @param name 0-based index of the name, for {@link SourceMap#name(int)}, or {@value #NO_NAME}
 */
public record Mapping(
    int generatedLine,
    int generatedColumn,
    int source,
    int originalLine,
    int originalColumn,
    int name) {

  /** The value of {@link #name()} if a mapping has no name. */
  public static final int NO_NAME = -1;
}

package dev.symbolicator.sourcemap;

import org.jspecify.annotations.Nullable;

/**
 * A source map (ECMA-426), which relates positions of a generated file to positions in the original
 * sources. Read by {@link SourceMapReader}. An index map appears as the one map that its sections
 * form together.
 *
 * <p>A source map keeps its mappings, names and sources as they were written, and nothing else of
 * the JSON text. The texts of sources are in {@link SourceTexts}.
 *
 * <p>Immutable, and safe to share between threads. Lines are 0-based; columns are 0-based UTF-16
 * code units. A position may be any {@code int}. An index of a source or name is 0-based; an index
 * out of range throws an {@link IndexOutOfBoundsException}.
 */
public interface SourceMap {

  /**
   * Finds the mapping that covers a generated position: the last mapping at or before the position,
   * even on an earlier line. Of several mappings at one position the last in the map counts, as in
   * browsers. ECMA-426's GetOriginalPositions returns all of them, as {@link #mappings} can.
   *
   * @return null if no mapping covers the position, or the covering mapping is unmapped
   */
  @Nullable Mapping find(int generatedLine, int generatedColumn);

  /**
   * Finds the mapping that begins exactly at a generated position; the last one if there are
   * several.
   *
   * @return null if no mapping begins there, or the last one that does is unmapped
   */
  @Nullable Mapping findExact(int generatedLine, int generatedColumn);

  /** Returns the mappings at or after one position and before another, unmapped ones included. */
  MappingCursor mappings(int fromLine, int fromColumn, int toLine, int toColumn);

  /** Returns the mappings from a generated position to the end, unmapped ones included. */
  MappingCursor mappingsFrom(int generatedLine, int generatedColumn);

  /** Returns the number of mappings, unmapped ones included. */
  int mappingCount();

  /** Returns the number of sources. Two sources may have the same URL. */
  int sourceCount();

  /**
   * Returns the URL of a source, resolved against {@code sourceRoot} and the base URL in {@link
   * ReadOptions}. Without a base URL, a relative URL stays relative. Each call resolves the URL
   * anew, which takes about a microsecond.
   *
   * @return null if the map gives no URL, or one that cannot be parsed
   */
  @Nullable String sourceUrl(int source);

  /** Tells whether the map's ignore list has a source, as for libraries and generated helpers. */
  boolean isIgnored(int source);

  /** Returns the number of names. */
  int nameCount();

  /** Decodes a name, anew at each call. Returns an empty string if the entry is not a string. */
  String name(int name);

  /** Returns the map's member {@code file}, the name of the generated file; null if absent. */
  @Nullable String file();

  /**
   * Returns the map's debug id, a UUID in lower case with hyphens; null if absent. Its member is
   * {@code debugId}, or {@code debug_id} as Sentry used to write it. Anything but a UUID counts as
   * absent.
   */
  @Nullable String debugId();

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

  /**
   * Walks over mappings in the order of their generated positions, without an object for each.
   * Mappings at the same position come in the order of the map.
   *
   * <pre>{@code
   * MappingCursor cursor = map.mappings(12, 0, 13, 0);
   * while (cursor.next()) {
   *   if (cursor.isMapped()) {
   *     use(cursor.source(), cursor.originalLine(), cursor.originalColumn());
   *   }
   * }
   * }</pre>
   *
   * <p>A new cursor stands before its first mapping; the accessors may be called after {@link
   * #next()} has returned true. A cursor belongs to one thread; its map may be shared. Lines are
   * 0-based; columns are 0-based UTF-16 code units.
   */
  public interface MappingCursor {

    /** Moves to the next mapping; returns false if there is none, also at every later call. */
    boolean next();

    /** Returns the line in the generated file. */
    int generatedLine();

    /** Returns the column in the generated file. */
    int generatedColumn();

    /**
     * Tells whether the mapping has an original position. A segment of one field has none, and ends
     * the reach of the mapping before it. A segment with an invalid source or original position has
     * none either.
     */
    boolean isMapped();

    /** Returns the 0-based index of the source, or -1 if the mapping is unmapped. */
    int source();

    /** Returns the line in the source, or -1 if the mapping is unmapped. */
    int originalLine();

    /** Returns the column in the source, or -1 if the mapping is unmapped. */
    int originalColumn();

    /** Returns the 0-based index of the name, or {@link Mapping#NO_NAME}. */
    int name();

    /** Returns the current mapping as a value; null if it is unmapped. */
    default @Nullable Mapping mapping() {
      if (!isMapped()) {
        return null;
      }
      return new Mapping(
          generatedLine(), generatedColumn(), source(), originalLine(), originalColumn(), name());
    }
  }
}

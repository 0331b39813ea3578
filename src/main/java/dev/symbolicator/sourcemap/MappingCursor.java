package dev.symbolicator.sourcemap;

import org.jspecify.annotations.Nullable;

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

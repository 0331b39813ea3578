package dev.symbolicator.sourcemap;

import org.jspecify.annotations.Nullable;

/**
 * Walks over mappings in the order of their generated positions, without an object for each. Of
 * mappings at the same position the one that stands first in the map comes first.
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
 * <p>A new cursor stands before its first mapping; the accessors may be called once {@link #next()}
 * has returned true. A cursor belongs to one thread; the map behind it is shared. Lines are
 * 0-based; columns are 0-based UTF-16 code units.
 */
public interface MappingCursor {

  /** Moves to the next mapping; false when there is none, and from then on. */
  boolean next();

  /** Line in the generated file. */
  int generatedLine();

  /** Column in the generated file. */
  int generatedColumn();

  /**
   * Whether there is an original position. There is none for a segment of one field, which ends the
   * reach of the mapping before it, and for one whose source or original position is invalid.
   */
  boolean isMapped();

  /** Index of the source, or -1 where the mapping is unmapped. */
  int source();

  /** Line in the source, or -1 where the mapping is unmapped. */
  int originalLine();

  /** Column in the source, or -1 where the mapping is unmapped. */
  int originalColumn();

  /** Index of the name, or {@link Mapping#NO_NAME}. */
  int name();

  /** The mapping the cursor stands on as a value of its own, null where it is unmapped. */
  default @Nullable Mapping mapping() {
    if (!isMapped()) {
      return null;
    }
    return new Mapping(
        generatedLine(), generatedColumn(), source(), originalLine(), originalColumn(), name());
  }
}

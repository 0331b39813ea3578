package dev.symbolicator.sourcemap;

import org.jspecify.annotations.Nullable;

/**
 * A source map (ECMA-426), which relates positions of a generated file to positions in original
 * sources. An index map appears as the one map that its sections form together. Keeps mappings,
 * names and sources as they were written; the texts of sources are in {@link SourceTexts}.
 *
 * <p>Immutable and thread-safe. Lines and columns are 0-based, columns in UTF-16 units; a position
 * may be any {@code int}. Indices are 0-based; one out of range throws an {@link
 * IndexOutOfBoundsException}.
 */
public interface SourceMap {

  /**
   * Finds the last mapping at or before a position, even on an earlier line; null if there is none
   * or it is unmapped. Of several at one position the last in the map counts, as in browsers.
   */
  @Nullable Mapping find(int generatedLine, int generatedColumn);

  /**
   * Finds the last mapping that begins exactly at a position; null if there is none or it is
   * unmapped.
   */
  @Nullable Mapping findExact(int generatedLine, int generatedColumn);

  /** Returns the mappings from one position to before another, unmapped ones included. */
  MappingCursor mappings(int fromLine, int fromColumn, int toLine, int toColumn);

  /** Returns the mappings from a generated position to the end, unmapped ones included. */
  MappingCursor mappingsFrom(int generatedLine, int generatedColumn);

  int mappingCount();

  /** Returns the number of sources. Two sources may have the same URL. */
  int sourceCount();

  /**
   * Returns a source's URL, resolved against {@code sourceRoot} and the base URL in {@link
   * ReadOptions}, relative without a base; null if the map gives none, or it cannot be parsed.
   * Resolved anew at each call, in about a microsecond.
   */
  @Nullable String sourceUrl(int source);

  /** Returns a source as the map writes it; null if that is no text, or too long. */
  @Nullable String sourceEntry(int source);

  /** Returns the {@code sourceRoot} of a source's map; empty if it has none. */
  String sourceRoot(int source);

  /** Tells whether the map's ignore list has a source, as for libraries and generated helpers. */
  boolean isIgnored(int source);

  int nameCount();

  /** Decodes a name, anew at each call. Returns an empty string if the entry is not a string. */
  String name(int name);

  /** Returns the map's member {@code file}, the name of the generated file; null if absent. */
  @Nullable String file();

  /**
   * Returns {@code debugId} (or {@code debug_id}, as Sentry used to write it) in lower case with
   * hyphens; null if absent or no UUID.
   */
  @Nullable String debugId();

  /**
   * A position in the generated file, and the one in an original source that it comes from,
   * 0-based. {@code name} is an index for {@link SourceMap#name(int)}, or {@value #NO_NAME}.
   */
  public record Mapping(
      int generatedLine,
      int generatedColumn,
      int source,
      int originalLine,
      int originalColumn,
      int name) {

    public static final int NO_NAME = -1;
  }

  /**
   * Walks over mappings in the order of their positions, without an object for each; at one
   * position in the order of the map. A new cursor stands before its first mapping; accessors need
   * a {@link #next()} that returned true. An unmapped one has source and original -1. Not
   * thread-safe.
   */
  public interface MappingCursor {

    /** Moves to the next mapping; returns false if there is none, also at every later call. */
    boolean next();

    int generatedLine();

    int generatedColumn();

    /**
     * A segment of one field, or with an invalid source or position, has no original and ends the
     * reach of the mapping before.
     */
    boolean isMapped();

    int source();

    int originalLine();

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

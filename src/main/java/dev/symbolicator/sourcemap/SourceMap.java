package dev.symbolicator.sourcemap;

import org.jspecify.annotations.Nullable;

/**
 * A source map (ECMA-426): what the places of a generated file were in the original sources. Made
 * by {@link SourceMapReader}. An index map is seen as the one map that its sections make together.
 *
 * <p>It keeps its mappings, names and sources in the form they were written in, and nothing else of
 * the JSON text; the texts of sources are in {@link SourceTexts}.
 *
 * <p>Immutable, and safe to share between threads. Lines are 0-based; columns are 0-based UTF-16
 * code units. Any {@code int} may be asked for as a position; indices must be in range, an {@link
 * IndexOutOfBoundsException} is thrown otherwise.
 */
public interface SourceMap {

  /**
   * The mapping that covers a generated position: the last one at or before it, also where it
   * stands on an earlier line. Among several at one position the last in the map is taken
   * (GetOriginalPositions gives them all, see {@link #covering}; browsers take the last).
   *
   * @return null where nothing precedes the position, or what precedes it is unmapped
   */
  @Nullable Mapping find(int generatedLine, int generatedColumn);

  /**
   * The mapping that begins exactly at a generated position; the last one where there are several.
   *
   * @return null where none begins there, or the last that does is unmapped
   */
  @Nullable Mapping findExact(int generatedLine, int generatedColumn);

  /**
   * Every mapping at the position that covers the one asked for, unmapped ones included: ECMA-426,
   * GetOriginalPositions. Empty where nothing precedes the position.
   */
  MappingCursor covering(int generatedLine, int generatedColumn);

  /** The mappings at or after the first position and before the second, unmapped ones included. */
  MappingCursor mappings(int fromLine, int fromColumn, int toLine, int toColumn);

  /** The mappings at or after a generated position to the end, unmapped ones included. */
  MappingCursor mappingsFrom(int generatedLine, int generatedColumn);

  /** How many mappings there are, unmapped ones included. */
  int mappingCount();

  /** How many sources there are. Two of them may have the same URL. */
  int sourceCount();

  /**
   * The URL of a source, resolved against {@code sourceRoot} and the base URL the map was read
   * with. Without a base URL a relative one stays relative. Resolved anew at each call, which takes
   * about a microsecond.
   *
   * @return null where the map gives none, or none that can be parsed
   */
  @Nullable String sourceUrl(int source);

  /** Whether the map's ignore list has the source, as libraries and generated helpers are. */
  boolean isIgnored(int source);

  /** How many names there are. */
  int nameCount();

  /** A name; empty where the map holds something else than a string. Decoded anew at each call. */
  String name(int name);

  /** The map's member {@code file}: the name of the generated file. */
  @Nullable String file();

  /**
   * The map's debug id, from {@code debugId} or, as Sentry used to write it, {@code debug_id}: a
   * UUID in lower case, with hyphens. Anything but a UUID counts as absent.
   */
  @Nullable String debugId();

  /** An estimate of the heap bytes this map keeps reachable. */
  long retainedBytes();
}

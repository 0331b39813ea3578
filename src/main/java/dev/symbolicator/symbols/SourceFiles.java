package dev.symbolicator.symbols;

import org.jspecify.annotations.Nullable;

/**
 * The texts of a map's sources. Several sources may be one file, and a file is read only once: a
 * map of a few hundred bytes can name the same URL many thousand times.
 */
@FunctionalInterface
public interface SourceFiles {
  /**
   * Returns the text of a source; null if the text is not known. The compiler asks once or twice
   * for each file, with the file's first source.
   *
   * @param source the 0-based index of the source in the map
   */
  @Nullable String text(int source);

  /** Returns the first source that is the same file; the source itself if none is known. */
  default int first(int source) {
    return source;
  }
}

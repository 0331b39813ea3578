package dev.symbolicator.symbols;

import org.jspecify.annotations.Nullable;

/**
 * The texts of a map's sources. Several sources may be one file: a map of a few hundred bytes can
 * name the same URL many thousand times, and what is read once for a file costs once.
 */
@FunctionalInterface
public interface SourceFiles {
  /**
   * The text of a source by its index, null where it is not known. Asked for once for a file, by
   * its first source.
   */
  @Nullable String text(int source);

  /** The first source that is the same file: the source itself unless more is known. */
  default int first(int source) {
    return source;
  }
}

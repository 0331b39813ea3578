package dev.symbolicator.sourcemap.functions;

import org.jspecify.annotations.Nullable;

/** A member of one map that tells of functions. */
interface FunctionsMember {

  /**
   * Decodes what it says of a source.
   *
   * @param source index of the source in its own map
   * @return null where it says nothing
   */
  @Nullable SourceFunctions table(int source, RowBudget budget) throws MalformedNamesException;
}

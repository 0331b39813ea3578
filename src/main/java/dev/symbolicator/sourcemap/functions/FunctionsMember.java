package dev.symbolicator.sourcemap.functions;

import org.jspecify.annotations.Nullable;

/** A member of one map that names functions. */
interface FunctionsMember {

  /**
   * Decodes the functions of a source.
   *
   * @param source index of the source in the member's own map
   * @return null if the member has nothing about the source
   */
  @Nullable SourceFunctions table(int source, RowBudget budget) throws MalformedNamesException;
}

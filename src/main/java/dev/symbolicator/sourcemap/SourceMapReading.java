package dev.symbolicator.sourcemap;

import java.util.List;

/** The outcome of reading a source map. */
public sealed interface SourceMapReading {

  /**
   * The map was read.
   *
   * @param map the map
   * @param texts the texts of its sources and its other members; they keep the JSON text reachable
   * @param problems the tolerated errors in the order they were found, at most {@link
   *     SourceMapLimits#problems()}; empty in strict mode
   * @param problemCount the number of tolerated errors, including those beyond the limit
   */
  record Read(SourceMap map, SourceTexts texts, List<SourceMapProblem> problems, int problemCount)
      implements SourceMapReading {
    /** Keeps a copy of the list. */
    public Read {
      problems = List.copyOf(problems);
    }
  }

  /**
   * The map cannot be used.
   *
   * @param problem the reason
   */
  record Rejected(SourceMapProblem problem) implements SourceMapReading {}
}

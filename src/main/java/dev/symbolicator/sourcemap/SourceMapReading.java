package dev.symbolicator.sourcemap;

import java.util.List;

/** What came of reading a source map. */
public sealed interface SourceMapReading {

  /**
   * The map was read.
   *
   * @param map the map
   * @param texts the texts of its sources and what else it holds; they keep the JSON text reachable
   * @param problems what the standard calls an error and was tolerated, in the order it was found;
   *     empty in strict mode. At most {@link SourceMapLimits#problems()} of them.
   * @param problemCount how many there were, those beyond the limit included
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
   * @param problem why
   */
  record Rejected(SourceMapProblem problem) implements SourceMapReading {}
}

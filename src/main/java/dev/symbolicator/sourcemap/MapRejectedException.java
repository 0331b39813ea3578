package dev.symbolicator.sourcemap;

import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;

/** Ends the reading of a map or of one section. Never leaves this package. */
final class MapRejectedException extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient SourceMapProblem problem;

  MapRejectedException(SourceMapProblem problem) {
    super(problem.detail(), null, false, false);
    this.problem = problem;
  }

  MapRejectedException(MapProblemKind kind, long byteOffset, String detail) {
    this(new SourceMapProblem(kind, byteOffset, detail));
  }

  SourceMapProblem problem() {
    return problem;
  }
}

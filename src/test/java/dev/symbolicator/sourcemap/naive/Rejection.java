package dev.symbolicator.sourcemap.naive;

import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;

/** The standard's "throw an error". */
final class Rejection extends RuntimeException {

  private static final long serialVersionUID = 1L;

  final transient Problem problem;

  Rejection(MapProblemKind kind, int offset) {
    problem = new Problem(kind, offset);
  }

  static Rejection notJson() {
    return new Rejection(MapProblemKind.NOT_JSON, Problem.ANYWHERE);
  }
}

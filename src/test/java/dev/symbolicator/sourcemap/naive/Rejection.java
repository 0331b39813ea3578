package dev.symbolicator.sourcemap.naive;

import dev.symbolicator.sourcemap.SourceMapProblem.Kind;

/** What the standard calls throwing an error. */
final class Rejection extends RuntimeException {

  private static final long serialVersionUID = 1L;

  final transient Problem problem;

  Rejection(Kind kind, int offset) {
    problem = new Problem(kind, offset);
  }

  static Rejection notJson() {
    return new Rejection(Kind.NOT_JSON, Problem.ANYWHERE);
  }
}

package dev.symbolicator.api;

/** Carries a problem from where it is found to {@link ProblemMapper}; never leaves this package. */
final class ProblemException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Problem problem;

  ProblemException(Problem problem) {
    super(problem.title(), null, false, false);
    this.problem = problem;
  }

  Problem problem() {
    return problem;
  }
}

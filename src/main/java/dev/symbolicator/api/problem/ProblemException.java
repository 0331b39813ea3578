package dev.symbolicator.api.problem;

/** Carries a problem from where it is found to {@link ProblemMapper}; never leaves this package. */
public final class ProblemException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Problem problem;

  public ProblemException(Problem problem) {
    super(problem.title(), null, false, false);
    this.problem = problem;
  }

  public Problem problem() {
    return problem;
  }
}

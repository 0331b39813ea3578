package dev.symbolicator.api.problem;

/** Carries a problem from its cause to {@link ProblemMapper}, which answers with it. */
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

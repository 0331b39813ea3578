package dev.symbolicator.symbols;

import dev.symbolicator.javascript.FunctionKind;
import dev.symbolicator.memory.Allowance;

/** Finds the originals of classes and of their field initialisers. */
final class ClassResolver {
  private final FunctionPositions generated;
  private final OriginalSources originals;
  private final SegmentVotes votes;
  private final ExactStart exactStart;
  private final int[] resolved;
  private final SegmentVotes ballots;

  /**
   * Makes a resolver for rows whose functions are resolved.
   *
   * @param resolved the number of the original for each row; the resolver sets those of classes and
   *     fields
   */
  ClassResolver(
      FunctionPositions generated,
      OriginalSources originals,
      SegmentVotes votes,
      ExactStart exactStart,
      int[] resolved,
      Allowance allowance) {
    this.generated = generated;
    this.originals = originals;
    this.votes = votes;
    this.exactStart = exactStart;
    this.resolved = resolved;
    ballots = new SegmentVotes(generated.size(), allowance);
  }

  void resolve() {
    for (int row = 0; row < resolved.length; row++) {
      if (isClass(row)) {
        voteWithCandidates(row, row);
      } else if (generated.owner(row) != FunctionPositions.NONE) {
        if (resolved[row] >= 0) {
          vote(resolved[row], 1, generated.owner(row));
        } else {
          voteWithCandidates(row, generated.owner(row));
        }
      }
    }
    for (int row = 0; row < resolved.length; row++) {
      if (isClass(row)) {
        resolved[row] = classOf(row);
      }
    }
    for (int row = 0; row < resolved.length; row++) {
      if (ExactStart.isFields(generated.kind(row))) {
        resolved[row] = fieldsOf(generated.owner(row), generated.kind(row));
      }
    }
    for (int row = 0; row < resolved.length; row++) {
      if (isClass(row) && resolved[row] >= 0) {
        resolved[row] = constructorOf(resolved[row]);
      }
    }
  }

  private boolean isClass(int row) {
    return generated.kind(row) == FunctionKind.CLASS;
  }

  private void voteWithCandidates(int row, int generatedClass) {
    for (SegmentVotes.Candidate candidate : votes.of(row)) {
      vote(candidate.original(), candidate.votes(), generatedClass);
    }
  }

  /** Votes that a generated class comes from the class that an original belongs to. */
  private void vote(int number, int weight, int generatedClass) {
    int classRow = number < 0 ? FunctionPositions.NONE : originals.classOf(number);
    if (classRow != FunctionPositions.NONE) {
      ballots.add(generatedClass, originals.number(originals.source(number), classRow), weight);
    }
  }

  private int classOf(int row) {
    int exact = exactStart.of(row);
    if (exact != OriginalSources.NONE) {
      return exact;
    }
    int head = votes.head(row);
    if (head != OriginalSources.NONE && originals.kind(head) == FunctionKind.CLASS) {
      return head;
    }
    int winner = FunctionResolver.UNKNOWN;
    int most = 0;
    for (SegmentVotes.Candidate candidate : ballots.of(row)) {
      if (candidate.votes() > most) {
        winner = candidate.original();
        most = candidate.votes();
      }
    }
    return winner;
  }

  private int fieldsOf(int generatedClass, FunctionKind kind) {
    int number =
        generatedClass == FunctionPositions.NONE
            ? FunctionResolver.UNKNOWN
            : resolved[generatedClass];
    if (number < 0) {
      return FunctionResolver.UNKNOWN;
    }
    int source = originals.source(number);
    int fields = originals.rows(source).fieldsOf(originals.row(number), kind);
    return fields == FunctionPositions.NONE
        ? FunctionResolver.UNKNOWN
        : originals.number(source, fields);
  }

  /**
   * Returns the constructor that a class writes out, else the class. A frame at the word {@code
   * class} is the constructor.
   */
  private int constructorOf(int number) {
    int source = originals.source(number);
    int constructor = originals.rows(source).constructorOf(originals.row(number));
    return constructor == FunctionPositions.NONE ? number : originals.number(source, constructor);
  }
}

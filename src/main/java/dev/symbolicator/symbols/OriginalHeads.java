package dev.symbolicator.symbols;

import dev.symbolicator.javascript.FunctionKind;
import org.jspecify.annotations.Nullable;

/**
 * Tells in which original function's head a position lies. A head reaches from the beginning of a
 * function's text to its body, over the name and the parameters.
 */
final class OriginalHeads {
  /** The part of a head in which a position lies. */
  enum Part {
    /** Exactly where the function's text begins, or the {@code export} before it. */
    BEGINNING,
    /** Exactly where V8 reports the function. */
    START,
    /** Between the beginning and the start, as a name is. */
    NAME,
    /** Behind the start and before the body: in the parameters, or at the brace behind them. */
    PARAMETERS
  }

  /**
   * A place in a head.
   *
   * @param function the number of the function in {@link OriginalSources}
   */
  record Head(int function, FunctionKind kind, Part part) {}

  private final OriginalSources originals;

  OriginalHeads(OriginalSources originals) {
    this.originals = originals;
  }

  /**
   * Returns the head that a position is in; of nested heads the innermost.
   *
   * @return null if the position lies in no head, or the source's text is not known
   */
  @Nullable Head at(int source, long position) {
    OriginalFunctions known = originals.of(source);
    if (known == null) {
      return null;
    }
    FunctionPositions rows = known.rows();
    int start = rows.startingAt(position);
    if (start != FunctionPositions.NONE) {
      return new Head(originals.number(source, start), rows.kind(start), Part.START);
    }
    int beginning = rows.beginningAt(position);
    if (beginning != FunctionPositions.NONE) {
      return new Head(originals.number(source, beginning), rows.kind(beginning), Part.BEGINNING);
    }
    int around = originals.around(source, position);
    if (around < 0 || !originals.isInHead(around, position)) {
      return null;
    }
    int row = originals.row(around);
    return new Head(
        around, rows.kind(row), position < rows.start(row) ? Part.NAME : Part.PARAMETERS);
  }
}

package dev.symbolicator.symbols;

import dev.symbolicator.javascript.FunctionKind;
import dev.symbolicator.sourcemap.Mapping;
import dev.symbolicator.sourcemap.SourceMap;
import java.util.function.Predicate;

/**
 * Follows a segment that lies exactly where a generated function starts or its text begins. An
 * original function exactly there is the most certain answer, even if other code was inlined.
 */
final class ExactStart {
  private final SourceMap map;
  private final FunctionPositions generated;
  private final OriginalSources originals;

  ExactStart(SourceMap map, FunctionPositions generated, OriginalSources originals) {
    this.map = map;
    this.generated = generated;
    this.originals = originals;
  }

  /** Returns the number of a row's original; {@link OriginalSources#NONE} if none is exact. */
  int of(int row) {
    return of(row, original -> fits(generated.kind(row), original));
  }

  /** Like {@link #of}, but returns the class that the function constructs in older JavaScript. */
  int classOf(int row) {
    return of(row, original -> original == FunctionKind.CLASS);
  }

  private int of(int row, Predicate<FunctionKind> fits) {
    int number = at(generated.start(row), fits);
    return number != OriginalSources.NONE ? number : at(generated.header(row), fits);
  }

  private int at(long place, Predicate<FunctionKind> fits) {
    Mapping segment = map.findExact(Positions.line(place), Positions.column(place));
    OriginalFunctions source = segment == null ? null : originals.of(segment.source());
    if (segment == null || source == null) {
      return OriginalSources.NONE;
    }
    long position = Positions.of(segment.originalLine(), segment.originalColumn());
    int start = source.rows().startingAt(position);
    int original = start != FunctionPositions.NONE ? start : source.rows().beginningAt(position);
    return original != FunctionPositions.NONE && fits.test(source.rows().kind(original))
        ? originals.number(segment.source(), original)
        : OriginalSources.NONE;
  }

  /**
   * Tells whether builders turn an original function of one kind into a generated one of another.
   * Builders make no arrow of a declaration: such an arrow is {@code () => declared}, a getter for
   * an export.
   */
  static boolean fits(FunctionKind generated, FunctionKind original) {
    if (isFields(generated) || isFields(original)) {
      return generated == original;
    }
    if (generated == FunctionKind.CLASS || original == FunctionKind.CLASS) {
      return generated == original;
    }
    return generated != FunctionKind.ARROW || original != FunctionKind.DECLARATION;
  }

  static boolean isFields(FunctionKind kind) {
    return kind == FunctionKind.INSTANCE_FIELDS || kind == FunctionKind.STATIC_FIELDS;
  }
}

package dev.symbolicator.symbols;

import dev.symbolicator.javascript.FunctionKind;
import dev.symbolicator.sourcemap.MappingCursor;
import dev.symbolicator.sourcemap.SourceMap;

/**
 * The original that a segment leads to which lies exactly where a generated function starts or its
 * text begins: the surest sign there is, whatever has been inlined into the body.
 */
final class ExactStart {
  /** Further segments at one place are not looked at. */
  private static final int MAX_AT_ONE_PLACE = 8;

  private final SourceMap map;
  private final FunctionPositions generated;
  private final OriginalSources originals;

  ExactStart(SourceMap map, FunctionPositions generated, OriginalSources originals) {
    this.map = map;
    this.generated = generated;
    this.originals = originals;
  }

  /** The number of the original of a row, {@link OriginalSources#NONE} if none is that sure. */
  int of(int row) {
    int number = at(generated.start(row), row);
    return number != OriginalSources.NONE ? number : at(generated.header(row), row);
  }

  private int at(long place, int row) {
    int line = Positions.line(place);
    int column = Positions.column(place);
    MappingCursor segment = map.mappings(line, column, line, column + 1);
    for (int i = 0; i < MAX_AT_ONE_PLACE && segment.next(); i++) {
      OriginalFunctions source = segment.isMapped() ? originals.of(segment.source()) : null;
      if (source == null) {
        continue;
      }
      long position = Positions.of(segment.originalLine(), segment.originalColumn());
      int start = source.rows().startingAt(position);
      int original = start != FunctionPositions.NONE ? start : source.rows().beginningAt(position);
      if (original != FunctionPositions.NONE
          && fits(generated.kind(row), source.rows().kind(original))) {
        return originals.number(segment.source(), original);
      }
    }
    return OriginalSources.NONE;
  }

  /**
   * Whether builders turn a function of one kind into one of another. They make no arrow of a
   * declaration: that is how they write {@code () => declared}, a getter for an export.
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

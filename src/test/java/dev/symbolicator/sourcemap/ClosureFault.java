package dev.symbolicator.sourcemap;

import com.google.debugging.sourcemap.proto.Mapping.OriginalMapping;
import dev.symbolicator.sourcemap.SourceMap.Mapping;
import dev.symbolicator.sourcemap.SourceMap.MappingCursor;

/**
 * A known fault of closure-compiler v20240317, with the rule that the fault breaks. Each fault
 * explains only the differences that the fault itself causes, so that no other difference is
 * hidden.
 */
enum ClosureFault {
  /**
   * A position on a line behind the last of {@code mappings} has no answer. ECMA-426,
   * GetOriginalPositions: the last mapping at or before a position covers the position, on any
   * line.
   */
  ENDS_WITH_THE_LAST_LINE {
    @Override
    boolean explains(ClosureMap maps, int line, int column, OriginalMapping answer) {
      return answer == null && !maps.map().mappingsFrom(line, 0).next();
    }
  },

  /**
   * If several mappings stand at exactly this position, the answer is the mapping that the binary
   * search happens to meet. ECMA-426, GetOriginalPositions: the answer is all of them. Browsers
   * take the last.
   */
  ANY_OF_SEVERAL {
    @Override
    boolean explains(ClosureMap maps, int line, int column, OriginalMapping answer) {
      MappingCursor here = maps.map().mappings(line, column, line, column + 1);
      int several = 0;
      boolean isOneOfThem = false;
      while (here.next()) {
        several++;
        isOneOfThem |= maps.isSame(answer, here.mapping());
      }
      return several > 1 && isOneOfThem;
    }
  },

  /**
   * In an index map, the last mapping of a section ends after one column. ECMA-426,
   * DecodeIndexSourceMap: the sections' mappings make one list, in which each mapping reaches to
   * the next.
   */
  CUTS_SECTIONS_SHORT {
    @Override
    boolean explains(ClosureMap maps, int line, int column, OriginalMapping answer) {
      Mapping covering = maps.map().find(line, column);
      return answer == null
          && covering != null
          && (line > covering.generatedLine() || column > covering.generatedColumn())
          && maps.endsASection(covering);
    }
  };

  /**
   * Tells whether the fault explains closure's answer.
   *
   * @param line 0-based
   * @param column 0-based
   * @param answer null if closure has none
   */
  abstract boolean explains(ClosureMap maps, int line, int column, OriginalMapping answer);
}

package dev.symbolicator.sourcemap;

import com.google.debugging.sourcemap.proto.Mapping.OriginalMapping;

/**
 * Where closure-compiler v20240317 is known to answer otherwise than this reader, each with the
 * rule it breaks. Each explains only the differences that the fault makes, so that nothing else
 * hides behind it.
 */
enum ClosureFault {
  /**
   * A position on a line behind the last of {@code mappings} has no answer. ECMA-426,
   * GetOriginalPositions: the last mapping at or before a position covers it, on whichever line it
   * stands.
   */
  ENDS_WITH_THE_LAST_LINE {
    @Override
    boolean explains(ClosureMap maps, int line, int column, OriginalMapping answer) {
      return answer == null && !maps.map().mappingsFrom(line, 0).next();
    }
  },

  /**
   * Where several mappings stand at exactly the position asked for, the answer is the one that the
   * binary search happens to meet. ECMA-426, GetOriginalPositions: all of them are meant; of them
   * browsers take the last.
   */
  ANY_OF_SEVERAL {
    @Override
    boolean explains(ClosureMap maps, int line, int column, OriginalMapping answer) {
      MappingCursor covering = maps.map().covering(line, column);
      int several = 0;
      boolean isOneOfThem = false;
      while (covering.next()
          && covering.generatedLine() == line
          && covering.generatedColumn() == column) {
        several++;
        isOneOfThem |= maps.isSame(answer, covering.mapping());
      }
      return several > 1 && isOneOfThem;
    }
  },

  /**
   * In an index map the last mapping of a section ends after one column. ECMA-426,
   * DecodeIndexSourceMap: the sections' mappings make one list, in which each reaches to the next.
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
   * Whether the fault accounts for closure's answer.
   *
   * @param line 0-based
   * @param column 0-based
   * @param answer null where closure has none
   */
  abstract boolean explains(ClosureMap maps, int line, int column, OriginalMapping answer);
}

package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Lines;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.MappingCursor;
import dev.symbolicator.sourcemap.SourceMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Proves by how much a map is shifted against its script. A step after the build may add a banner,
 * a debug id or a wrapper without a change of the map. Then all lines are shifted by one number, or
 * all columns of one line are.
 *
 * <p>The map of another build has parts of different shifts, so many of its segments stay
 * misplaced. In a repetitive script several shifts may fit, so the best one must be far ahead.
 */
final class ShiftProof {
  /** The best shift must have this many times as many names that agree as any other. */
  static final int LEAD = 4;

  private final String script;
  private final Lines lines;
  private final SourceMap map;
  private final PropertyWords words;
  private final Map<MapShift, ShiftEvidence> known = new HashMap<>();

  private ShiftProof(String script, Lines lines, SourceMap map, PropertyWords words) {
    this.script = script;
    this.lines = lines;
    this.map = map;
    this.words = words;
  }

  /**
   * Returns the shift of a map whose segments do not fit its script; {@link MapShift#NONE} if none
   * is proved.
   *
   * @param allowance charged with the texts that are compared, until the method returns
   */
  static MapShift of(
      String script, Lines lines, SourceMap map, SourceFiles files, Allowance allowance) {
    try (Allowance part = allowance.part()) {
      PropertyWords words = new PropertyWords(map, files, part);
      List<MapShift> candidates = ShiftSearch.candidates(script, lines, map, words, part);
      return new ShiftProof(script, lines, map, words).best(candidates);
    }
  }

  private MapShift best(List<MapShift> candidates) {
    MapShift best = MapShift.NONE;
    ShiftEvidence most = evidence(best);
    for (MapShift candidate : candidates) {
      ShiftEvidence evidence = evidence(candidate);
      if (evidence.agreeing() > most.agreeing()) {
        best = candidate;
        most = evidence;
      }
    }
    return most.fits() && isAhead(best, most, candidates) ? best : MapShift.NONE;
  }

  private boolean isAhead(MapShift best, ShiftEvidence most, List<MapShift> candidates) {
    for (MapShift rival : candidates) {
      if (!rival.equals(best) && !isAhead(best, most, rival)) {
        return false;
      }
    }
    return !best.equals(MapShift.NONE) && isAhead(best, most, MapShift.NONE);
  }

  private boolean isAhead(MapShift best, ShiftEvidence most, MapShift rival) {
    if (rival.lines() != best.lines()) {
      return isFarAhead(most, evidence(rival));
    }
    // The two differ on single lines only. A shift of whole lines is the simpler explanation.
    return best.columns() == 0
        || isFarAhead(evidence(best, best.line()), evidence(rival, best.line()));
  }

  private static boolean isFarAhead(ShiftEvidence best, ShiftEvidence rival) {
    return best.agreeing() >= ContentTie.LEAST_COMPARED
        && best.agreeing() >= (long) LEAD * rival.agreeing();
  }

  /** Returns the evidence of all segments. Those that come to lie before the file are misplaced. */
  private ShiftEvidence evidence(MapShift shift) {
    return known.computeIfAbsent(shift, this::collected);
  }

  private ShiftEvidence collected(MapShift shift) {
    ShiftEvidence found = evidence(shift.applied(map).mappingsFrom(0, 0));
    return found.withMisplaced(map.mappingCount() - found.segments());
  }

  /** Returns the evidence of one line, 0-based in the map. */
  private ShiftEvidence evidence(MapShift shift, int line) {
    int shifted = line + shift.lines();
    return evidence(shift.applied(map).mappings(shifted, 0, shifted + 1, 0));
  }

  private ShiftEvidence evidence(MappingCursor segments) {
    return ShiftEvidence.of(script, lines, segments, words);
  }
}

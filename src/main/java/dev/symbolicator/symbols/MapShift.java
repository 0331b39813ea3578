package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Lines;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.SourceMap.Mapping;
import dev.symbolicator.sourcemap.SourceMap.MappingCursor;
import dev.symbolicator.sourcemap.SourceMapView;
import dev.symbolicator.symbols.MapMatch.ContentTie;
import dev.symbolicator.symbols.SymbolTable.SourceFiles;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The distance between the places that a map names and the places where the code is, since a step
 * after the build added a banner or a wrapper.
 *
 * @param lines by how many lines the code lies further down than the map says; may be negative
 * @param columns by how many UTF-16 units the code of one line lies further right; may be negative
 * @param line the 0-based line of that code, as the map says; -1 if no line's columns are shifted
 */
public record MapShift(int lines, int columns, int line) {
  public static final MapShift NONE = new MapShift(0, 0, -1);

  /**
   * Finds by how much a map is shifted, of whose segments many lie outside of the script; {@link
   * #NONE} if no shift is proved.
   */
  public static MapShift of(String script, SourceMap map, SourceFiles files, Allowance allowance) {
    try (Allowance part = allowance.part()) {
      return ShiftProof.of(script, Lines.of(script, part), map, files, part);
    }
  }

  static MapShift of(int lines, int columns, int line) {
    return new MapShift(lines, columns, columns == 0 ? -1 : line);
  }

  SourceMap applied(SourceMap map) {
    return equals(NONE) ? map : SourceMapView.shifted(map, lines, columns, line);
  }

  /** Returns the shift in words, like {@code 412 lines} or {@code 44 columns of line 1}. */
  public String words() {
    String byLines = count(lines, "line");
    String byColumns = count(columns, "column") + " of line " + (line + lines + 1);
    if (columns == 0) {
      return byLines;
    }
    return lines == 0 ? byColumns : byLines + " and " + byColumns;
  }

  private static String count(int number, String thing) {
    return String.format(Locale.ROOT, "%d %s%s", number, thing, Math.abs(number) == 1 ? "" : "s");
  }

  /**
   * Proves by how much a map is shifted: a banner, a debug id or a wrapper was added after the map
   * was made, so all lines, or all columns of one line, are shifted by one number. The map of
   * another build has parts of different shifts. In a repetitive script several shifts may fit, so
   * the best one must be far ahead.
   */
  static final class ShiftProof {
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
     * Returns the shift of a map whose segments do not fit; {@link MapShift#NONE} if none is
     * proved.
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

    /** Segments that come to lie before the file are misplaced. */
    private ShiftEvidence evidence(MapShift shift) {
      return known.computeIfAbsent(shift, this::collected);
    }

    private ShiftEvidence collected(MapShift shift) {
      ShiftEvidence found = evidence(shift.applied(map).mappingsFrom(0, 0));
      return found.withMisplaced(map.mappingCount() - found.segments());
    }

    private ShiftEvidence evidence(MapShift shift, int line) {
      int shifted = line + shift.lines();
      return evidence(shift.applied(map).mappings(shifted, 0, shifted + 1, 0));
    }

    private ShiftEvidence evidence(MappingCursor segments) {
      return ShiftEvidence.of(script, lines, segments, words);
    }
  }

  /**
   * Finds the shifts that may be: each segment that leads to a property votes for its distance to
   * all places where the script has that property. The right distance gets a vote of nearly every
   * segment, any other one only by chance.
   */
  static final class ShiftSearch {
    /** The most segments that are compared. */
    static final int MOST_ANCHORS = 512;

    private static final int MOST_SEGMENTS = 16 * MOST_ANCHORS;

    /** Names that the script has more often say too little. */
    static final int MOST_PLACES = 64;

    /** The most segments that are compared for one name. */
    private static final int MOST_FOR_A_NAME = 16;

    static final int MOST_SHIFTS = 4;
    private static final int BYTES = 200;

    private final String script;
    private final Lines lines;
    private final SourceMap map;
    private final PropertyWords words;
    private final Allowance allowance;
    private final Map<String, Anchors> anchors = new HashMap<>();
    private final Map<MapShift, Integer> votes = new HashMap<>();

    private ShiftSearch(
        String script, Lines lines, SourceMap map, PropertyWords words, Allowance allowance) {
      this.script = script;
      this.lines = lines;
      this.map = map;
      this.words = words;
      this.allowance = allowance;
    }

    private record Anchors(Ints places, Ints offsets) {}

    /** Returns the most likely shifts, the likeliest first. */
    static List<MapShift> candidates(
        String script, Lines lines, SourceMap map, PropertyWords words, Allowance allowance) {
      ShiftSearch search = new ShiftSearch(script, lines, map, words, allowance);
      search.collect();
      search.findOffsets();
      search.anchors.values().forEach(search::vote);
      List<MapShift> all = new ArrayList<>(search.votes.keySet());
      all.sort(Comparator.comparing(search.votes::get, Comparator.reverseOrder()));
      return List.copyOf(all.subList(0, Math.min(MOST_SHIFTS, all.size())));
    }

    private void collect() {
      int step = 1 + map.mappingCount() / MOST_SEGMENTS;
      int left = MOST_ANCHORS;
      int index = 0;
      MappingCursor segment = map.mappingsFrom(0, 0);
      while (left > 0 && segment.next()) {
        String name = index++ % step == 0 && segment.isMapped() ? name(segment) : null;
        if (name != null && name.length() >= ShiftEvidence.SHORTEST_NAME) {
          Ints places = anchors.computeIfAbsent(name, this::none).places();
          if (places.size() < 2 * MOST_FOR_A_NAME) {
            places.add(segment.generatedLine());
            places.add(segment.generatedColumn());
            left--;
          }
        }
      }
    }

    private Anchors none(String name) {
      allowance.take(BYTES + (long) Character.BYTES * name.length());
      return new Anchors(new Ints(allowance), new Ints(allowance));
    }

    private @Nullable String name(MappingCursor segment) {
      String inText = words.inText(segment);
      return inText != null || segment.name() == Mapping.NO_NAME
          ? inText
          : words.name(segment.name());
    }

    private void findOffsets() {
      for (int dot = script.indexOf('.'); dot >= 0; dot = script.indexOf('.', dot + 1)) {
        String word = PropertyWords.at(script, dot + 1);
        Anchors found = word == null ? null : anchors.get(word);
        if (found != null && found.offsets().size() <= MOST_PLACES) {
          found.offsets().add(dot + 1);
        }
      }
    }

    private void vote(Anchors name) {
      if (name.offsets().size() > MOST_PLACES) {
        return;
      }
      for (int i = 0; i < name.offsets().size(); i++) {
        int line = lines.lineAt(name.offsets().get(i));
        int column = lines.columnAt(name.offsets().get(i), line);
        for (int j = 0; j < name.places().size(); j += 2) {
          int mapLine = name.places().get(j);
          int columns = column - name.places().get(j + 1);
          vote(MapShift.of(line - mapLine, columns, mapLine));
        }
      }
    }

    private void vote(MapShift shift) {
      if (votes.merge(shift, 1, Integer::sum) == 1) {
        allowance.take(BYTES);
      }
    }
  }

  /**
   * Tells how well segments of a map fit a script. A segment of the right map lies inside of the
   * script and not within a word, and a property has the name that its original has.
   *
   * @param segments how many segments were looked at
   * @param misplaced how many of them lie outside of the script or within a word
   * @param compared how many lead from a property of the script to a name
   * @param agreeing how many of those have the same name on both sides
   */
  record ShiftEvidence(int segments, int misplaced, int compared, int agreeing) {
    /** Shorter names are mostly made by minifiers, so they are not compared. */
    static final int SHORTEST_NAME = 3;

    /** One in this many segments may be misplaced. */
    static final int MISPLACED_SHARE = 1_000;

    /** So few segments may be misplaced: those before the place of an insertion. */
    static final int MISPLACED_TOLERATED = 4;

    /** One in this many names may differ, since builders rename some properties. */
    static final int DIFFERING_SHARE = 10;

    static ShiftEvidence of(
        String script, Lines lines, MappingCursor segment, PropertyWords words) {
      int segments = 0;
      int misplaced = 0;
      int compared = 0;
      int agreeing = 0;
      while (segment.next()) {
        segments++;
        int at = lines.offset(segment.generatedLine(), segment.generatedColumn());
        if (at < 0 || PropertyWords.isWithinWord(script, at)) {
          misplaced++;
          continue;
        }
        String word = segment.isMapped() ? comparable(PropertyWords.at(script, at)) : null;
        String original = word == null ? null : comparable(words.original(segment));
        if (original != null) {
          compared++;
          agreeing += original.equals(word) ? 1 : 0;
        }
      }
      return new ShiftEvidence(segments, misplaced, compared, agreeing);
    }

    private static @Nullable String comparable(@Nullable String word) {
      return word == null || word.length() < SHORTEST_NAME ? null : word;
    }

    ShiftEvidence withMisplaced(int further) {
      return new ShiftEvidence(segments + further, misplaced + further, compared, agreeing);
    }

    boolean fits() {
      return misplaced <= Math.max(MISPLACED_TOLERATED, segments / MISPLACED_SHARE)
          && compared >= ContentTie.LEAST_COMPARED
          && (long) (compared - agreeing) * DIFFERING_SHARE <= compared;
    }
  }
}

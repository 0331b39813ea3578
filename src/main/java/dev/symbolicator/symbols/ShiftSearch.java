package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Lines;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.sourcemap.Mapping;
import dev.symbolicator.sourcemap.MappingCursor;
import dev.symbolicator.sourcemap.SourceMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the shifts by which a map may differ from its script. Segments that lead to a property are
 * compared with all places where the script has a property of that name. Each such place votes for
 * the distance between the two. The right distance gets a vote of nearly every segment, any other
 * one only by chance.
 */
final class ShiftSearch {
  /** The most segments that are compared. */
  static final int MOST_ANCHORS = 512;

  /** The most segments that are looked at to find those. */
  private static final int MOST_SEGMENTS = 16 * MOST_ANCHORS;

  /** Names that the script has more often say too little. */
  static final int MOST_PLACES = 64;

  /** The most segments that are compared for one name. */
  private static final int MOST_FOR_A_NAME = 16;

  /** The number of shifts that are returned. */
  static final int MOST_SHIFTS = 4;

  /** Heap bytes of a name or vote, roughly. */
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

  /** The segments that lead to one name, and the offsets where the script has the name. */
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

  /** Returns the name of a property that a segment leads to; null if none is known. */
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

package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Lines;
import dev.symbolicator.symbols.MapShift.ShiftEvidence;
import dev.symbolicator.symbols.MapSurvey.SegmentSamples.Sample;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether the text of a source is the one that the map's segments lead into; an earlier step
 * of the build may have no map, or another version. Signs: many segments lead out of the text or
 * into words, or the script's properties are at quite other places. Names in the map are no sign.
 */
final class TextFit {
  /** So many places must be outside of the text or within a word; fewer may be slips. */
  static final int LEAST_MISPLACED = 5;

  /** Of so many places, {@link #MOST_MISPLACED} may be outside of the text or within a word. */
  static final int OF_PLACES = 10;

  /**
   * Of published maps' fitting texts all but one have fewer than one in ten, of others over five.
   */
  static final int MOST_MISPLACED = 3;

  /** The number of places that are looked at first, and at most twice as many. */
  private static final int FIRST_LOOK = 16;

  /** So many properties must be known in the text; fewer say too little. */
  static final int LEAST_WORDS = 4;

  /** The most properties that are looked for in a text. */
  private static final int MOST_WORDS = 32;

  /** In a text that fits, one in this many properties is exactly at its place. */
  static final int EXACT_SHARE = 10;

  /** A property is near its place if it is on the same line, or this many units behind. */
  static final int NEAR = 200;

  /** In a text that fits, fewer than one in this many properties are not near their place. */
  static final int FAR_SHARE = 2;

  private final String script;
  private final String text;
  private final Lines lines;
  private final Sample sample;

  private TextFit(String script, String text, Lines lines, Sample sample) {
    this.script = script;
    this.text = text;
    this.lines = lines;
    this.sample = sample;
  }

  static boolean isForeign(String script, String text, Lines lines, Sample sample) {
    TextFit fit = new TextFit(script, text, lines, sample);
    return (fit.looksMisplaced() && fit.isMisplaced())
        || (!fit.isAtItsPlaces() && fit.isElsewhere());
  }

  private boolean looksMisplaced() {
    int step = Math.max(1, sample.size() / FIRST_LOOK);
    int misplaced = 0;
    for (int i = 0; i < sample.size(); i += step) {
      misplaced += isMisplaced(i) ? 1 : 0;
    }
    return misplaced >= LEAST_MISPLACED;
  }

  private boolean isMisplaced(int index) {
    int at = offset(index);
    return at < 0 || PropertyWords.isWithinWord(text, at);
  }

  private boolean isMisplaced() {
    BitSet places = places();
    int misplaced = (int) places.stream().filter(this::isMisplaced).count();
    return misplaced >= LEAST_MISPLACED
        && misplaced * OF_PLACES >= places.cardinality() * MOST_MISPLACED;
  }

  private BitSet places() {
    BitSet places = new BitSet();
    Set<Long> known = new HashSet<>();
    for (int i = 0; i < sample.size(); i++) {
      places.set(i, known.add(sample.position(i)));
    }
    return places;
  }

  private boolean isAtItsPlaces() {
    int exact = 0;
    for (int i = 0; i < sample.size(); i++) {
      int property = sample.property(i);
      if (property >= 0) {
        int at = offset(i);
        boolean isExact =
            at >= 0 && text.regionMatches(at, script, property, ShiftEvidence.SHORTEST_NAME);
        exact += isExact && word(i) != null && text.startsWith(word(i), at) ? 1 : 0;
        if (exact * EXACT_SHARE > sample.properties()) {
          return true;
        }
      }
    }
    return sample.properties() < LEAST_WORDS;
  }

  private @Nullable String word(int index) {
    int at = sample.property(index);
    String word = at < 0 ? null : PropertyWords.at(script, at);
    return word == null || word.length() < ShiftEvidence.SHORTEST_NAME ? null : word;
  }

  private boolean isElsewhere() {
    int exact = 0;
    int near = 0;
    List<String> others = new ArrayList<>();
    int step = 1 + sample.properties() / MOST_WORDS;
    int index = 0;
    BitSet places = places();
    for (int i = places.nextSetBit(0); i >= 0; i = places.nextSetBit(i + 1)) {
      String word = word(i);
      if (word == null || index++ % step != 0) {
        continue;
      }
      int at = offset(i);
      if (at >= 0 && text.startsWith(word, at)) {
        exact++;
      } else if (at >= 0 && has(word, at - Positions.column(sample.position(i)), at + NEAR)) {
        near++;
      } else {
        others.add(word);
      }
    }
    int far = 0;
    for (String word : others) {
      far += has(word, 0, text.length()) ? 1 : 0;
    }
    int known = exact + near + far;
    return known >= LEAST_WORDS && exact * EXACT_SHARE <= known && far * FAR_SHARE >= known;
  }

  private int offset(int index) {
    long position = sample.position(index);
    return lines.offset(Positions.line(position), Positions.column(position));
  }

  private boolean has(String word, int from, int to) {
    int at = text.indexOf(word, from);
    while (at >= 0 && at < to) {
      if (!PropertyWords.isWithinWord(text, at)
          && !PropertyWords.isWithinWord(text, at + word.length())) {
        return true;
      }
      at = text.indexOf(word, at + 1);
    }
    return false;
  }
}

package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Lines;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.SegmentsOutside;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.SourceMap.MappingCursor;
import dev.symbolicator.sourcemap.SourceMapView;
import dev.symbolicator.symbols.MapShift.ShiftProof;
import dev.symbolicator.symbols.MapSurvey.SegmentSamples;
import dev.symbolicator.symbols.SymbolTable.SymbolInput;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tells from a script and a map alone whether the two belong together, and by how much the map is
 * shifted.
 *
 * @param mismatch why the map cannot be the script's, as a sentence for people; null if it may be
 * @param isDoubtful whether the map looks unsound, so that a second witness must speak for it
 * @param samples segments of each source
 */
record MapMatch(
    @Nullable String mismatch, MapShift shift, boolean isDoubtful, SegmentSamples samples) {
  private static final String COMMENT = "//# debugId=";
  private static final Pattern UUID =
      Pattern.compile("\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12}\\s*");

  /**
   * A shift is looked for only if the map looks unsound and something besides the content ties map
   * and script.
   */
  static MapMatch of(SymbolInput input, Lines lines, Allowance allowance) {
    SourceMap map = input.map();
    MapSurvey survey = MapSurvey.of(input.script(), lines, map, allowance);
    String mismatch = otherDebugId(input.script(), map);
    MapShift shift =
        mismatch == null && input.isTied() && survey.isUnsound()
            ? ShiftProof.of(input.script(), lines, map, input.files(), allowance)
            : MapShift.NONE;
    if (!shift.equals(MapShift.NONE)) {
      survey = MapSurvey.of(input.script(), lines, shift.applied(map), allowance);
    }
    if (mismatch == null) {
      mismatch = tooMany(survey.outside());
    }
    if (mismatch == null && !input.isTied()) {
      mismatch = ContentTie.missing(input, lines, allowance);
    }
    return new MapMatch(mismatch, shift, survey.isUnsound(), survey.samples());
  }

  private static @Nullable String otherDebugId(String script, SourceMap map) {
    String expected = map.debugId();
    String actual = expected == null ? null : debugId(script);
    return actual != null && !actual.equals(expected)
        ? "The script's debug id is " + actual + ", the source map's " + expected + "."
        : null;
  }

  private static @Nullable String tooMany(SegmentsOutside outside) {
    return outside.areTooMany()
        ? "The source map is not this script's: %d of its %d segments lie outside of the script."
            .formatted(outside.outside(), outside.segments())
        : null;
  }

  private static @Nullable String debugId(String script) {
    int at = script.lastIndexOf(COMMENT);
    while (at >= 0) {
      int start = at + COMMENT.length();
      int end = start;
      while (end < script.length() && script.charAt(end) != '\n' && end < start + 40) {
        end++;
      }
      Matcher uuid = UUID.matcher(script).region(start, end);
      if (uuid.matches() && (at == 0 || isLineEnd(script.charAt(at - 1)))) {
        return uuid.group().strip().toLowerCase(Locale.ROOT);
      }
      at = script.lastIndexOf(COMMENT, at - 1);
    }
    return null;
  }

  private static boolean isLineEnd(char c) {
    return c == '\n' || c == '\r' || c == '\u2028' || c == '\u2029';
  }

  /**
   * Tells by content alone whether a map is of exactly this build. Stricter than {@link MapMatch}:
   * a single contradiction shows another build, since a change of one function moves all code
   * behind. Each segment must lie inside of the script and not within a word, and a property must
   * have the segment's name or that in the original text. So builders that rename properties, and
   * SWC, whose segments lie within words, are not told from another build.
   */
  static final class ContentTie {
    /** The least number of properties to compare; fewer may agree by chance. */
    static final int LEAST_COMPARED = 20;

    private final String script;
    private final Lines lines;
    private final SourceMap map;
    private final PropertyWords words;
    private int compared;

    private ContentTie(SymbolInput input, Lines lines, Allowance allowance) {
      this.script = input.script();
      this.lines = lines;
      this.map = SourceMapView.lastMappings(input.map());
      words = new PropertyWords(input.map(), input.files(), allowance);
    }

    /**
     * Returns why a map may be of another build, as a sentence for people; null if content ties the
     * two.
     */
    static @Nullable String missing(SymbolInput input, Lines lines, Allowance allowance) {
      try (Allowance part = allowance.part()) {
        return new ContentTie(input, lines, part).missing();
      }
    }

    private @Nullable String missing() {
      MappingCursor segment = map.mappingsFrom(0, 0);
      while (segment.next()) {
        int at = lines.offset(segment.generatedLine(), segment.generatedColumn());
        if (at < 0 || PropertyWords.isWithinWord(script, at) || contradicts(segment, at)) {
          return "The source map is of another build of the script: its segment at line %d, column %d contradicts the script."
              .formatted(segment.generatedLine() + 1, segment.generatedColumn() + 1);
        }
      }
      return compared < LEAST_COMPARED
          ? "The source map has too little to compare with the script: %d names of properties."
              .formatted(compared)
          : null;
    }

    private boolean contradicts(MappingCursor segment, int at) {
      String word = segment.isMapped() ? PropertyWords.at(script, at) : null;
      String original = word == null ? null : words.original(segment);
      compared += original == null ? 0 : 1;
      return original != null && !original.equals(word);
    }
  }
}

package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Lines;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.SourceMap.MappingCursor;
import dev.symbolicator.sourcemap.SourceMapView;
import dev.symbolicator.symbols.MapSurvey.SegmentSamples.Sample;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether the tool that made a map counted U+2028 and U+2029 as ends of lines, as engines do
 * and many tools do not. The count by which fewer segments lead to places where no token begins is
 * the tool's.
 */
final class LineSeparators {
  private LineSeparators() {}

  private static boolean areIn(String text) {
    return text.indexOf('\u2028') >= 0 || text.indexOf('\u2029') >= 0;
  }

  static SourceMap counted(SourceMap map, String script, Lines lines, Allowance allowance) {
    if (!areIn(script)) {
      return map;
    }
    SourceMap relined = SourceMapView.relined(map, starts(script, lines, allowance));
    return misplaced(relined, script, lines) < misplaced(map, script, lines) ? relined : map;
  }

  private static long[] starts(String script, Lines lines, Allowance allowance) {
    long[] starts = allowance.longs(lines.count());
    for (int line = 1; line < starts.length; line++) {
      int begin = lines.offset(line, 0);
      char end = script.charAt(begin - 1);
      starts[line] =
          end == '\u2028' || end == '\u2029'
              ? starts[line - 1] + begin - lines.offset(line - 1, 0)
              : Positions.of(Positions.line(starts[line - 1]) + 1, 0);
    }
    return starts;
  }

  private static int misplaced(SourceMap map, String script, Lines lines) {
    int misplaced = 0;
    MappingCursor segment = map.mappingsFrom(0, 0);
    while (segment.next()) {
      int at = lines.offset(segment.generatedLine(), segment.generatedColumn());
      misplaced += beginsToken(script, at) ? 0 : 1;
    }
    return misplaced;
  }

  static Outline counted(
      Outline outline, String text, @Nullable Sample sample, Allowance allowance) {
    if (sample == null || !areIn(text)) {
      return outline;
    }
    Lines lines = Lines.ofNewlines(text, allowance);
    return misplaced(sample, text, lines) < misplaced(sample, text, outline.lines())
        ? outline.with(lines)
        : outline;
  }

  private static int misplaced(Sample sample, String text, Lines lines) {
    int misplaced = 0;
    for (int i = 0; i < sample.size(); i++) {
      long place = sample.position(i);
      int at = lines.offset(Positions.line(place), Positions.column(place));
      misplaced += beginsToken(text, at) ? 0 : 1;
    }
    return misplaced;
  }

  private static boolean beginsToken(String text, int at) {
    return at >= 0
        && at < text.length()
        && text.charAt(at) > ' '
        && !PropertyWords.isWithinWord(text, at);
  }
}

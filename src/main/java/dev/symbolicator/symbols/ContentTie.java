package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Lines;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.LastMappings;
import dev.symbolicator.sourcemap.MappingCursor;
import dev.symbolicator.sourcemap.SourceMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells by content alone whether a map is of exactly this build of a script, where nothing else
 * ties the two. Stricter than {@link MapMatch}: a single contradiction shows another build, since a
 * change of one function moves all code behind that function.
 *
 * <p>Each segment must lie inside of the script, and not within a word. Names of properties are
 * compared, since minifiers mostly keep them: a word behind a dot must be the segment's name, or
 * the word behind a dot in the original text. Builders that rename properties, and SWC, whose
 * segments lie within words, are not told from another build.
 */
final class ContentTie {
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
    this.map = LastMappings.of(input.map());
    words = new PropertyWords(input.map(), input.files(), allowance);
  }

  /**
   * Returns why a map may be of another build of the script, as a sentence for people; null if
   * content ties the two.
   *
   * @param allowance charged with the texts that are compared
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

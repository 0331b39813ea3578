package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Lines;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.Mapping;
import dev.symbolicator.sourcemap.MappingCursor;
import dev.symbolicator.sourcemap.SourceMap;
import java.util.HashMap;
import java.util.Map;
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

  /** Heap bytes of a source's text, without its characters and lines. */
  private static final int SOURCE_BYTES = 200;

  private final String script;
  private final Lines lines;
  private final SourceMap map;
  private final SourceFiles files;
  private final Allowance allowance;
  private final Map<Integer, SourceText> texts = new HashMap<>();
  private int compared;

  private ContentTie(SymbolInput input, Lines lines, Allowance allowance) {
    this.script = input.script();
    this.lines = lines;
    this.map = input.map();
    this.files = input.files();
    this.allowance = allowance;
  }

  /** A source's text; empty if unknown. */
  private record SourceText(String text, Lines lines) {}

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
      if (at < 0 || isWithinWord(at) || contradicts(segment, at)) {
        return "The source map is of another build of the script: its segment at line %d, column %d contradicts the script."
            .formatted(segment.generatedLine() + 1, segment.generatedColumn() + 1);
      }
    }
    return compared < LEAST_COMPARED
        ? "The source map has too little to compare with the script: %d names of properties."
            .formatted(compared)
        : null;
  }

  private boolean isWithinWord(int at) {
    return at > 0
        && at < script.length()
        && Character.isJavaIdentifierPart(script.charAt(at - 1))
        && Character.isJavaIdentifierPart(script.charAt(at));
  }

  private boolean contradicts(MappingCursor segment, int at) {
    String word = segment.isMapped() ? property(script, at) : null;
    String original = word == null ? null : original(segment);
    compared += original == null ? 0 : 1;
    return original != null && !original.equals(word);
  }

  /** Returns the original name of the property at a segment; null if unknown. */
  private @Nullable String original(MappingCursor segment) {
    if (segment.name() != Mapping.NO_NAME) {
      String name = map.name(segment.name());
      return name.startsWith("\"") ? null : name;
    }
    SourceText source = texts.computeIfAbsent(files.first(segment.source()), this::read);
    int at = source.lines.offset(segment.originalLine(), segment.originalColumn());
    return at < 0 ? null : property(source.text, at);
  }

  private SourceText read(int source) {
    String known = files.text(source);
    String text = known == null ? "" : known;
    allowance.take(SOURCE_BYTES + (long) Character.BYTES * text.length());
    return new SourceText(text, Lines.of(text, allowance));
  }

  /** Returns the word that begins at an offset, if a dot stands before it; null if not. */
  private static @Nullable String property(String text, int at) {
    if (at == 0
        || at >= text.length()
        || text.charAt(at - 1) != '.'
        || text.startsWith("..", at - 2)) {
      return null;
    }
    int end = at;
    while (end < text.length() && Character.isJavaIdentifierPart(text.charAt(end))) {
      end++;
    }
    return end == at || !Character.isJavaIdentifierStart(text.charAt(at))
        ? null
        : text.substring(at, end);
  }
}

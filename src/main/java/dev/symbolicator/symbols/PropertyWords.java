package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Lines;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.SourceMap.Mapping;
import dev.symbolicator.sourcemap.SourceMap.MappingCursor;
import dev.symbolicator.symbols.SymbolTable.SourceFiles;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the names of properties in a script and their originals, which minifiers mostly keep. */
final class PropertyWords {
  private static final int SOURCE_BYTES = 200;
  private static final int NAME_BYTES = 120;

  private final SourceMap map;
  private final SourceFiles files;
  private final Allowance allowance;
  private final Map<Integer, SourceText> texts = new HashMap<>();

  /** The names of the map by index, each decoded once. */
  private final Map<Integer, String> names = new HashMap<>();

  PropertyWords(SourceMap map, SourceFiles files, Allowance allowance) {
    this.map = map;
    this.files = files;
    this.allowance = allowance;
  }

  private record SourceText(String text, Lines lines) {}

  @Nullable String original(MappingCursor segment) {
    if (segment.name() != Mapping.NO_NAME) {
      String name = name(segment.name());
      return name.startsWith("\"") ? null : name;
    }
    return inText(segment);
  }

  String name(int index) {
    return names.computeIfAbsent(index, this::decoded);
  }

  private String decoded(int index) {
    String name = map.name(index);
    allowance.take(NAME_BYTES + (long) Character.BYTES * name.length());
    return name;
  }

  @Nullable String inText(MappingCursor segment) {
    SourceText source = texts.computeIfAbsent(files.first(segment.source()), this::read);
    int at = source.lines.offset(segment.originalLine(), segment.originalColumn());
    return at < 0 ? null : at(source.text, at);
  }

  private SourceText read(int source) {
    String known = files.text(source);
    String text = known == null ? "" : known;
    allowance.take(SOURCE_BYTES + (long) Character.BYTES * text.length());
    return new SourceText(text, Lines.of(text, allowance));
  }

  /** Returns the word that begins at an offset, if a dot stands before it; null if not. */
  static @Nullable String at(String text, int at) {
    if (at == 0
        || at >= text.length()
        || text.charAt(at - 1) != '.'
        || text.startsWith("..", at - 2)) {
      return null;
    }
    int end = endOfWord(text, at);
    return end == at || !Character.isJavaIdentifierStart(text.charAt(at))
        ? null
        : text.substring(at, end);
  }

  private static int endOfWord(String text, int at) {
    int end = at;
    while (end < text.length() && Character.isJavaIdentifierPart(text.charAt(end))) {
      end++;
    }
    return end;
  }

  static boolean isWithinWord(String text, int at) {
    return at > 0
        && at < text.length()
        && Character.isJavaIdentifierPart(text.charAt(at - 1))
        && Character.isJavaIdentifierPart(text.charAt(at));
  }
}

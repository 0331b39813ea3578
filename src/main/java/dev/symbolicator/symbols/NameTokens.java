package dev.symbolicator.symbols;

import dev.symbolicator.javascript.FunctionName;
import dev.symbolicator.javascript.Lines;
import dev.symbolicator.javascript.NameStyle;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.sourcemap.Mapping;
import dev.symbolicator.sourcemap.MappingCursor;
import dev.symbolicator.sourcemap.SourceMap;
import org.jspecify.annotations.Nullable;

/**
 * Names of functions whose original text is not known: those of the generated text, with each
 * identifier replaced by the name that the map gives exactly for it. A segment that merely covers
 * the identifier has its neighbour's name and is never taken.
 */
final class NameTokens {
  private final Outline outline;
  private final Lines lines;
  private final SourceMap map;
  private final int maxLength;

  NameTokens(Outline outline, SourceMap map, int maxLength) {
    this.outline = outline;
    this.map = map;
    this.maxLength = maxLength;
    lines = outline.lines();
  }

  /** The original name of a generated function; null where the map renames nothing in it. */
  @Nullable String of(int row, NameStyle style) {
    FunctionName generated = outline.name(row, style);
    StringBuilder original = new StringBuilder();
    boolean renamed = false;
    for (FunctionName.Part part : generated.parts()) {
      String name = part.offset() < 0 ? null : nameAt(part.offset());
      original.append(name == null ? part.text() : name);
      renamed |= name != null;
      if (original.length() > maxLength) {
        return null;
      }
    }
    return renamed ? original.toString() : null;
  }

  /**
   * The original name where the map speaks for every identifier in it; null where it does not, or
   * the function has no name.
   */
  @Nullable String certain(int row, NameStyle style) {
    FunctionName generated = outline.name(row, style);
    StringBuilder original = new StringBuilder();
    for (FunctionName.Part part : generated.parts()) {
      String name = part.offset() < 0 ? part.text() : nameAt(part.offset());
      if (name == null || original.length() > maxLength) {
        return null;
      }
      original.append(name);
    }
    return original.isEmpty() ? null : original.toString();
  }

  private @Nullable String nameAt(int offset) {
    int line = lines.lineAt(offset);
    int column = lines.columnAt(offset);
    MappingCursor exact = map.mappings(line, column, line, column + 1);
    while (exact.next()) {
      if (exact.name() != Mapping.NO_NAME) {
        return map.name(exact.name());
      }
    }
    return null;
  }
}

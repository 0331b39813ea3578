package dev.symbolicator.sourcemap.functions;

import org.jspecify.annotations.Nullable;

/**
 * A function of an original source as its map describes it.
 *
 * @param name what V8 would call it: {@code method}, {@code get x}; empty where the map says that
 *     it has no name
 * @param qualifiedName what people like to read: {@code Class.method}, {@code get Class.x}, {@code
 *     new Class}; the same as {@code name} where the map tells no more
 * @param extent where it begins and ends, null where the map does not say
 */
public record NamedFunction(String name, String qualifiedName, @Nullable Extent extent) {

  /**
   * Where a function begins and ends in the original source. What belongs to a function is the
   * build tool's notion: it may begin at its first parameter, at its parenthesis as for V8, at
   * {@code function}, or at the white space before. Lines are 0-based, columns 0-based UTF-16 code
   * units.
   *
   * @param startLine line of its first character
   * @param startColumn column of its first character
   * @param endLine line of the end
   * @param endColumn column of the end; whether the character there still belongs to the function
   *     is not the same in all formats
   */
  public record Extent(int startLine, int startColumn, int endLine, int endColumn) {}
}

package dev.symbolicator.sourcemap.functions;

import org.jspecify.annotations.Nullable;

/**
 * A function of an original source as its map describes it.
 *
 * @param name the name as V8 gives it: {@code method}, {@code get x}; empty if the function is
 *     anonymous
 * @param qualifiedName the name with its class or object: {@code Class.method}, {@code get
 *     Class.x}, {@code new Class}; equal to {@code name} if the map has no more
 * @param extent where the function begins and ends; null if the map does not state that
 */
public record NamedFunction(String name, String qualifiedName, @Nullable Extent extent) {

  /**
   * The start and end of a function in its original source. Lines are 0-based, columns are 0-based
   * UTF-16 code units.
   *
   * <p>Build tools differ in the start of a function: its first parameter, its parenthesis as in
   * V8, the word {@code function}, or the white space before.
   *
   * @param startLine line of the first character
   * @param startColumn column of the first character
   * @param endLine line of the end
   * @param endColumn column of the end; formats differ in whether the character there still belongs
   *     to the function
   */
  public record Extent(int startLine, int startColumn, int endLine, int endColumn) {}
}

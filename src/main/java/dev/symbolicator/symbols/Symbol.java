package dev.symbolicator.symbols;

import org.jspecify.annotations.Nullable;

/**
 * A function of the original code.
 *
 * @param source the URL of the original source, resolved against the source map's URL; null if the
 *     map gives none, so that only the name is known
 * @param line 0-based original line
 * @param column 0-based original column, in UTF-16 code units
 * @param name the name that V8 would give; null if that name is not certain, so that the name in
 *     the profile is kept
 * @param hasPlainName whether the name is of printable ASCII characters that JSON does not escape
 */
public record Symbol(
    @Nullable String source, int line, int column, @Nullable String name, boolean hasPlainName) {

  /** Makes a function. */
  public Symbol(@Nullable String source, int line, int column, @Nullable String name) {
    this(source, line, column, name, name != null && isPlain(name));
  }

  /** Returns the UTF-16 units of source and name. */
  public int textLength() {
    return (source == null ? 0 : source.length()) + (name == null ? 0 : name.length());
  }

  private static boolean isPlain(String name) {
    for (int i = 0; i < name.length(); i++) {
      char unit = name.charAt(i);
      if (unit < ' ' || unit > '~' || unit == '"' || unit == '\\') {
        return false;
      }
    }
    return true;
  }
}

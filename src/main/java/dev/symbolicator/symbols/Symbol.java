package dev.symbolicator.symbols;

import org.jspecify.annotations.Nullable;

/**
 * A function of the original code, or a place in it.
 *
 * @param source the URL of the original source, resolved against the source map's URL; null if the
 *     map gives none, so that only the name is known
 * @param line 0-based original line
 * @param column 0-based original column, in UTF-16 code units
 * @param name the name that V8 would give; null if that name is not certain, so that the name in
 *     the profile is kept
 * @param origin what the place is
 * @param hasPlainName whether the name is of printable ASCII characters that JSON does not escape
 */
public record Symbol(
    @Nullable String source,
    int line,
    int column,
    @Nullable String name,
    Origin origin,
    boolean hasPlainName) {

  /** What the place of a symbol is; names are never approximate. */
  public enum Origin {
    /** The start of a function as it was written, or the position that a map gives. */
    WRITTEN,
    /** The first code of a function that a compiler made of a component: of markup or setup. */
    COMPONENT,
    /** The top level of the module that a bundler put a function around. */
    MODULE,
    /** The first place that the map gives for a function whose text cannot be read. */
    APPROXIMATE
  }

  /** Makes a symbol. */
  public Symbol(
      @Nullable String source, int line, int column, @Nullable String name, Origin origin) {
    this(source, line, column, name, origin, name != null && isPlain(name));
  }

  /** Makes a written function. */
  public Symbol(@Nullable String source, int line, int column, @Nullable String name) {
    this(source, line, column, name, Origin.WRITTEN);
  }

  /** Returns this place, with the profile's name. */
  public Symbol withoutName() {
    return new Symbol(source, line, column, null, origin);
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

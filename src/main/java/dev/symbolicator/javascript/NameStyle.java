package dev.symbolicator.javascript;

/** The styles of function names. */
public enum NameStyle {
  /** Like V8: {@code method}, {@code get x}, empty for a callback. */
  V8,
  /** For readers of flame graphs: {@code Class.method}, {@code new Class}, {@code obj.prop}. */
  QUALIFIED
}

package dev.symbolicator.javascript;

/** How a function is named. */
public enum NameStyle {
  /** As V8 would: {@code method}, {@code get x}, empty for a callback. */
  V8,
  /** As people read a flame graph: {@code Class.method}, {@code new Class}, {@code obj.prop}. */
  QUALIFIED
}

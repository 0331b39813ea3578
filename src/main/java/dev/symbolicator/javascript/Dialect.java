package dev.symbolicator.javascript;

/** The dialects of JavaScript that a text may have. */
public enum Dialect {
  /** JavaScript as engines run it; {@code <} never opens a tag. */
  JAVASCRIPT,
  /** JavaScript with JSX. */
  JSX,
  /** TypeScript. */
  TYPESCRIPT,
  /** TypeScript with JSX. */
  TSX
}

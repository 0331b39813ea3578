package dev.symbolicator.javascript;

/** What a text may hold beyond JavaScript. */
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

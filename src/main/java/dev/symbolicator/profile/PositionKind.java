package dev.symbolicator.profile;

/** The kinds of positions that profiles give for a function. */
public enum PositionKind {
  /** The start of the function, as V8 reports functions. */
  START,
  /** A position within the function: code that was running, or a call to the next function. */
  EXECUTING
}

package dev.symbolicator.profile;

/** The kinds of positions that profiles give for a function. */
public enum PositionKind {
  /** The start of the function, as V8 reports functions. */
  START,
  /** As {@link #START}, but of a call. The function's name may have been set at run time. */
  CALLED,
  /** A position within the function: code that was running, or a call to the next function. */
  EXECUTING
}

package dev.symbolicator.symbols;

/** How well a frame's start and name fit a script. */
public enum StartFit {
  /** A function with the frame's name starts there. */
  SAME_NAME,
  /** A function starts there, and its name says nothing of the frame, or little. */
  FUNCTION,
  /** A function with another name starts there. */
  OTHER_NAME,
  /** No function starts there, and all functions of the script are known. */
  NO_FUNCTION,
  /** The script's top level, or the script was not understood. */
  UNKNOWN;

  /** Tells whether no frame of the script looks like this. */
  public boolean isStrange() {
    return this == OTHER_NAME || this == NO_FUNCTION;
  }
}

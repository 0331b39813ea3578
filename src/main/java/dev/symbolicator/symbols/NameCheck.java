package dev.symbolicator.symbols;

/** The functions of a script whose names are compared with the names of a profile's frames. */
public enum NameCheck {
  /** All functions: the profile has the names that V8 found when it parsed the script. */
  ALL,
  /** The functions with a name: V8's debugger describes the others by other names. */
  NAMED,
  /** No functions: the names in the profile may have been changed, or set at run time. */
  NONE
}

package dev.symbolicator.profile;

/** The origin of the function names in a profile. It decides which names contradict a script. */
public enum NameOrigin {
  /** V8 found the names when it parsed the script. */
  PARSER,
  /** As {@link #PARSER}, but functions without a name may have one that describes them. */
  DEBUGGER,
  /** The names may have been changed, or set at run time. */
  OTHER
}

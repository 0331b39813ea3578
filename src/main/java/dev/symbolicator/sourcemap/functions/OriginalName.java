package dev.symbolicator.sourcemap.functions;

/** A function's name in both styles; see {@link NamedFunction}. */
record OriginalName(String v8, String qualified) {

  static final OriginalName ANONYMOUS = new OriginalName("", "");

  /** Returns a name that is the same in both styles. */
  static OriginalName plain(String name) {
    return new OriginalName(name, name);
  }
}

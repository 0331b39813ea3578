package dev.symbolicator.profile.speedscope;

import dev.symbolicator.profile.OriginalFrame;

/** The names that speedscope gives to functions without a name: {@code (anonymous file:line)}. */
final class AnonymousName {
  private static final String ANONYMOUS = "(anonymous";

  private AnonymousName() {}

  /** Tells whether speedscope made up a name. */
  static boolean isIn(String name) {
    return name.equals(ANONYMOUS + ")") || (name.startsWith(ANONYMOUS + " ") && name.endsWith(")"));
  }

  /** Returns the name for an original without a name, whose line counts from 1. */
  static String of(OriginalFrame original) {
    String source = original.source();
    String file = source.substring(source.lastIndexOf('/') + 1);
    return ANONYMOUS + " " + file + ":" + (original.line() + 1L) + ")";
  }
}

package dev.symbolicator.sourcemap.naive;

import dev.symbolicator.sourcemap.SourceMapProblem.Kind;

/** Something wrong with a map, and the byte it is found at. */
public record Problem(Kind kind, long byteOffset) {

  /** The place of what is no JSON. */
  public static final int ANYWHERE = -1;
}

package dev.symbolicator.sourcemap.naive;

import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;

/** Something wrong with a map, and the byte it is found at. */
public record Problem(MapProblemKind kind, long byteOffset) {

  /** The place of what is no JSON. */
  public static final int ANYWHERE = -1;
}

package dev.symbolicator.sourcemap.naive;

import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;

/** A problem of a map, and its byte offset. */
public record Problem(MapProblemKind kind, long byteOffset) {

  /** The offset of a syntax error, which is not compared. */
  public static final int ANYWHERE = -1;
}

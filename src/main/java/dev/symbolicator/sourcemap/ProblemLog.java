package dev.symbolicator.sourcemap;

import dev.symbolicator.sourcemap.ReadOptions.Mode;
import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Collects tolerable problems; the first one ends the reading in strict mode. */
final class ProblemLog {

  private final boolean strict;
  private final int limit;
  private final List<SourceMapProblem> kept = new ArrayList<>();
  private int count;

  ProblemLog(ReadOptions options) {
    strict = options.mode() == Mode.STRICT;
    limit = options.limits().problems();
  }

  void report(MapProblemKind kind, long byteOffset, String detail) throws MapRejectedException {
    report(kind, byteOffset, () -> detail);
  }

  /** The detail is only asked for where the problem is kept: a map may have millions of them. */
  void report(MapProblemKind kind, long byteOffset, Supplier<String> detail)
      throws MapRejectedException {
    if (strict) {
      throw new MapRejectedException(kind, byteOffset, detail.get());
    }
    count++;
    if (kept.size() < limit) {
      kept.add(new SourceMapProblem(kind, byteOffset, detail.get()));
    }
  }

  List<SourceMapProblem> kept() {
    return kept;
  }

  int count() {
    return count;
  }
}

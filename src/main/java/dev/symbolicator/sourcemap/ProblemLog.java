package dev.symbolicator.sourcemap;

import dev.symbolicator.sourcemap.ReadOptions.Mode;
import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Collects tolerable problems. In strict mode, the first problem ends the reading. */
final class ProblemLog {

  private final boolean isStrict;
  private final int limit;
  private final List<SourceMapProblem> kept = new ArrayList<>();
  private int count;

  ProblemLog(ReadOptions options) {
    isStrict = options.mode() == Mode.STRICT;
    limit = options.limits().problems();
  }

  void report(MapProblemKind kind, long byteOffset, String detail) throws MapRejectedException {
    report(kind, byteOffset, () -> detail);
  }

  /** Computes the detail only of a problem that is kept, since a map may have millions. */
  void report(MapProblemKind kind, long byteOffset, Supplier<String> detail)
      throws MapRejectedException {
    if (isStrict) {
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

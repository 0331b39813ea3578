package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.SourceMap.MappingCursor;
import dev.symbolicator.symbols.FunctionPositions.RowNesting;
import dev.symbolicator.symbols.Positions.Place;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts for each generated function how many segments of its body lie in each original function,
 * in one pass. Only segments of the body vote: where segments stand for whole statements, one in
 * the parameters leads outside of the function. Of the head, one original is noted.
 */
final class SegmentVotes {
  /** The most candidates of a function; code of more functions is merged beyond recognition. */
  static final int MAX_CANDIDATES = 32;

  private static final int ORIGINAL = 0;
  private static final int VOTES = 1;
  private static final int NEXT = 2;

  private final int[] first;
  private final int[] heads;

  /** The functions whose body has segments that lead to different places. */
  private final BitSet spread = new BitSet();

  /** The sources with segments outside of all functions. */
  private final BitSet outside = new BitSet();

  private final int[] bodySources;
  private final long[] bodyPositions;
  private final Ints candidates;

  SegmentVotes(int functions, Allowance allowance) {
    first = allowance.ints(functions);
    Arrays.fill(first, -1);
    heads = allowance.ints(functions);
    Arrays.fill(heads, OriginalSources.NONE);
    bodySources = allowance.ints(functions);
    Arrays.fill(bodySources, -1);
    bodyPositions = allowance.longs(functions);
    candidates = new Ints(allowance);
  }

  static SegmentVotes count(
      FunctionPositions generated, SourceMap map, OriginalSources originals, Allowance allowance) {
    SegmentVotes votes = new SegmentVotes(generated.size(), allowance);
    RowNesting.NestingWalk walk = generated.walk();
    MappingCursor segment = map.mappingsFrom(0, 0);
    while (segment.next()) {
      if (!segment.isMapped()) {
        continue;
      }
      long place = Positions.of(segment.generatedLine(), segment.generatedColumn());
      int function = walk.around(place);
      if (function == FunctionPositions.NONE) {
        votes.outside.set(segment.source());
        continue;
      }
      long position = Positions.of(segment.originalLine(), segment.originalColumn());
      boolean inHead = generated.isInHead(function, place);
      if (!inHead && votes.bodySources[function] < 0) {
        votes.bodySources[function] = segment.source();
        votes.bodyPositions[function] = position;
      } else if (!inHead && votes.bodyPositions[function] != position) {
        votes.spread.set(function);
      }
      int original = originals.around(segment.source(), position);
      if (!inHead) {
        votes.add(function, original, 1);
      } else if (original >= 0
          && votes.heads[function] < 0
          && originals.isInHead(original, position)) {
        votes.heads[function] = original;
      }
    }
    return votes;
  }

  /**
   * Returns the original whose head the first segment in a function's head leads to; or {@link
   * OriginalSources#NONE}.
   */
  int head(int function) {
    return heads[function];
  }

  /** Tells whether code of a source is outside of all functions of the script. */
  boolean isOutside(int source) {
    return outside.get(source);
  }

  boolean isCollapsed(int function, int least) {
    int only = first[function];
    return only >= 0
        && !spread.get(function)
        && candidates.get(only + NEXT) < 0
        && candidates.get(only + VOTES) >= least;
  }

  @Nullable Place firstInBody(int function) {
    return bodySources[function] < 0
        ? null
        : new Place(bodySources[function], bodyPositions[function]);
  }

  void add(int function, int original, int weight) {
    int last = -1;
    int candidateCount = 0;
    for (int at = first[function]; at >= 0; at = candidates.get(at + NEXT)) {
      if (candidates.get(at + ORIGINAL) == original) {
        candidates.set(at + VOTES, candidates.get(at + VOTES) + weight);
        return;
      }
      last = at;
      candidateCount++;
    }
    if (candidateCount == MAX_CANDIDATES) {
      return;
    }
    int added = candidates.size();
    candidates.add(original);
    candidates.add(weight);
    candidates.add(-1);
    if (last < 0) {
      first[function] = added;
    } else {
      candidates.set(last + NEXT, added);
    }
  }

  List<Candidate> of(int function) {
    List<Candidate> all = new ArrayList<>();
    for (int at = first[function]; at >= 0; at = candidates.get(at + NEXT)) {
      all.add(new Candidate(candidates.get(at + ORIGINAL), candidates.get(at + VOTES)));
    }
    return all;
  }

  record Candidate(int original, int votes) {}

  /**
   * The originals whose code stands in a generated function that is another's: a builder inlined
   * them. A function within the generated one may have a segment outside of itself, and is not
   * inlined; nor is the code of those around the original.
   */
  final class InlinedFunctions {
    /** The most functions around an original that are looked at. */
    private static final int MAX_DEPTH = 64;

    private final OriginalSources originals;
    private final int[] resolved;

    /** The candidates that are functions of their own within their function. */
    private final BitSet nested = new BitSet();

    InlinedFunctions(FunctionPositions generated, OriginalSources originals, int[] resolved) {
      this.originals = originals;
      this.resolved = resolved;
      for (int row = 0; row < resolved.length; row++) {
        int around = generated.functionAround(row);
        int at = around == FunctionPositions.NONE ? -1 : first[around];
        while (at >= 0) {
          nested.set(at, nested.get(at) || candidates.get(at + ORIGINAL) == resolved[row]);
          at = candidates.get(at + NEXT);
        }
      }
    }

    /** Returns the ids of the originals inlined into a function, in the order of their code. */
    List<Long> of(int function) {
      List<Long> ids = new ArrayList<>();
      for (int at = first[function]; at >= 0; at = candidates.get(at + NEXT)) {
        int original = candidates.get(at + ORIGINAL);
        FunctionKind kind = original < 0 ? null : originals.kind(original);
        if (kind != null
            && FunctionResolver.isFunction(kind)
            && !nested.get(at)
            && !isAround(original, resolved[function])) {
          long id = originals.id(original);
          if (id != 0) {
            ids.add(id);
          }
        }
      }
      return ids;
    }

    /** Tells whether an original is another, or around it, or may be. */
    private boolean isAround(int original, int inner) {
      int source = originals.source(original);
      if (originals.source(inner) != source) {
        return false;
      }
      FunctionPositions rows = originals.rows(source);
      int row = originals.row(inner);
      for (int depth = 0; depth < MAX_DEPTH && row != FunctionPositions.NONE; depth++) {
        if (row == originals.row(original)) {
          return true;
        }
        row = rows.functionAround(row);
      }
      return row != FunctionPositions.NONE;
    }
  }
}

package dev.symbolicator.sourcemap.naive;

import dev.symbolicator.sourcemap.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapProblem;
import java.util.List;

/**
 * The reader as one would write it first, with the same answers and problems as the fast one: a
 * byte at a time, a column of ints for each field, and nothing shared with the reader it is
 * compared with but the types of the answers.
 */
public final class NaiveReader {

  private NaiveReader() {}

  /** What came of reading; the map is null and the problem is why where it was rejected. */
  public record Reading(
      NaiveSourceMap map,
      List<SourceMapProblem> problems,
      int problemCount,
      SourceMapProblem why) {}

  public static Reading read(byte[] json, ReadOptions options) {
    ProblemLog problems = new ProblemLog(options);
    try {
      MapMembers members = MapMembersParser.parse(json, options.limits());
      NaiveSourceMap map = new MapDecoder(json, options, problems).decode(members);
      return new Reading(map, List.copyOf(problems.kept()), problems.count(), null);
    } catch (MapRejectedException rejected) {
      return new Reading(null, List.of(), 0, rejected.problem());
    }
  }
}

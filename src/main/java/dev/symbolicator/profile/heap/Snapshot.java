package dev.symbolicator.profile.heap;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Longs;
import dev.symbolicator.profile.BodyBytes;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot as one pass read it: places in the body, and columns of numbers.
 *
 * @param sections the members of the outermost object that are known, by name
 * @param reads limits all reads at random places
 * @param located pairs of a node, in the upper half, and the index of its position
 * @param originals IDs that an earlier symbolication gave to original sources
 * @param largestScript the largest ID of any script
 * @param memory charged for everything that is kept
 */
record Snapshot(
    BodyBytes body,
    SnapshotMeta meta,
    Map<String, SnapshotSection> sections,
    NodeTable nodes,
    EdgeTable edges,
    StringTable strings,
    ReadBudget reads,
    DistinctPositions positions,
    PositionNames names,
    Longs located,
    ScriptTable scripts,
    Set<Integer> originals,
    int largestScript,
    Allowance memory) {
  static final String LOCATIONS = "locations";
  static final String TRACE_FUNCTIONS = "trace_function_infos";
  static final String ORIGINAL_SCRIPTS = "symbolicated_scripts";

  /** Returns a section; null if it is not there, or its rows are unknown. */
  @Nullable SnapshotSection section(String name) {
    return sections.get(name);
  }

  /** Tells whether this is an allocation timeline. */
  boolean isTimeline() {
    SnapshotSection functions = section(TRACE_FUNCTIONS);
    return functions != null && functions.rows() > 0;
  }

  /**
   * The place of an array that is a member of the outermost object. All offsets are in bytes.
   *
   * @param before behind the value of the member before
   * @param nameStart the opening quote of the member's name
   * @param first behind the opening bracket
   * @param last the closing bracket
   * @param rows how many rows or entries the array has
   */
  record SnapshotSection(long before, long nameStart, long first, long last, long rows) {}
}

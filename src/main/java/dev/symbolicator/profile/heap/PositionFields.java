package dev.symbolicator.profile.heap;

import dev.symbolicator.profile.scan.UnreadableException;

/**
 * The places of the numbers of a position in each row of a section.
 *
 * @param count how many numbers a row has
 * @param name the place of the function's name; -1 for none
 * @param url the place of the name of the script; -1 for none
 * @param base the number of the first line, and of the first column
 */
record PositionFields(int count, int script, int line, int column, int name, int url, int base) {

  static PositionFields ofLocations(SnapshotMeta meta) throws UnreadableException {
    return of(meta, SnapshotMeta.LOCATION_FIELDS, -1, -1, 0);
  }

  static PositionFields ofTraceFunctions(SnapshotMeta meta) throws UnreadableException {
    String list = SnapshotMeta.TRACE_FUNCTION_FIELDS;
    int name = meta.requiredField(list, "name");
    return of(meta, list, name, meta.requiredField(list, "script_name"), 1);
  }

  private static PositionFields of(SnapshotMeta meta, String list, int name, int url, int base)
      throws UnreadableException {
    return new PositionFields(
        meta.fields(list).size(),
        meta.requiredField(list, "script_id"),
        meta.requiredField(list, "line"),
        meta.requiredField(list, "column"),
        name,
        url,
        base);
  }

  /** Returns the index of a row's position; -1 if it is none of the known ones. */
  int find(PositionTable positions, long[] values, int row) {
    return positions.find(
        values[row + script], values[row + line] - base, values[row + column] - base);
  }
}

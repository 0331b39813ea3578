package dev.symbolicator.sourcemap.naive;

import dev.symbolicator.sourcemap.Mapping;

/** Collects mappings in the order of the map and sorts them by generated position at the end. */
final class MappingTableBuilder {

  private final IntList generatedLines = new IntList();
  private final IntList generatedColumns = new IntList();
  private final IntList sources = new IntList();
  private final IntList originalLines = new IntList();
  private final IntList originalColumns = new IntList();
  private final IntList names = new IntList();

  void addUnmapped(int generatedLine, int generatedColumn) {
    add(generatedLine, generatedColumn, -1, -1, -1, Mapping.NO_NAME);
  }

  void add(
      int generatedLine,
      int generatedColumn,
      int source,
      int originalLine,
      int originalColumn,
      int name) {
    generatedLines.add(generatedLine);
    generatedColumns.add(generatedColumn);
    sources.add(source);
    originalLines.add(originalLine);
    originalColumns.add(originalColumn);
    names.add(name);
  }

  int size() {
    return generatedLines.size();
  }

  /** Forgets the rows from {@code newSize} on. */
  void truncate(int newSize) {
    generatedLines.truncate(newSize);
    generatedColumns.truncate(newSize);
    sources.truncate(newSize);
    originalLines.truncate(newSize);
    originalColumns.truncate(newSize);
    names.truncate(newSize);
  }

  MappingTable build() {
    int[] lines = generatedLines.toArray();
    int[] columns = generatedColumns.toArray();
    if (StableOrder.isSorted(lines, columns)) {
      return new MappingTable(
          lines,
          columns,
          sources.toArray(),
          originalLines.toArray(),
          originalColumns.toArray(),
          names.toArray());
    }
    int[] order = StableOrder.of(lines, columns);
    return new MappingTable(
        permuted(lines, order),
        permuted(columns, order),
        permuted(sources.toArray(), order),
        permuted(originalLines.toArray(), order),
        permuted(originalColumns.toArray(), order),
        permuted(names.toArray(), order));
  }

  private static int[] permuted(int[] values, int[] order) {
    int[] permuted = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      permuted[i] = values[order[i]];
    }
    return permuted;
  }
}

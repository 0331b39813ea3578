package dev.symbolicator.symbols;

import dev.symbolicator.javascript.FunctionKind;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.MappingCursor;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.functions.FunctionNames;
import dev.symbolicator.sourcemap.functions.NamedFunction;
import dev.symbolicator.symbols.OriginalHeads.Head;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the functions of a script that is not known, by the segments of its map alone.
 *
 * <p>V8 reports a function at its parenthesis, and an arrow at its first token. The parameters
 * follow. So the next segment on the line mostly stands in the head of the original function. But
 * that segment may belong to another function: to an inner one if the function has no parameters,
 * or to code behind if the map has no segments for the function. So {@link HeadReach} limits how
 * far before itself a segment answers.
 *
 * <p>The table has a row for each position that a segment answers for, about six for a function.
 */
final class MapOnlyCompiler {
  private final SourceMap map;
  private final FunctionNames mapNames;
  private final NamePool names;
  private final OriginalSources originals;
  private final OriginalHeads heads;

  // The segment at the current place of the script.
  private int line = -1;
  private int column;
  private int columnBefore;
  private @Nullable Head head;
  private @Nullable Head headBefore;
  private @Nullable Original original;
  private int reach;

  MapOnlyCompiler(
      SourceMap map,
      FunctionNames mapNames,
      SourceFiles files,
      int maxNameLength,
      Allowance allowance) {
    this.map = map;
    this.mapNames = mapNames;
    names = new NamePool(maxNameLength, allowance);
    names.makeRoomFor(map.mappingCount());
    SegmentSamples samples = MapSurvey.ofMap(map, allowance).samples();
    originals = new OriginalSources(map, files, "", samples, names, allowance);
    heads = new OriginalHeads(originals);
  }

  /** An original function as the table holds it. */
  private record Original(int source, long start, int v8Name, int qualifiedName) {}

  /**
   * Finds the originals of all positions that a segment answers for.
   *
   * @param ofTable charged for the result
   */
  FunctionTableWriter functions(Allowance ofTable) {
    FunctionTableWriter table = new FunctionTableWriter(names, ofTable);
    MappingCursor segment = map.mappingsFrom(0, 0);
    while (segment.next()) {
      write(table);
      moveTo(segment);
      head = null;
      if (segment.isMapped()) {
        add(segment.source(), Positions.of(segment.originalLine(), segment.originalColumn()));
      }
    }
    write(table);
    return table;
  }

  /** Returns the sources whose text is not the one that the map leads into. */
  BitSet foreignSources() {
    return originals.foreignSources();
  }

  private void moveTo(MappingCursor segment) {
    boolean sameLine = segment.generatedLine() == line;
    columnBefore = sameLine ? column : -1;
    headBefore = sameLine ? head : null;
    line = segment.generatedLine();
    column = segment.generatedColumn();
    original = null;
  }

  private void add(int source, long position) {
    head = heads.at(source, position);
    if (head != null) {
      int from = HeadReach.of(head, headBefore);
      if (from != HeadReach.NOWHERE) {
        add(original(head), from);
      }
    } else if (originals.of(source) == null) {
      addNamed(source, position);
    }
  }

  private void add(Original found, int from) {
    reach = from;
    original = found;
  }

  /** Returns the function that V8 reports for a head: the constructor of a class. */
  private Original original(Head of) {
    int source = originals.source(of.function());
    int row = originals.row(of.function());
    OriginalFunctions functions = originals.of(source);
    if (functions == null || row == FunctionPositions.NONE) {
      throw new IllegalStateException("the original of a head must be a function");
    }
    FunctionPositions rows = functions.rows();
    if (of.kind() == FunctionKind.CLASS) {
      int constructor = rows.constructorOf(row);
      row = constructor == FunctionPositions.NONE ? row : constructor;
    } else if (ExactStart.isFields(of.kind())) {
      int first = rows.fieldsOf(rows.owner(row), of.kind());
      row = first == FunctionPositions.NONE ? row : first;
    }
    return new Original(
        source, rows.start(row), functions.v8Name(row), functions.qualifiedName(row));
  }

  /** Adds a function that the map names itself, if the position is the function's start. */
  private void addNamed(int source, long position) {
    NamedFunction named = mapNames.at(source, Positions.line(position), Positions.column(position));
    NamedFunction.Extent extent = named == null ? null : named.extent();
    if (named == null || extent == null) {
      return;
    }
    long start = Positions.of(extent.startLine(), extent.startColumn());
    if (position == start || position == start + 1) {
      add(
          new Original(source, start, names.add(named.name()), names.add(named.qualifiedName())),
          HeadReach.PARENTHESIS);
    }
  }

  /** Adds a row for each position that the segment at the current place answers for. */
  private void write(FunctionTableWriter table) {
    if (original == null) {
      return;
    }
    for (int at = Math.max(columnBefore + 1, column - reach); at <= column; at++) {
      table.add(
          Positions.of(line, at),
          original.source(),
          original.start(),
          original.v8Name(),
          original.qualifiedName());
    }
  }
}

package dev.symbolicator.symbols;

import dev.symbolicator.identity.KeySettings;
import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.SourceMap.MappingCursor;
import dev.symbolicator.sourcemap.functions.FunctionNames;
import dev.symbolicator.sourcemap.functions.FunctionNames.NamedFunction;
import dev.symbolicator.symbols.Block.BlockWriter;
import dev.symbolicator.symbols.FunctionResolver.ExactStart;
import dev.symbolicator.symbols.FunctionTable.FunctionTableWriter;
import dev.symbolicator.symbols.MapOnlyCompiler.OriginalHeads.Head;
import dev.symbolicator.symbols.MapOnlyCompiler.OriginalHeads.Part;
import dev.symbolicator.symbols.MapSurvey.SegmentSamples;
import dev.symbolicator.symbols.OriginalSources.OriginalFunctions;
import dev.symbolicator.symbols.Positions.Place;
import dev.symbolicator.symbols.SourcePaths.PathReader;
import dev.symbolicator.symbols.Symbol.Origin;
import dev.symbolicator.symbols.SymbolTable.SourceFiles;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the functions of a script that is not known, by the segments of its map alone. V8 reports a
 * function at its parenthesis and an arrow at its first token, so the next segment on the line
 * mostly stands in the original's head. It may belong to another function, so {@link HeadReach}
 * limits how far before itself a segment answers. The table has some six rows a function. In a
 * component's markup, and in another language, a segment answers for its own position alone, and
 * the profile's name stays: a function's parameter may have the segment's name.
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
      KeySettings keys,
      int maxNameLength,
      Allowance allowance) {
    this.map = map;
    this.mapNames = mapNames;
    names = new NamePool(maxNameLength, allowance);
    names.makeRoomFor(map.mappingCount());
    SegmentSamples samples = MapSurvey.ofMap(map, allowance).samples();
    originals =
        new OriginalSources(
            map, files, "", samples, false, names, new PathReader(map, keys), allowance);
    heads = new OriginalHeads(originals);
  }

  /** The original of a position; {@code row} is its number in {@code functions}, if it has any. */
  private record Original(
      int source,
      long start,
      int v8Name,
      int debugName,
      int qualifiedName,
      Origin origin,
      @Nullable OriginalFunctions functions,
      int row) {
    /** Makes a function whose name is the same in all formats. */
    Original(int source, long start, int name, int qualifiedName) {
      this(source, start, name, name, qualifiedName, Origin.WRITTEN, null, FunctionPositions.NONE);
    }

    /** Makes a function at a place that a segment gives, with the profile's name. */
    static Original at(int source, long place, Origin origin) {
      return new Original(
          source,
          place,
          NamePool.NONE,
          NamePool.NONE,
          NamePool.NONE,
          origin,
          null,
          FunctionPositions.NONE);
    }
  }

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

  void writePaths(BitSet used, BlockWriter block, Allowance ofTable) {
    originals.writePaths(used, block, ofTable);
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
      if (original == null && originals.isOtherLanguage(source)) {
        add(Original.at(source, position, Origin.WRITTEN), 0);
      }
    } else if (originals.isMarkup(new Place(source, position))) {
      add(Original.at(source, position, Origin.COMPONENT), 0);
    }
  }

  private void add(Original found, int from) {
    reach = from;
    original = found;
  }

  private Original original(Head of) {
    int source = originals.source(of.function());
    int row = originals.row(of.function());
    OriginalFunctions functions = originals.of(source);
    if (functions == null || row == FunctionPositions.NONE) {
      throw new IllegalStateException("the original of a head must be a function");
    }
    FunctionPositions rows = functions.rows;
    if (of.kind() == FunctionKind.CLASS) {
      int constructor = rows.constructorOf(row);
      row = constructor == FunctionPositions.NONE ? row : constructor;
    } else if (ExactStart.isFields(of.kind())) {
      int first = rows.fieldsOf(rows.owner(row), of.kind());
      row = first == FunctionPositions.NONE ? row : first;
    }
    return new Original(
        source,
        rows.start(row),
        functions.v8Name(row),
        functions.debugName(row),
        functions.qualifiedName(row),
        Origin.WRITTEN,
        functions,
        row);
  }

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
          original.debugName(),
          original.qualifiedName());
      table.setOrigin(original.origin());
      if (original.functions() != null) {
        table.setIdentity(original.functions(), original.row());
      }
    }
  }

  /** Tells in which function's head a position lies: from the beginning of its text to its body. */
  static final class OriginalHeads {
    enum Part {
      /** Exactly where the function's text begins, or the {@code export} before it. */
      BEGINNING,
      /** Exactly where V8 reports the function. */
      START,
      /** Between the beginning and the start, as a name is. */
      NAME,
      /** Behind the start and before the body: in the parameters, or at the brace behind them. */
      PARAMETERS
    }

    record Head(int function, FunctionKind kind, Part part) {}

    private final OriginalSources originals;

    OriginalHeads(OriginalSources originals) {
      this.originals = originals;
    }

    /**
     * Returns the innermost head that a position is in; null if there is none, or the text is not
     * known.
     */
    @Nullable Head at(int source, long position) {
      OriginalFunctions known = originals.of(source);
      if (known == null) {
        return null;
      }
      FunctionPositions rows = known.rows;
      int start = rows.startingAt(position);
      if (start != FunctionPositions.NONE) {
        return new Head(originals.number(source, start), rows.kind(start), Part.START);
      }
      int beginning = rows.beginningAt(position);
      if (beginning != FunctionPositions.NONE) {
        return new Head(originals.number(source, beginning), rows.kind(beginning), Part.BEGINNING);
      }
      int around = originals.around(source, position);
      if (around < 0 || !originals.isInHead(around, position)) {
        return null;
      }
      int row = originals.row(around);
      return new Head(
          around, rows.kind(row), position < rows.start(row) ? Part.NAME : Part.PARAMETERS);
    }
  }

  /**
   * Decides for which positions of an unknown script a segment answers, since a wrong name is worse
   * than none:
   *
   * <ul>
   *   <li>At a function's start or beginning, for its own position; not at a declaration's
   *       beginning, since builders map {@code () => declared} to the declaration.
   *   <li>Between the start and the body, for up to {@value #NEAR} columns before it; further away
   *       another function may begin. None if the segment before is in the same parameters: a
   *       default value may hold a function.
   *   <li>If the segment before stands at the same function's beginning, name or start, for all
   *       positions between the two, up to {@value #BETWEEN} columns.
   *   <li>A class or its fields, for their own position, where V8 reports them. If the segment
   *       before belongs to the same beginning, the position is that of a constructor or wrapper
   *       that a builder made.
   * </ul>
   */
  static final class HeadReach {
    static final int NOWHERE = -1;
    static final int PARENTHESIS = 1;

    /** The body of {@code (){}} or {@code x=>1} begins 3 columns behind the function's start. */
    static final int NEAR = 2;

    /** The parameter of {@code (...a)=>1} is 4 columns behind the function's start. */
    static final int BETWEEN = 4;

    private HeadReach() {}

    /**
     * Returns how many columns before a segment a function may start; {@link #NOWHERE} for none.
     * Given are the heads of the segment and of the one before it on the line.
     */
    static int of(Head head, @Nullable Head before) {
      Part partBefore =
          before != null && before.function() == head.function() ? before.part() : null;
      boolean isBehindParameters = partBefore == Part.PARAMETERS;
      boolean isBetween = partBefore != null && !isBehindParameters;
      if (!FunctionResolver.isFunction(head.kind())) {
        return isStart(head) && !isBetween ? 0 : NOWHERE;
      }
      if (isBetween) {
        return BETWEEN;
      }
      if (head.part() == Part.PARAMETERS) {
        return isBehindParameters ? NOWHERE : NEAR;
      }
      return isStart(head) ? 0 : NOWHERE;
    }

    private static boolean isStart(Head head) {
      return head.part() == Part.START
          || (head.part() == Part.BEGINNING && head.kind() != FunctionKind.DECLARATION);
    }
  }
}

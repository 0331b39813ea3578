package dev.symbolicator.symbols;

import dev.symbolicator.javascript.NameStyle;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.Mapping;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.functions.FunctionNames;
import dev.symbolicator.sourcemap.functions.NamedFunction;
import org.jspecify.annotations.Nullable;

/**
 * Works out the original of each function of a script.
 *
 * <p>A name comes from the original text if the function was found in it: that is what V8 would
 * say. Else from the map, if it names functions itself: build tools name by rules of their own
 * (Metro's {@code key} for {@code [key]() {}} and for a callback what it is assigned to make a
 * sixth of its names differ from V8's), so they do not outdo the text. Else from the map's names of
 * the tokens that the generated name is made of.
 */
final class SymbolCompiler {
  private final Allowance allowance;
  private final SourceMap map;
  private final FunctionNames mapNames;
  private final NamePool names;
  private final OriginalSources originals;
  private final FunctionPositions generated;
  private final NameTokens tokens;
  private final boolean nests;

  SymbolCompiler(SymbolInput input, Outline outline, int maxNameLength, Allowance allowance) {
    this.allowance = allowance;
    map = input.map();
    mapNames = input.names();
    names = new NamePool(maxNameLength, allowance);
    names.makeRoomFor(input.script());
    originals = new OriginalSources(map, input.files(), names, allowance);
    nests = outline.doubts() == 0;
    generated = FunctionPositions.of(outline, input.script(), allowance);
    tokens = new NameTokens(input.script(), outline, map, maxNameLength, allowance);
  }

  /**
   * Works it out.
   *
   * @param ofTable what the answer takes
   */
  FunctionTableWriter functions(Allowance ofTable) {
    ExactStart exactStart = new ExactStart(map, generated, originals);
    StatementSearch statements = new StatementSearch(map, generated, originals, names, tokens);
    SegmentVotes votes =
        nests
            ? SegmentVotes.count(generated, map, originals, allowance)
            : new SegmentVotes(generated.size(), allowance); // what is whose segment is not known
    int[] resolved =
        new FunctionResolver(generated, originals, votes, exactStart, statements, allowance)
            .resolve();
    FunctionTableWriter table = new FunctionTableWriter(names, ofTable);
    for (int row = 0; row < resolved.length; row++) {
      long start = generated.start(row);
      if (resolved[row] >= 0) {
        add(table, start, resolved[row]);
      } else if (resolved[row] == FunctionResolver.MERGED) {
        table.add(start, FunctionTable.MERGED, 0, NamePool.NONE, NamePool.NONE);
      } else {
        addUnknown(table, row, votes.firstInBody(row));
      }
    }
    return table;
  }

  private void add(FunctionTableWriter table, long start, int number) {
    int source = originals.source(number);
    int row = originals.row(number);
    OriginalFunctions functions = originals.of(source);
    if (functions == null || row == FunctionPositions.NONE) {
      throw new IllegalStateException("a function is resolved to a function");
    }
    table.add(
        start,
        source,
        functions.rows().start(row),
        functions.v8Name(row),
        functions.qualifiedName(row));
  }

  /** A function that was not found in an original text. */
  private void addUnknown(FunctionTableWriter table, int row, @Nullable Place body) {
    NamedFunction named = body == null ? null : named(body.source(), body.position());
    long start = generated.start(row);
    if (body == null || named == null) {
      int v8Name = pooled(tokens.of(row, NameStyle.V8));
      int qualifiedName = pooled(tokens.of(row, NameStyle.QUALIFIED));
      if (isCoveredByItsOwn(row) || v8Name != NamePool.NONE) {
        table.add(start, FunctionTable.UNKNOWN, 0, v8Name, qualifiedName);
      } else if (body != null) {
        table.add(start, body.source(), body.position(), v8Name, qualifiedName);
      } else {
        table.add(start, FunctionTable.MERGED, 0, NamePool.NONE, NamePool.NONE);
      }
      return;
    }
    NamedFunction.Extent extent = named.extent();
    table.add(
        start,
        body.source(),
        extent == null ? body.position() : Positions.of(extent.startLine(), extent.startColumn()),
        names.add(named.name()),
        names.add(named.qualifiedName()));
  }

  /**
   * Whether the mapping that covers a function's start begins within the function. One that does
   * not belongs to what stands before it, which may be of another source.
   */
  private boolean isCoveredByItsOwn(int row) {
    long start = generated.start(row);
    Mapping mapping = map.find(Positions.line(start), Positions.column(start));
    return mapping != null
        && Positions.of(mapping.generatedLine(), mapping.generatedColumn())
            >= generated.header(row);
  }

  private @Nullable NamedFunction named(int source, long position) {
    return mapNames.at(source, Positions.line(position), Positions.column(position));
  }

  private int pooled(@Nullable String name) {
    return name == null ? NamePool.NONE : names.add(name);
  }
}

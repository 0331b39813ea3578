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
 * Finds the original of each function of a script, and its name.
 *
 * <p>The name comes from the original text if the function was found there: V8 would give that
 * name. Otherwise the name comes from the map, if the map itself names functions. Build tools name
 * by rules of their own, so their names come second. A sixth of Metro's names differ from V8's:
 * {@code [key]() {}} is {@code key}, and a callback has the name of the assignment's target. As a
 * last resort, the map's names for the tokens of the generated name are used.
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
   * Finds the originals of all functions.
   *
   * @param ofTable charged for the result
   */
  FunctionTableWriter functions(Allowance ofTable) {
    ExactStart exactStart = new ExactStart(map, generated, originals);
    StatementSearch statements = new StatementSearch(map, generated, originals, names, tokens);
    SegmentVotes votes =
        nests
            ? SegmentVotes.count(generated, map, originals, allowance)
            : new SegmentVotes(generated.size(), allowance); // Nesting is not known.
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
      throw new IllegalStateException("the original of a function must be a function");
    }
    table.add(
        start,
        source,
        functions.rows().start(row),
        functions.v8Name(row),
        functions.qualifiedName(row));
  }

  /** Adds a function that was not found in an original text. */
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
   * Tells whether the mapping that covers a function's start begins within the function. Another
   * mapping belongs to the code before the function, which may be of another source.
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

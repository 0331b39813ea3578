package dev.symbolicator.symbols;

import dev.symbolicator.javascript.NameStyle;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.functions.FunctionNames;
import dev.symbolicator.sourcemap.functions.NamedFunction;
import org.jspecify.annotations.Nullable;

/** Compiles the table of a script's functions. */
final class SymbolCompiler {
  private final SourceMap map;
  private final FunctionNames mapNames;
  private final NamePool names;
  private final OriginalSources originals;
  private final FunctionRows generated;
  private final NameTokens tokens;
  private final boolean nests;

  SymbolCompiler(SymbolInput input, Outline outline, int maxNameLength) {
    map = input.map();
    mapNames = input.names();
    names = new NamePool(maxNameLength);
    originals = new OriginalSources(map, input.texts(), names);
    nests = outline.doubts() == 0;
    generated = FunctionRows.of(outline, input.script());
    tokens = new NameTokens(input.script(), outline, map, maxNameLength);
  }

  FunctionTable table() {
    ExactStart exactStart = new ExactStart(map, generated, originals);
    StatementSearch statements = new StatementSearch(map, generated, originals, names, tokens);
    SegmentVotes votes =
        nests
            ? SegmentVotes.count(generated, map, originals)
            : new SegmentVotes(generated.size()); // what is whose segment is not known
    int[] resolved =
        new FunctionResolver(generated, originals, votes, exactStart, statements).resolve();
    FunctionTable.Builder table = new FunctionTable.Builder(names);
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
    return table.build();
  }

  private void add(FunctionTable.Builder table, long start, int number) {
    int source = originals.source(number);
    int row = originals.row(number);
    OriginalFunctions functions = originals.of(source);
    if (functions == null || row == FunctionRows.NONE) {
      throw new IllegalStateException("a function is resolved to a function");
    }
    FunctionRows rows = functions.rows();
    NamedFunction named =
        FunctionResolver.isFunction(rows.kind(row)) ? named(source, rows.body(row)) : null;
    table.add(
        start,
        source,
        rows.start(row),
        named == null ? functions.v8Name(row) : names.add(named.name()),
        named == null ? functions.qualifiedName(row) : names.add(named.qualifiedName()));
  }

  /** A function whose original text is not known: the map may have names all the same. */
  private void addUnknown(FunctionTable.Builder table, int row, @Nullable Place body) {
    NamedFunction named = body == null ? null : named(body.source(), body.position());
    long start = generated.start(row);
    if (named == null) {
      table.add(
          start,
          FunctionTable.UNKNOWN,
          0,
          pooled(tokens.of(row, NameStyle.V8)),
          pooled(tokens.of(row, NameStyle.QUALIFIED)));
      return;
    }
    NamedFunction.Extent extent = named.extent();
    table.add(
        start,
        extent == null || body == null ? FunctionTable.UNKNOWN : body.source(),
        extent == null ? 0 : Positions.of(extent.startLine(), extent.startColumn()),
        names.add(named.name()),
        names.add(named.qualifiedName()));
  }

  private @Nullable NamedFunction named(int source, long position) {
    return position < 0 || mapNames.isEmpty()
        ? null
        : mapNames.at(source, Positions.line(position), Positions.column(position));
  }

  private int pooled(@Nullable String name) {
    return name == null ? NamePool.NONE : names.add(name);
  }
}

package dev.symbolicator.symbols;

import dev.symbolicator.javascript.NameStyle;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.sourcemap.SourceMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Compiles the table of a script's functions. */
final class SymbolCompiler {
  private final SourceMap map;
  private final NamePool names;
  private final OriginalSources originals;
  private final FunctionRows generated;
  private final NameTokens tokens;

  private SymbolCompiler(
      SourceMap map,
      String script,
      Outline outline,
      IntFunction<@Nullable String> texts,
      int maxNameLength) {
    this.map = map;
    names = new NamePool(maxNameLength);
    originals = new OriginalSources(map, texts, names);
    generated = FunctionRows.of(outline, script);
    tokens = new NameTokens(outline, map, maxNameLength);
  }

  static FunctionTable compile(
      SourceMap map,
      String script,
      Outline outline,
      IntFunction<@Nullable String> texts,
      int maxNameLength) {
    return new SymbolCompiler(map, script, outline, texts, maxNameLength).table();
  }

  private FunctionTable table() {
    ExactStart exactStart = new ExactStart(map, generated, originals);
    StatementSearch statements = new StatementSearch(map, generated, originals, names, tokens);
    SegmentVotes votes = SegmentVotes.count(generated, map, originals);
    int[] resolved =
        new FunctionResolver(generated, originals, votes, exactStart, statements).resolve();
    FunctionTable.Builder table = new FunctionTable.Builder(names);
    for (int row = 0; row < resolved.length; row++) {
      if (resolved[row] >= 0) {
        add(table, row, resolved[row]);
      } else if (resolved[row] == FunctionResolver.MERGED) {
        table.add(generated.start(row), FunctionTable.MERGED, 0, NamePool.NONE, NamePool.NONE);
      } else {
        table.add(
            generated.start(row),
            FunctionTable.UNKNOWN,
            0,
            pooled(tokens.of(row, NameStyle.V8)),
            pooled(tokens.of(row, NameStyle.QUALIFIED)));
      }
    }
    return table.build();
  }

  private void add(FunctionTable.Builder table, int row, int number) {
    int source = originals.source(number);
    int original = originals.row(number);
    OriginalFunctions functions = originals.of(source);
    if (functions == null || original == FunctionRows.NONE) {
      int anonymous = names.add("");
      table.add(generated.start(row), source, 0, anonymous, anonymous);
      return;
    }
    table.add(
        generated.start(row),
        source,
        functions.rows().start(original),
        functions.v8Name(original),
        functions.qualifiedName(original));
  }

  private int pooled(@Nullable String name) {
    return name == null ? NamePool.NONE : names.add(name);
  }
}

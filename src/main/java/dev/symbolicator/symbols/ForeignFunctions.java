package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.symbols.FunctionResolver.ExactStart;
import dev.symbolicator.symbols.FunctionTable.FunctionTableWriter;
import dev.symbolicator.symbols.MapShift.ShiftEvidence;
import dev.symbolicator.symbols.OriginalSources.OriginalFunctions;
import dev.symbolicator.symbols.Positions.Place;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the originals of functions whose code the map leads into a text that is not the map's.
 * Positions say nothing there: the function that alone has the name is the original.
 */
final class ForeignFunctions {
  private static final int AMBIGUOUS = -1;
  private static final int ENTRY_BYTES = 80;

  private final OriginalSources originals;
  private final Outline outline;
  private final NameTokens tokens;
  private final NamePool names;
  private final Allowance allowance;
  private final Map<Integer, Map<Integer, Integer>> rowsByName = new HashMap<>();
  private final Map<Integer, Integer> sources = new HashMap<>();
  private final Map<Integer, Integer> claims = new HashMap<>();
  private final Map<Place, Integer> claimed = new HashMap<>();

  ForeignFunctions(
      OriginalSources originals,
      Outline outline,
      NameTokens tokens,
      NamePool names,
      Allowance allowance) {
    this.originals = originals;
    this.outline = outline;
    this.tokens = tokens;
    this.names = names;
    this.allowance = allowance;
  }

  /** Looks for the original of a generated row, if the source has a text that is not the map's. */
  void claim(int row, int source) {
    OriginalFunctions functions = originals.foreign(source);
    if (functions == null) {
      return;
    }
    allowance.take(3 * ENTRY_BYTES);
    sources.put(row, source);
    String name = name(row);
    Integer found = name == null ? null : rows(source, functions).get(names.add(name));
    if (found != null
        && found != AMBIGUOUS
        && ExactStart.fits(outline.kind(row), functions.rows.kind(found))) {
      claims.put(row, found);
      claimed.merge(new Place(source, found), 1, Integer::sum);
    }
  }

  /** Returns a name that minifiers did not make; null if there is none. */
  private @Nullable String name(int row) {
    FunctionKind kind = outline.kind(row);
    if (!FunctionResolver.isFunction(kind)) {
      return null;
    }
    String renamed = tokens.of(row, NameStyle.V8);
    String name =
        renamed == null && kind == FunctionKind.METHOD
            ? outline.name(row, NameStyle.V8).text()
            : renamed;
    return name == null || name.length() < ShiftEvidence.SHORTEST_NAME ? null : name;
  }

  private Map<Integer, Integer> rows(int source, OriginalFunctions functions) {
    return rowsByName.computeIfAbsent(source, unknown -> byName(functions));
  }

  private Map<Integer, Integer> byName(OriginalFunctions functions) {
    Map<Integer, Integer> byName = new HashMap<>();
    for (int row = 0; row < functions.rows.size(); row++) {
      if (FunctionResolver.isFunction(functions.rows.kind(row))
          && functions.rows.body(row) >= 0 // An overload has none.
          && functions.v8Name(row) != NamePool.NONE) {
        allowance.take(ENTRY_BYTES);
        byName.merge(functions.v8Name(row), row, (first, second) -> AMBIGUOUS);
      }
    }
    return byName;
  }

  boolean has(int row) {
    return sources.containsKey(row);
  }

  void add(FunctionTableWriter table, long start, int row) {
    Integer source = sources.get(row);
    Integer original = claims.get(row);
    OriginalFunctions functions = source == null ? null : originals.foreign(source);
    if (source == null
        || functions == null
        || original == null
        || claimed.getOrDefault(new Place(source, original), 0) > 1) {
      table.add(start, FunctionTable.UNCERTAIN, 0, NamePool.NONE, NamePool.NONE);
    } else {
      table.add(start, source, functions, original);
    }
  }
}

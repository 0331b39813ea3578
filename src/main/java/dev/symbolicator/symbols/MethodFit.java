package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.symbols.MapShift.ShiftEvidence;
import dev.symbolicator.symbols.OriginalSources.OriginalFunctions;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Recognises a text that is not the map's by the names of methods, which build tools keep: in
 * another version, lines of the same form stand at the map's places, but in other methods. A name
 * counts only if another method of the text has it, so builds that rename properties do no harm.
 */
final class MethodFit {
  /** So many methods must have the names of others; a single one may be a slip. */
  static final int LEAST = 2;

  private static final int ENTRY_BYTES = 80;

  private final Outline outline;
  private final OriginalSources originals;
  private final NamePool names;
  private final Allowance allowance;
  private final Map<Integer, Counts> counts = new HashMap<>();

  MethodFit(Outline outline, OriginalSources originals, NamePool names, Allowance allowance) {
    this.outline = outline;
    this.originals = originals;
    this.names = names;
    this.allowance = allowance;
  }

  private static final class Counts {
    /** The indices of the names of the text's methods; null as long as nobody asked. */
    private @Nullable BitSet names;

    private int same;
    private int others;

    boolean areForeign() {
      return others >= LEAST && others > same;
    }
  }

  void takeBack(int[] resolved) {
    for (int row = 0; row < resolved.length; row++) {
      if (outline.kind(row) == FunctionKind.METHOD
          && resolved[row] >= 0
          && originals.kind(resolved[row]) == FunctionKind.METHOD) {
        compare(row, resolved[row]);
      }
    }
    counts.values().removeIf(source -> !source.areForeign());
    for (int row = 0; row < resolved.length && !counts.isEmpty(); row++) {
      if (resolved[row] >= 0 && counts.containsKey(originals.source(resolved[row]))) {
        resolved[row] = FunctionResolver.UNKNOWN;
      }
    }
    counts.keySet().forEach(originals::leave);
  }

  private void compare(int row, int original) {
    String name = outline.name(row, NameStyle.V8).text();
    int known = name.length() < ShiftEvidence.SHORTEST_NAME ? NamePool.NONE : names.find(name);
    if (known == NamePool.NONE) {
      return;
    }
    int source = originals.source(original);
    OriginalFunctions functions = originals.of(source);
    int originalRow = originals.row(original);
    if (functions == null || originalRow == FunctionPositions.NONE) {
      return;
    }
    Counts ofSource = counts.computeIfAbsent(source, unknown -> counts());
    if (functions.v8Name(originalRow) == known) {
      ofSource.same++;
      return;
    }
    BitSet methods = ofSource.names;
    if (methods == null) {
      methods = methods(functions);
      ofSource.names = methods;
    }
    ofSource.others += methods.get(known) ? 1 : 0;
  }

  private Counts counts() {
    allowance.take(ENTRY_BYTES);
    return new Counts();
  }

  private BitSet methods(OriginalFunctions functions) {
    BitSet methods = new BitSet();
    for (int row = 0; row < functions.rows.size(); row++) {
      int name = functions.v8Name(row);
      if (functions.rows.kind(row) == FunctionKind.METHOD && name != NamePool.NONE) {
        methods.set(name);
      }
    }
    allowance.take(methods.size() / Byte.SIZE);
    return methods;
  }
}

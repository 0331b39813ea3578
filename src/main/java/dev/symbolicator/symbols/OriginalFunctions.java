package dev.symbolicator.symbols;

import dev.symbolicator.javascript.FunctionName;
import dev.symbolicator.javascript.NameStyle;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.memory.Allowance;

/** The functions of one original source and their names, without the source's text. */
final class OriginalFunctions {
  private final FunctionPositions rows;
  private final boolean nests;
  private final int[] v8Names;
  private final int[] qualifiedNames;

  private OriginalFunctions(ScannedSource text, NamePool names, Allowance allowance) {
    Outline outline = text.outline();
    rows = FunctionPositions.of(outline, text.text(), allowance);
    nests = outline.doubts() == 0;
    allowance.take(2L * Integer.BYTES * outline.size());
    v8Names = new int[outline.size()];
    qualifiedNames = new int[outline.size()];
    names.makeRoomFor(text.text());
    for (int row = 0; row < outline.size(); row++) {
      int first = outline.first(row);
      boolean known = first < row;
      v8Names[row] = known ? v8Names[first] : add(outline.name(row, NameStyle.V8), names);
      qualifiedNames[row] =
          known ? qualifiedNames[first] : add(outline.name(row, NameStyle.QUALIFIED), names);
    }
  }

  /** Copies the functions of a scanned source, and adds their names to the pool. */
  static OriginalFunctions of(ScannedSource text, NamePool names, Allowance allowance) {
    return new OriginalFunctions(text, names, allowance);
  }

  private static int add(FunctionName name, NamePool names) {
    long length = 0;
    for (FunctionName.NamePart part : name.parts()) {
      length += part.text().length();
    }
    return length > names.maxLength() ? NamePool.NONE : names.add(name.text());
  }

  FunctionPositions rows() {
    return rows;
  }

  /** Tells whether the nesting of the functions is known; otherwise only their starts are. */
  boolean nests() {
    return nests;
  }

  /** Returns the index of a row's V8 name; {@link NamePool#NONE} if the pool did not take it. */
  int v8Name(int row) {
    return v8Names[row];
  }

  /** Like {@link #v8Name}, but for the qualified name. */
  int qualifiedName(int row) {
    return qualifiedNames[row];
  }
}

package dev.symbolicator.javascript;

import dev.symbolicator.javascript.FunctionRows.Containment;
import dev.symbolicator.javascript.FunctionRows.FieldRows;
import dev.symbolicator.memory.Allowance;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The functions of one text, in the order of their starts. Offsets are 0-based, in UTF-16 code
 * units from the beginning of the text. A function is identified by its 0-based row.
 *
 * <pre>{@code
 * Outline outline = Outline.of("let f = (a) => a;", Dialect.JAVASCRIPT, allowance);
 * outline.start(0); // 8
 * outline.name(0, NameStyle.V8).text(); // "f"
 * }</pre>
 *
 * <p>Every text has an outline, even if it is no JavaScript: see {@link #doubts()}.
 */
public final class Outline {
  private final Tokens tokens;
  private final FunctionRows rows;
  private final FieldRows fields;
  private final V8Names v8Names;
  private final QualifiedNames qualifiedNames;
  private final Lines lines;
  private final int doubts;
  private final boolean hasTypes;

  /** Computed on first use, since not every outline needs it. */
  private volatile @Nullable Containment containment;

  private Outline(String text, ScanState state) {
    tokens = state.tokens;
    rows = state.rows;
    doubts = state.doubts;
    hasTypes = state.hasTypes;
    lines = Lines.of(text, state.text, state.allowance);
    fields = new FieldRows(rows, state.allowance);
    NameTexts texts = new NameTexts(text, tokens);
    v8Names = new V8Names(tokens, rows, texts);
    qualifiedNames = new QualifiedNames(tokens, rows, texts);
  }

  /**
   * Scans a text. The text itself is not charged.
   *
   * @param allowance charged for the outline, and stays charged after this method returns
   * @throws Allowance.Exceeded if the allowance is too small
   */
  public static Outline of(String text, Dialect dialect, Allowance allowance) {
    ScanState state = new ScanState(text, dialect, allowance);
    new Scanner(state).scan();
    state.frames.close();
    state.rows.sort();
    state.tokens.trim();
    Outline outline = new Outline(text, state);
    allowance.giveBack(state.textBytes());
    return outline;
  }

  private Outline(Outline other, Lines lines) {
    tokens = other.tokens;
    rows = other.rows;
    doubts = other.doubts;
    hasTypes = other.hasTypes;
    this.lines = lines;
    fields = other.fields;
    v8Names = other.v8Names;
    qualifiedNames = other.qualifiedNames;
  }

  /** Returns this outline with its lines counted in another way. */
  public Outline with(Lines otherLines) {
    return new Outline(this, otherLines);
  }

  /** Returns the number of rows. */
  public int size() {
    return rows.size();
  }

  /** Returns the kind of a function. */
  public FunctionKind kind(int function) {
    return rows.kind(function);
  }

  /** Returns the offset at which V8 reports a function: see {@link FunctionKind}. */
  public int start(int function) {
    return rows.start(function);
  }

  /**
   * Returns the offset where a function's text begins, after any decorators. The text begins with
   * {@code async} or {@code function}, a method's first modifier or key, an arrow's type
   * parameters, or the word {@code class}. For fields, the first field's modifier or key counts.
   */
  public int header(int function) {
    FunctionKind kind = rows.kind(function);
    return kind == FunctionKind.CLASS
        ? rows.start(function)
        : tokens.start(rows.first(fields.first(function)));
  }

  /**
   * Returns the offset where a function's body begins: after its brace, or at its expression. For
   * {@link FunctionKind#CLASS}, that is after the class's brace. For fields, it is at the first
   * initialiser or block.
   *
   * @return -1 if the function has no body, such as an overload or an abstract method
   */
  public int body(int function) {
    return fields.body(function);
  }

  /**
   * Returns the offset after a function's last character. For fields, the last one counts, so
   * methods may lie between.
   */
  public int end(int function) {
    return fields.end(function);
  }

  /** Like {@link #body}, but a row of fields has its own initialiser or block only. */
  public int rowBody(int function) {
    return rows.body(function);
  }

  /** Like {@link #end}, but a row of fields ends behind its own field or block. */
  public int rowEnd(int function) {
    return rows.end(function);
  }

  /** Returns the row of the class that a method or fields belong to, or -1 if there is none. */
  public int owner(int function) {
    return Math.max(-1, rows.owner(function));
  }

  /**
   * Returns the innermost function that contains a function's text, or -1 at the top level. A
   * {@link FunctionKind#CLASS} row is never returned.
   */
  public int parent(int function) {
    return containment().parent(function);
  }

  /**
   * Returns the first row that starts at an offset, or -1 if there is none. Several rows may start
   * there; they follow each other.
   *
   * <p>Fields have a row for each field or {@code static} that some version of V8 may report. These
   * rows share their name, owner, header, body and end.
   */
  public int startingAt(int offset) {
    return Math.max(-1, rows.find(offset));
  }

  /**
   * Returns the innermost function whose text, from {@link #header} to {@link #end}, contains an
   * offset; -1 at the top level. Of fields, only initialisers and static blocks count, and their
   * first row is returned. A {@link FunctionKind#CLASS} row is never returned.
   */
  public int innermost(int offset) {
    return containment().innermost(offset);
  }

  private Containment containment() {
    Containment known = containment;
    if (known == null) {
      known = fields.containment(tokens);
      containment = known;
    }
    return known;
  }

  /**
   * Returns the first row of a function, which is the row itself for all but fields. Callers should
   * name only this row, since there may be a row for every other character.
   */
  public int first(int function) {
    return fields.first(function);
  }

  /** Returns the name of a function. Each call computes it anew, in bounded time. */
  public FunctionName name(int function, NameStyle style) {
    return style == NameStyle.V8 ? v8Names.name(function) : qualifiedNames.name(function);
  }

  /** Returns the lines of the text. */
  public Lines lines() {
    return lines;
  }

  /**
   * Returns how many places of the text were not understood: brackets that do not match, characters
   * that belong nowhere, strings and comments without an end. If there are any, starts are still
   * reliable, but nesting is not. A text that is no program may have no doubts.
   */
  public int doubts() {
    return doubts;
  }

  /**
   * Tells whether a colon stands where JavaScript has none, as before a type. A text that was
   * scanned as JavaScript is then one with types.
   */
  public boolean hasTypes() {
    return hasTypes;
  }

  /** The kinds of functions. The kind decides at which token V8 reports a function. */
  public enum FunctionKind {
    /** {@code function f(){}}: starts at the parenthesis. */
    DECLARATION,
    /** {@code function(){}} within an expression: starts at the parenthesis. */
    EXPRESSION,
    /** {@code a => b}: starts at its first token, {@code async} included. */
    ARROW,
    /** A method, getter, setter or constructor of a class or object: starts at the parenthesis. */
    METHOD,
    /** A class: its implicit constructor starts at the word {@code class}. */
    CLASS,
    /**
     * The initialisers of all instance fields of a class: starts at a field, in V8 at the first.
     */
    INSTANCE_FIELDS,
    /** The static fields and static blocks of a class: starts at a word {@code static}. */
    STATIC_FIELDS
  }

  /** The dialects of JavaScript that a text may have. */
  public enum Dialect {
    /** JavaScript as engines run it; {@code <} never opens a tag. */
    JAVASCRIPT,
    /** JavaScript with JSX. */
    JSX,
    /** TypeScript. */
    TYPESCRIPT,
    /** TypeScript with JSX. */
    TSX
  }

  /**
   * A function's name: its parts in order, with the tokens of the text they were made of. An
   * anonymous function has no parts.
   */
  public record FunctionName(List<NamePart> parts) {
    /** The empty name of an anonymous function. */
    public static final FunctionName ANONYMOUS = new FunctionName(List.of());

    /** Copies the list. */
    public FunctionName {
      parts = List.copyOf(parts);
    }

    /** Returns the whole name; empty for an anonymous function. */
    public String text() {
      if (parts.size() == 1) {
        return parts.get(0).text();
      }
      StringBuilder text = new StringBuilder();
      parts.forEach(part -> text.append(part.text()));
      return text.toString();
    }

    /** Returns the name made of some parts, or {@link #ANONYMOUS} if it is longer than a limit. */
    static FunctionName upTo(int longest, List<NamePart> parts) {
      int length = 0;
      for (NamePart part : parts) {
        length += part.text().length();
      }
      return length > longest || parts.isEmpty() ? ANONYMOUS : new FunctionName(parts);
    }

    /**
     * A piece of a name.
     *
     * @param text the piece: an identifier with its escapes decoded, or glue such as {@code "get "}
     *     or {@code "."}
     * @param offset UTF-16 offset of the identifier's token in the scanned text; -1 for glue and
     *     literals, which no source map renames
     * @param length UTF-16 length of that token, 0 if there is none
     */
    public record NamePart(String text, int offset, int length) {}
  }

  /** The styles of function names. */
  public enum NameStyle {
    /** Like V8: {@code method}, {@code get x}, empty for a callback. */
    V8,
    /** For readers of flame graphs: {@code Class.method}, {@code new Class}, {@code obj.prop}. */
    QUALIFIED
  }
}

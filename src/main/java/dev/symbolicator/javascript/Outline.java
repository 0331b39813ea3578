package dev.symbolicator.javascript;

import dev.symbolicator.javascript.FunctionRows.Containment;
import dev.symbolicator.javascript.FunctionRows.FieldRows;
import dev.symbolicator.memory.Allowance;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The functions of one text by 0-based rows, in the order of their starts. Offsets are 0-based, in
 * UTF-16 units. Every text has an outline, even if it is no JavaScript: see {@link #doubts()}.
 */
public final class Outline {
  private final Tokens tokens;
  private final FunctionRows rows;
  private final FieldRows fields;
  private final V8Names v8Names;
  private final DebugNames debugNames;
  private final QualifiedNames qualifiedNames;
  private final NameTexts texts;
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
    texts = new NameTexts(text, tokens);
    v8Names = new V8Names(tokens, rows, texts);
    debugNames = new DebugNames(tokens, rows, texts, v8Names, text);
    qualifiedNames = new QualifiedNames(tokens, rows, texts);
  }

  /** Scans a text. The outline stays charged; the text itself is not. */
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
    debugNames = other.debugNames;
    qualifiedNames = other.qualifiedNames;
    texts = other.texts;
  }

  public Outline with(Lines otherLines) {
    return new Outline(this, otherLines);
  }

  public int size() {
    return rows.size();
  }

  public FunctionKind kind(int function) {
    return rows.kind(function);
  }

  /** Returns the offset at which V8 reports a function: see {@link FunctionKind}. */
  public int start(int function) {
    return rows.start(function);
  }

  /**
   * Returns where a function's text begins, after any decorators: with {@code async} or {@code
   * function}, a method's first modifier or key, an arrow's type parameters, or {@code class}. For
   * fields, the first field's counts.
   */
  public int header(int function) {
    FunctionKind kind = rows.kind(function);
    return kind == FunctionKind.CLASS
        ? rows.start(function)
        : tokens.start(rows.first(fields.first(function)));
  }

  /**
   * Returns the offset after a body's brace, or of its expression; for fields, of the first
   * initialiser or block; -1 without a body (an overload, an abstract method).
   */
  public int body(int function) {
    return fields.body(function);
  }

  /**
   * Returns the offset after a function's last character. Of fields the last counts, so methods may
   * lie between.
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
   * Returns the innermost function around, never a {@link FunctionKind#CLASS} row; -1 at the top
   * level.
   */
  public int parent(int function) {
    return containment().parent(function);
  }

  /**
   * Returns the first row that starts at an offset, or -1; others follow it. Fields have a row for
   * each place that some version of V8 may report, with one name, owner, header, body and end.
   */
  public int startingAt(int offset) {
    return Math.max(-1, rows.find(offset));
  }

  /**
   * Returns the innermost function whose text contains an offset, never a {@link
   * FunctionKind#CLASS} row; -1 at the top level. Of fields, initialisers and static blocks count,
   * and their first row is returned.
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
   * Returns the first row of a function, which alone should be named: fields may have a row for
   * every other character.
   */
  public int first(int function) {
    return fields.first(function);
  }

  /** Returns the name of a function. Each call computes it anew, in bounded time. */
  public FunctionName name(int function, NameStyle style) {
    return switch (style) {
      case V8 -> v8Names.name(function);
      case DEBUG -> debugName(function, parent(function));
      case QUALIFIED -> qualifiedNames.name(function);
    };
  }

  /**
   * Returns the name of a function in the style {@link NameStyle#DEBUG}, for callers that know its
   * {@link #parent} already.
   */
  public FunctionName debugName(int function, int parent) {
    return debugNames.name(function, parent);
  }

  /** Finds what tells each function from others around it. The answer stays charged. */
  public FunctionParts parts(Allowance allowance) {
    return FunctionParts.of(this, tokens, rows, texts, allowance);
  }

  /**
   * Reads all tokens of the text, which must be the outline's and understood: see {@link #doubts}.
   * They stay charged.
   */
  public SourceTokens tokens(String text, Allowance allowance) {
    return new SourceTokens(text, tokens, allowance);
  }

  /**
   * Tells whether a function is named by a property, which minifiers mostly keep, and not by a
   * variable.
   */
  public boolean isNamedByProperty(int function) {
    return v8Names.isNamedByProperty(function);
  }

  public Lines lines() {
    return lines;
  }

  /**
   * Returns how many places were not understood. If there are any, starts are still reliable, but
   * nesting is not. A text that is no program may have none.
   */
  public int doubts() {
    return doubts;
  }

  /** Tells whether a colon stands where only a type has one. */
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

  /** A function's name: its parts in order, none for an anonymous function. */
  public record FunctionName(List<NamePart> parts) {
    public static final FunctionName ANONYMOUS = new FunctionName(List.of());

    public FunctionName {
      parts = List.copyOf(parts);
    }

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
     * A piece of a name: an identifier with its escapes decoded, and the UTF-16 offset and length
     * of its token; or glue such as {@code "get "} or {@code "."} at -1, which no source map
     * renames.
     */
    public record NamePart(String text, int offset, int length) {}
  }

  /** The styles of function names. */
  public enum NameStyle {
    /** Like V8: {@code method}, {@code get x}, empty for a callback. */
    V8,
    /**
     * Like V8's tools: as in V8, but a function without a name has that of what it is assigned to:
     * {@code Class.method} for {@code Class.prototype.method = function () {}}.
     */
    DEBUG,
    /** For readers of flame graphs: {@code Class.method}, {@code new Class}, {@code obj.prop}. */
    QUALIFIED
  }
}

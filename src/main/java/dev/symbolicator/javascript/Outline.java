package dev.symbolicator.javascript;

import dev.symbolicator.memory.Allowance;
import org.jspecify.annotations.Nullable;

/**
 * The functions of one text, in the order of their starts. Offsets are 0-based, in UTF-16 code
 * units from the beginning of the text; a function is known by its row, from 0.
 *
 * <pre>{@code
 * Outline outline = Outline.of("let f = (a) => a;", Dialect.JAVASCRIPT, allowance);
 * outline.start(0); // 8
 * outline.name(0, NameStyle.V8).text(); // "f"
 * }</pre>
 *
 * <p>Any text has an outline; where it is no JavaScript, {@link #doubts()} says so.
 */
public final class Outline {
  private final Tokens tokens;
  private final FunctionRows rows;
  private final FieldRows fields;
  private final V8Names v8Names;
  private final QualifiedNames qualifiedNames;
  private final Lines lines;
  private final int doubts;

  /** Worked out when it is first asked for: not every outline needs it. */
  private volatile @Nullable Containment containment;

  private Outline(String text, ScanState state) {
    tokens = state.tokens;
    rows = state.rows;
    doubts = state.doubts;
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

  /** How many rows there are. */
  public int size() {
    return rows.size();
  }

  /** What the function is. */
  public FunctionKind kind(int function) {
    return rows.kind(function);
  }

  /** Where V8 says the function is: see {@link FunctionKind}. */
  public int start(int function) {
    return rows.start(function);
  }

  /**
   * Where its text begins: {@code async} or {@code function}, a method's first modifier or key, an
   * arrow's type parameters; for fields the first one's modifier or key. Decorators lie before it.
   */
  public int header(int function) {
    FunctionKind kind = rows.kind(function);
    return kind == FunctionKind.CLASS
        ? rows.start(function)
        : tokens.start(rows.first(fields.first(function)));
  }

  /**
   * Where its body begins: behind the brace, or at an expression; for {@link FunctionKind#CLASS}
   * behind the class's brace, for fields at the first initialiser or block.
   *
   * @return -1 where it has none, such as an overload or an abstract method
   */
  public int body(int function) {
    return fields.body(function);
  }

  /** Behind its last character; for fields behind the last one, so methods may lie between. */
  public int end(int function) {
    return fields.end(function);
  }

  /** The row of the class that a method or fields belong to, -1 where there is none. */
  public int owner(int function) {
    return Math.max(-1, rows.owner(function));
  }

  /** The innermost function that holds this one's text, -1 at the top level; never a CLASS row. */
  public int parent(int function) {
    return containment().parent(function);
  }

  /**
   * The first row that starts at the offset, -1 for none. Several may: they follow each other.
   * Fields have a row for each field or {@code static} V8 versions may report, all with the same
   * name, owner, header, body and end.
   */
  public int startingAt(int offset) {
    return Math.max(-1, rows.find(offset));
  }

  /**
   * The innermost function whose text, from {@link #header} to {@link #end}, holds the offset; the
   * first row of the fields within initialisers and static blocks, and only there. Never a CLASS
   * row; -1 at the top level.
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
   * The first row of the same function, which is the row itself for all but fields. It has the same
   * name, which needs to be worked out once: there may be a row for every other character.
   */
  public int first(int function) {
    return fields.first(function);
  }

  /** What the function is called. Worked out anew at each call, in bounded time. */
  public FunctionName name(int function, NameStyle style) {
    return style == NameStyle.V8 ? v8Names.name(function) : qualifiedNames.name(function);
  }

  /** Where the lines of the text begin. */
  public Lines lines() {
    return lines;
  }

  /**
   * How many times the text was not understood: brackets that do not match, characters that belong
   * nowhere, strings and comments without an end. With any, starts may be trusted, but not what
   * lies within what. Not everything that is no program leaves a doubt.
   */
  public int doubts() {
    return doubts;
  }
}

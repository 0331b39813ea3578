package dev.symbolicator.javascript;

/**
 * The functions of one text, in the order of their starts. Offsets are 0-based, in UTF-16 code
 * units from the beginning of the text; a function is known by its row, from 0.
 *
 * <pre>{@code
 * Outline outline = Outline.of("let f = (a) => a;", Dialect.JAVASCRIPT);
 * outline.start(0); // 8
 * outline.name(0, NameStyle.V8).text(); // "f"
 * }</pre>
 *
 * <p>Any text has an outline; where it is no JavaScript, {@link #doubts()} says so.
 */
public final class Outline {
  private Outline() {}

  /** Scans a text. */
  public static Outline of(String text, Dialect dialect) {
    return new Outline();
  }

  /** How many rows there are. */
  public int size() {
    return 0;
  }

  /** What the function is. */
  public FunctionKind kind(int function) {
    return FunctionKind.DECLARATION;
  }

  /** Where V8 says the function is: see {@link FunctionKind}. */
  public int start(int function) {
    return 0;
  }

  /** Where its text begins: {@code async} or {@code function}, a method's first modifier or key. */
  public int header(int function) {
    return 0;
  }

  /**
   * Where its body begins: behind the brace, or at an expression; for {@link FunctionKind#CLASS}
   * behind the class's brace, for fields at the first initialiser or block.
   *
   * @return -1 where it has none, such as an overload or an abstract method
   */
  public int body(int function) {
    return -1;
  }

  /** Behind its last character. */
  public int end(int function) {
    return 0;
  }

  /** The row of the class that a method or fields belong to, -1 where there is none. */
  public int owner(int function) {
    return -1;
  }

  /** The innermost function that holds this one's text, -1 at the top level; never a CLASS row. */
  public int parent(int function) {
    return -1;
  }

  /**
   * The first row that starts at the offset, -1 for none. Several may: they follow each other.
   * Fields have a row for each field or {@code static} V8 versions may report, all with the same
   * name and owner.
   */
  public int startingAt(int offset) {
    return -1;
  }

  /**
   * The innermost function whose text, from {@link #header} to {@link #end}, holds the offset; the
   * fields' row within initialisers and static blocks. Never a CLASS row; -1 at the top level.
   */
  public int innermost(int offset) {
    return -1;
  }

  /** What the function is called. Worked out anew at each call. */
  public FunctionName name(int function, NameStyle style) {
    return FunctionName.ANONYMOUS;
  }

  /** Where the lines of the text begin. */
  public Lines lines() {
    return new Lines();
  }

  /**
   * How many times the text was not understood: brackets that do not match, characters that belong
   * nowhere, strings and comments without an end. With any, starts may be trusted, but not what
   * lies within what.
   */
  public int doubts() {
    return 0;
  }
}

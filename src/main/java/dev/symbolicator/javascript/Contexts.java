package dev.symbolicator.javascript;

/** What the tokens around a function say about it. */
final class Contexts {
  /**
   * How far a name is followed from token to token before the function counts as anonymous. Steps
   * jump over brackets and whole expressions, so real names take a few.
   */
  static final int MOST_STEPS = 64;

  private final Tokens tokens;
  private final FunctionRows rows;

  Contexts(Tokens tokens, FunctionRows rows) {
    this.tokens = tokens;
    this.rows = rows;
  }

  /** Whether the operand that ends before a token is part of a greater one. */
  boolean continues(int token) {
    return Token.continuesOperand(tokens.type(token));
  }

  /** Whether it is an identifier that stands for itself. */
  boolean isVariable(int token) {
    return tokens.type(token) == Token.NAME && !tokens.isProperty(token);
  }

  /** Whether a brace within JSX is around the value of an attribute. */
  boolean isAttribute(int brace) {
    return brace > 1
        && tokens.type(brace - 1) == Token.ASSIGN
        && tokens.type(brace - 2) == Token.NAME;
  }

  /** {@code "get "} and {@code "set "} for accessors, empty for other methods. */
  String accessor(int row) {
    int key = rows.key(row);
    int before = tokens.firstOfKey(key) - 1;
    if (before < rows.first(row)) {
      return "";
    }
    return tokens.is(before, "get") ? "get " : tokens.is(before, "set") ? "set " : "";
  }

  /** Whether a method is its class's constructor. */
  boolean isConstructor(int row, NameTexts texts) {
    int key = rows.key(row);
    if (rows.owner(row) < 0) {
      return false;
    }
    boolean named =
        tokens.type(key) == Token.STRING
            ? texts.string(key).equals("constructor")
            : tokens.type(key) == Token.NAME && texts.identifier(key).text().equals("constructor");
    if (!named || !accessor(row).isEmpty()) {
      return false;
    }
    for (int token = rows.first(row); token < key; token++) {
      if (tokens.is(token, "static")) {
        return false;
      }
    }
    return true;
  }
}

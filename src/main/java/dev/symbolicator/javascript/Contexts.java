package dev.symbolicator.javascript;

/** Answers questions about a function from the tokens around it. */
final class Contexts {
  /**
   * The number of steps after which the search for a name ends and the function counts as
   * anonymous. Steps jump over brackets and whole expressions, so real names take a few.
   */
  static final int MOST_STEPS = 64;

  private final Tokens tokens;
  private final FunctionRows rows;

  Contexts(Tokens tokens, FunctionRows rows) {
    this.tokens = tokens;
    this.rows = rows;
  }

  /** Tells whether the operand that ends before a token is part of a larger one. */
  boolean continues(int token) {
    return Token.continuesOperand(tokens.type(token));
  }

  /** Tells whether a token is an identifier and not the name of a property. */
  boolean isVariable(int token) {
    return tokens.type(token) == Token.NAME && !tokens.isProperty(token);
  }

  /** Tells whether a brace within JSX encloses the value of an attribute. */
  boolean isAttribute(int brace) {
    return brace > 1
        && tokens.type(brace - 1) == Token.ASSIGN
        && tokens.type(brace - 2) == Token.NAME;
  }

  /**
   * Returns {@code "get "} or {@code "set "} for an accessor, and an empty string for any other
   * method.
   */
  String accessor(int row) {
    int key = rows.key(row);
    int before = tokens.firstOfKey(key) - 1;
    if (before < rows.first(row)) {
      return "";
    }
    return tokens.is(before, "get") ? "get " : tokens.is(before, "set") ? "set " : "";
  }

  /** Tells whether a method is the constructor of its class. */
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

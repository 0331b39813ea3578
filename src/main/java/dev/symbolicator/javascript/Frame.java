package dev.symbolicator.javascript;

/**
 * The kinds of frames, which are the places that a token may stand in, and the flags of a frame.
 */
final class Frame {
  /** Statements: the text itself, a block, a namespace. */
  static final byte BLOCK = 0;

  /** The body of a function, or a static block. */
  static final byte BODY = 1;

  static final byte OBJECT = 2;
  static final byte CLASS = 3;
  static final byte TEMPLATE = 4;
  static final byte JSX_EXPRESSION = 5;
  static final byte GROUP = 6;
  static final byte CALL = 7;
  static final byte CONTROL = 8;
  static final byte PARAMETERS = 9;
  static final byte ARRAY = 10;
  static final byte MEMBER = 11;
  static final byte KEY = 12;

  /** An expression that is the body of an arrow function. It has no closing bracket of its own. */
  static final byte ARROW = 13;

  static final byte JSX_TAG = 14;
  static final byte JSX_CHILDREN = 15;

  /** The bits of the kind; flags lie above them. */
  static final int KIND = 0xf;

  /** An object or class is at a key, not at a value. */
  static final int AT_KEY = 1 << 4;

  /** A {@code case} waits for its colon. */
  static final int AT_CASE = 1 << 5;

  /**
   * Type annotations occurred, so a parenthesis encloses parameters, or a class member has a type.
   */
  static final int TYPED = 1 << 6;

  /** Within a generator: {@code yield} is a keyword. */
  static final int GENERATOR = 1 << 7;

  /** Within an async function: {@code await} is a keyword. */
  static final int ASYNC = 1 << 8;

  /** Within any function. */
  static final int FUNCTION = 1 << 9;

  /** The class is a declaration, or the braces are those of an enum, so no operand ends there. */
  static final int DECLARATION = 1 << 10;

  /** A class member has decorators that may still go on. */
  static final int DECORATOR = 1 << 11;

  /** The flags that a frame inherits from the frame around it. */
  static final int INHERITED = GENERATOR | ASYNC | FUNCTION;

  /** The brackets that close frames. */
  static final int BRACE = 0;

  static final int PARENTHESIS = 1;
  static final int BRACKET = 2;
  static final int NONE = 3;

  private Frame() {}

  /** Returns the bracket that closes a frame of a kind. */
  static int bracket(byte kind) {
    if (kind <= JSX_EXPRESSION) {
      return BRACE;
    }
    if (kind <= PARAMETERS) {
      return PARENTHESIS;
    }
    return kind <= KEY ? BRACKET : NONE;
  }

  static boolean holdsStatements(byte kind) {
    return kind <= BODY;
  }
}

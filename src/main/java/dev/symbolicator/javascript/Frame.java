package dev.symbolicator.javascript;

/** The kinds of places that a token may stand in, and what is known of one beside its kind. */
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

  /** The body of an arrow function that is an expression: nothing closes it, all else ends it. */
  static final byte ARROW = 13;

  static final byte JSX_TAG = 14;
  static final byte JSX_CHILDREN = 15;

  /** The bits that a kind takes; flags lie above them. */
  static final int KIND = 0xf;

  /** An object or class is at a key, not at a value. */
  static final int AT_KEY = 1 << 4;

  /** A {@code case} waits for its colon. */
  static final int AT_CASE = 1 << 5;

  /** A parenthesis has type annotations in it, so it is around parameters. */
  static final int TYPED = 1 << 6;

  /** Within a generator: {@code yield} is a word. */
  static final int GENERATOR = 1 << 7;

  /** Within an async function: {@code await} is a word. */
  static final int ASYNC = 1 << 8;

  /** Within any function. */
  static final int FUNCTION = 1 << 9;

  /** The class is a declaration, or the braces are those of an enum: no operand ends there. */
  static final int DECLARATION = 1 << 10;

  /** A class member has decorators that may still go on. */
  static final int DECORATOR = 1 << 11;

  /** The JSX tag is a closing one. */
  static final int CLOSING = 1 << 12;

  /** What a frame takes over from the one around it. */
  static final int INHERITED = GENERATOR | ASYNC | FUNCTION;

  /** Brackets that close frames. */
  static final int BRACE = 0;

  static final int PARENTHESIS = 1;
  static final int BRACKET = 2;
  static final int NONE = 3;

  private Frame() {}

  /** Which closing bracket ends it. */
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

package dev.symbolicator.javascript;

import dev.symbolicator.javascript.Literals.Characters;
import dev.symbolicator.memory.Allowance;

/**
 * The tokens of a text in flat arrays, 9 bytes each. Token 0 is a semicolon before the text, and
 * {@link #type} returns one after the last token. A token may refer to another one, its {@link
 * #match}: brackets to each other; {@code class} to its brace; the {@code =} of a field to {@code
 * class}; the colon of a property and the comma of a group to the bracket around; {@code ?}, {@code
 * :} and the first logical operator of an expression to the token before the expression; further
 * logical operators to the first one.
 */
final class Tokens {
  private static final byte TYPE = 0x7f;
  private static final byte NEWLINE = (byte) 0x80;

  /** The first capacity is one token for this many characters. */
  private static final int FIRST_SHARE = 16;

  private static final int MOST_GROWTH = 8;

  private final String text;
  private final Allowance allowance;
  private byte[] types;
  private int[] starts;
  private int[] matches;
  private int size;

  Tokens(String text, Allowance allowance) {
    this.text = text;
    this.allowance = allowance;
    int capacity = text.length() / FIRST_SHARE + 64;
    types = allowance.bytes(capacity);
    starts = allowance.ints(capacity);
    matches = allowance.ints(capacity);
    add(Token.SEMICOLON, 0, false);
  }

  int add(byte type, int start, boolean newline) {
    if (size == types.length) {
      grow(start);
    }
    types[size] = newline ? (byte) (type | NEWLINE) : type;
    starts[size] = start;
    matches[size] = -1;
    return size++;
  }

  private void grow(int start) {
    long expected = (long) size * text.length() / Math.max(1, start);
    long most = Math.min(expected + expected / FIRST_SHARE, (long) MOST_GROWTH * size);
    resize((int) Math.min(Math.max(size + (size >> 2), most), text.length() + 64L));
  }

  private void resize(int capacity) {
    types = allowance.resize(types, capacity);
    starts = allowance.resize(starts, capacity);
    matches = allowance.resize(matches, capacity);
  }

  int size() {
    return size;
  }

  byte lastType() {
    return (byte) (types[size - 1] & TYPE);
  }

  byte type(int token) {
    return token < size ? (byte) (types[token] & TYPE) : Token.SEMICOLON;
  }

  void retype(int token, byte type) {
    types[token] = (byte) ((types[token] & NEWLINE) | type);
  }

  boolean newlineBefore(int token) {
    return types[token] < 0;
  }

  int start(int token) {
    return starts[token];
  }

  /**
   * Returns the first token behind the semicolon before the text that starts at an offset or after
   * it.
   */
  int firstFrom(int offset) {
    int low = 1;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (starts[middle] < offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  int match(int token) {
    return matches[token];
  }

  void match(int token, int other) {
    matches[token] = other;
  }

  void pair(int opener, int closer) {
    matches[opener] = closer;
    matches[closer] = opener;
  }

  boolean is(int token, String word) {
    if (type(token) != Token.NAME || !text.startsWith(word, starts[token])) {
      return false;
    }
    int end = starts[token] + word.length();
    if (end == text.length()) {
      return true;
    }
    char next = text.charAt(end);
    return !Characters.isNamePart(next) && next != '\\';
  }

  boolean isProperty(int token) {
    byte before = type(token - 1);
    return before == Token.DOT || before == Token.OPTIONAL_DOT;
  }

  int firstOfKey(int key) {
    return type(key) == Token.BRACKET_CLOSE && matches[key] >= 0 ? matches[key] : key;
  }

  void trim() {
    if (types.length - size > size / FIRST_SHARE) {
      resize(size);
    }
  }

  /**
   * The types of tokens, as far as they decide how the text goes on. A punctuator has several if
   * its meaning depends on its place. TypeScript's types leave no token.
   */
  static final class Token {
    static final byte SEMICOLON = 0;
    static final byte NAME = 1;
    static final byte PRIVATE_NAME = 2;

    /** {@code this super null true false}. */
    static final byte VALUE_WORD = 3;

    static final byte NUMBER = 4;
    static final byte STRING = 5;

    /** A template without substitutions. */
    static final byte TEMPLATE = 6;

    static final byte TEMPLATE_HEAD = 7;
    static final byte TEMPLATE_MIDDLE = 8;
    static final byte TEMPLATE_TAIL = 9;
    static final byte REGEX = 10;
    static final byte JSX_START = 11;
    static final byte JSX_END = 12;

    static final byte BLOCK_OPEN = 13;
    static final byte OBJECT_OPEN = 14;
    static final byte CLASS_OPEN = 15;

    /** The brace around an expression within JSX. */
    static final byte JSX_OPEN = 16;

    /** Closes statements, or a function or class that is not an operand. */
    static final byte BLOCK_CLOSE = 17;

    /** Closes an object, or a function or class expression. */
    static final byte VALUE_CLOSE = 18;

    static final byte GROUP_OPEN = 19;

    /** A grouping parenthesis around several expressions. */
    static final byte SEQUENCE_OPEN = 20;

    static final byte CALL_OPEN = 21;

    /** The parenthesis after {@code if}, {@code for}, {@code catch} and so on. */
    static final byte CONTROL_OPEN = 22;

    static final byte PARAMETERS_OPEN = 23;
    static final byte GROUP_CLOSE = 24;
    static final byte CONTROL_CLOSE = 25;
    static final byte PARAMETERS_CLOSE = 26;
    static final byte ARRAY_OPEN = 27;

    /** The bracket of {@code a[b]}. */
    static final byte MEMBER_OPEN = 28;

    /** The bracket of a computed key. */
    static final byte KEY_OPEN = 29;

    static final byte BRACKET_CLOSE = 30;
    static final byte COMMA = 31;

    /** The last comma of a grouping parenthesis. */
    static final byte LAST_COMMA = 32;

    static final byte PROPERTY_COLON = 33;

    /** The colon after a label or case. */
    static final byte STATEMENT_COLON = 34;

    static final byte CONDITION_COLON = 35;
    static final byte QUESTION = 36;

    /** {@code = ||= &&= ??=}, which give a function its name. */
    static final byte ASSIGN = 37;

    static final byte FIELD_ASSIGN = 38;
    static final byte COMPOUND_ASSIGN = 39;
    static final byte ARROW = 40;
    static final byte DOT = 41;
    static final byte OPTIONAL_DOT = 42;
    static final byte SPREAD = 43;
    static final byte STAR = 44;
    static final byte POSTFIX = 45;

    /** An operator between two operands, except those with a type of their own. */
    static final byte OPERATOR = 46;

    static final byte LOGICAL = 47;

    /**
     * The first logical operator of an expression that turned out to be the test of a conditional.
     */
    static final byte TESTED_LOGICAL = 48;

    static final byte AT = 49;

    /** The angle bracket of an arrow's type parameters, or of a type assertion. */
    static final byte GENERIC = 50;

    static final byte FUNCTION = 51;
    static final byte CLASS = 52;
    static final byte EXTENDS = 53;

    /** {@code if while for with switch}. */
    static final byte CONTROL_WORD = 54;

    static final byte CATCH = 55;

    /** {@code else do try finally}. */
    static final byte BLOCK_WORD = 56;

    /** {@code typeof void delete new await}, and operators before their operand. */
    static final byte UNARY = 57;

    /** {@code return throw yield}. */
    static final byte RETURN = 58;

    static final byte CASE = 59;
    static final byte DEFAULT = 60;
    static final byte EXPORT = 61;
    static final byte IMPORT = 62;

    /** {@code var let const}. */
    static final byte DECLARATION_WORD = 63;

    /** {@code in instanceof of}. */
    static final byte INFIX_WORD = 64;

    /** {@code break continue debugger}. */
    static final byte JUMP = 65;

    private static final boolean[] ENDS_OPERAND =
        table(
            NAME,
            PRIVATE_NAME,
            VALUE_WORD,
            NUMBER,
            STRING,
            TEMPLATE,
            TEMPLATE_TAIL,
            REGEX,
            JSX_END,
            VALUE_CLOSE,
            GROUP_CLOSE,
            PARAMETERS_CLOSE,
            BRACKET_CLOSE,
            POSTFIX);

    private static final boolean[] BEFORE_STATEMENT =
        table(SEMICOLON, STATEMENT_COLON, BLOCK_OPEN, BLOCK_CLOSE, CONTROL_CLOSE, BLOCK_WORD);

    private static final boolean[] CONTINUES_OPERAND =
        table(
            CALL_OPEN,
            MEMBER_OPEN,
            DOT,
            OPTIONAL_DOT,
            TEMPLATE,
            TEMPLATE_HEAD,
            OPERATOR,
            STAR,
            LOGICAL,
            TESTED_LOGICAL,
            QUESTION,
            ASSIGN,
            COMPOUND_ASSIGN,
            INFIX_WORD,
            POSTFIX);

    private static final boolean[] BEGINS_STATEMENT =
        table(
            NAME,
            VALUE_WORD,
            NUMBER,
            STRING,
            JSX_START,
            FUNCTION,
            CLASS,
            CONTROL_WORD,
            BLOCK_WORD,
            UNARY,
            RETURN,
            CASE,
            DEFAULT,
            EXPORT,
            IMPORT,
            DECLARATION_WORD,
            JUMP);

    private Token() {}

    private static boolean[] table(byte... types) {
      boolean[] table = new boolean[128];
      for (byte type : types) {
        table[type] = true;
      }
      return table;
    }

    /** Then a {@code /} after it divides, and a parenthesis calls. */
    static boolean endsOperand(byte type) {
      return ENDS_OPERAND[type];
    }

    static boolean isBeforeStatement(byte type) {
      return BEFORE_STATEMENT[type];
    }

    static boolean continuesOperand(byte type) {
      return CONTINUES_OPERAND[type];
    }

    /** Then a line break before it ends the statement before, if that may end there. */
    static boolean beginsStatement(byte type) {
      return BEGINS_STATEMENT[type];
    }
  }
}

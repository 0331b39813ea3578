package dev.symbolicator.javascript;

import dev.symbolicator.memory.Allowance;

/**
 * The tokens of a text in flat arrays, 9 bytes each. Token 0 is a semicolon before the text, so
 * every other token has one before it. {@link #type} returns a semicolon for the token after the
 * last one.
 *
 * <p>Each token may refer to another one, its {@link #match}:
 *
 * <ul>
 *   <li>brackets: each other;
 *   <li>{@code class}: its opening brace; the {@code =} of a field: the word {@code class};
 *   <li>the colon of a property and the comma of a group: the opening bracket around them;
 *   <li>{@code ?} and {@code :} of a conditional, and the first logical operator of an expression:
 *       the token before the whole expression; further logical operators: the first one.
 * </ul>
 */
final class Tokens {
  private static final byte TYPE = 0x7f;
  private static final byte NEWLINE = (byte) 0x80;

  /**
   * The first capacity is one token for this many characters. Later ones follow from the text read.
   */
  private static final int FIRST_SHARE = 16;

  private static final int MOST_GROWTH = 8;

  private final String text;
  private final Allowance allowance;
  private byte[] types;
  private int[] starts;
  private int[] matches;
  private int size;

  /** Creates a store for the tokens of a text, with token 0. */
  Tokens(String text, Allowance allowance) {
    this.text = text;
    this.allowance = allowance;
    int capacity = text.length() / FIRST_SHARE + 64;
    types = allowance.bytes(capacity);
    starts = allowance.ints(capacity);
    matches = allowance.ints(capacity);
    add(Token.SEMICOLON, 0, false);
  }

  /**
   * Appends a token and returns its index.
   *
   * @param newline whether a line ends before the token
   */
  int add(byte type, int start, boolean newline) {
    if (size == types.length) {
      grow(start);
    }
    types[size] = newline ? (byte) (type | NEWLINE) : type;
    starts[size] = start;
    matches[size] = -1;
    return size++;
  }

  /** Makes room for as many tokens as the text has if it goes on as it began. */
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

  /** Tells whether a line ends between the previous token and this one. */
  boolean newlineBefore(int token) {
    return types[token] < 0;
  }

  /** Returns the offset of a token's first character. */
  int start(int token) {
    return starts[token];
  }

  /** Returns the token that a token refers to, or -1 if there is none. */
  int match(int token) {
    return matches[token];
  }

  void match(int token, int other) {
    matches[token] = other;
  }

  /** Makes two brackets refer to each other. */
  void pair(int opener, int closer) {
    matches[opener] = closer;
    matches[closer] = opener;
  }

  /** Tells whether a token is a word, written without escapes. */
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

  /** Tells whether a token comes after a dot, as the name of a property does. */
  boolean isProperty(int token) {
    byte before = type(token - 1);
    return before == Token.DOT || before == Token.OPTIONAL_DOT;
  }

  /**
   * Returns the first token of a key, given its last one. The last token of a computed key is its
   * closing bracket.
   */
  int firstOfKey(int key) {
    return type(key) == Token.BRACKET_CLOSE && matches[key] >= 0 ? matches[key] : key;
  }

  /** Gives unused memory back once the text has been read. */
  void trim() {
    if (types.length - size > size / FIRST_SHARE) {
      resize(size);
    }
  }
}

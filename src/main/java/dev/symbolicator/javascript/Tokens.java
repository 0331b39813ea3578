package dev.symbolicator.javascript;

import java.util.Arrays;

/**
 * The tokens of a text in flat arrays, 9 bytes each. Token 0 stands before the text and is a
 * semicolon, so every token has one before it; behind the last one, {@link #type} says semicolon.
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

  private final char[] text;
  private byte[] types;
  private int[] starts;
  private int[] matches;
  private int size;

  /** An empty store for a text, which is followed by a character that is no part of a name. */
  Tokens(char[] text, int length) {
    this.text = text;
    int capacity = length / 4 + 64;
    types = new byte[capacity];
    starts = new int[capacity];
    matches = new int[capacity];
    add(Token.SEMICOLON, 0, false);
  }

  /** Appends a token; says whether a line ends before it. */
  int add(byte type, int start, boolean newline) {
    if (size == types.length) {
      grow();
    }
    types[size] = newline ? (byte) (type | NEWLINE) : type;
    starts[size] = start;
    matches[size] = -1;
    return size++;
  }

  private void grow() {
    int capacity = size + (size >> 1);
    types = Arrays.copyOf(types, capacity);
    starts = Arrays.copyOf(starts, capacity);
    matches = Arrays.copyOf(matches, capacity);
  }

  int size() {
    return size;
  }

  /** The characters of the text, and some NUL behind them. */
  char[] characters() {
    return text;
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

  /** Whether a line ends between the token before and this one. */
  boolean newlineBefore(int token) {
    return types[token] < 0;
  }

  /** The offset of its first character. */
  int start(int token) {
    return starts[token];
  }

  /** The token that it refers to, -1 for none. */
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

  /** Whether it is this word, written without escapes. */
  boolean is(int token, String word) {
    if (type(token) != Token.NAME) {
      return false;
    }
    int start = starts[token];
    for (int i = 0; i < word.length(); i++) {
      if (text[start + i] != word.charAt(i)) {
        return false;
      }
    }
    char next = text[start + word.length()];
    return !Characters.isNamePart(next) && next != '\\';
  }

  /** Whether it is a name behind a dot. */
  boolean isProperty(int token) {
    byte before = type(token - 1);
    return before == Token.DOT || before == Token.OPTIONAL_DOT;
  }

  /** The first token of a key, given its last one, which is the bracket of a computed key. */
  int firstOfKey(int key) {
    return type(key) == Token.BRACKET_CLOSE && matches[key] >= 0 ? matches[key] : key;
  }

  /** Gives back what is not needed any more once the text was read. */
  void trim() {
    types = Arrays.copyOf(types, size);
    starts = Arrays.copyOf(starts, size);
    matches = Arrays.copyOf(matches, size);
  }
}

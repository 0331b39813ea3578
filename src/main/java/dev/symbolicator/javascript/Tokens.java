package dev.symbolicator.javascript;

import dev.symbolicator.memory.Allowance;

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

  /** Room for one token for so many characters to begin with; then it is known how many come. */
  private static final int FIRST_SHARE = 16;

  private static final int MOST_GROWTH = 8;

  private final String text;
  private final Allowance allowance;
  private byte[] types;
  private int[] starts;
  private int[] matches;
  private int size;

  /** An empty store for a text. */
  Tokens(String text, Allowance allowance) {
    this.text = text;
    this.allowance = allowance;
    int capacity = text.length() / FIRST_SHARE + 64;
    types = allowance.bytes(capacity);
    starts = allowance.ints(capacity);
    matches = allowance.ints(capacity);
    add(Token.SEMICOLON, 0, false);
  }

  /** Appends a token; says whether a line ends before it. */
  int add(byte type, int start, boolean newline) {
    if (size == types.length) {
      grow(start);
    }
    types[size] = newline ? (byte) (type | NEWLINE) : type;
    starts[size] = start;
    matches[size] = -1;
    return size++;
  }

  /** Makes room for as many as there will be if the text goes on as it began. */
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
    if (types.length - size > size / FIRST_SHARE) {
      resize(size);
    }
  }
}

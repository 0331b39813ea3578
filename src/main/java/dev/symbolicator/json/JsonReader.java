package dev.symbolicator.json;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Moves through the tokens of a JSON text in UTF-8 (RFC 8259), and knows their byte offsets. Checks
 * each byte that it passes, eight at a time where it can, and keeps nothing of a value that is
 * skipped:
 *
 * <pre>{@code
 * json.next();
 * while (json.next() != JsonReader.Token.END_OBJECT) {
 *   String member = json.name();
 *   json.next();
 *   if (member.equals("line") && json.isAt(JsonReader.Token.VALUE_NUMBER)) {
 *     line = json.number();
 *   }
 *   json.skip();
 * }
 * }</pre>
 *
 * <p>The text is read in a window of bytes. An array is a window that holds all of it; a {@link
 * Source} fills a window of 64 KiB again and again, so its text may be larger than the memory. All
 * methods that read throw a {@link JsonException} for a text that is not JSON.
 */
public final class JsonReader extends JsonNumbers {
  /** The result of {@link #integer} for a value that is no integer, or too long for one. */
  public static final long NO_INTEGER = Long.MIN_VALUE;

  private static final int ARRAY = -1;

  /** The most bytes of a member's name that is returned, in a text larger than the memory. */
  private static final int MAX_NAME = 1 << 10;

  /** The most digits of an integer that surely fits into 32 bits. */
  private static final int SHORT_INTEGER = 9;

  /** A token of a text. */
  public enum Token {
    START_OBJECT("an object"),
    END_OBJECT("an object"),
    START_ARRAY("an array"),
    END_ARRAY("an array"),
    /** The name of a member, with the colon behind. */
    FIELD_NAME("a name"),
    VALUE_STRING("a string"),
    VALUE_NUMBER("a number"),
    VALUE_TRUE("a boolean"),
    VALUE_FALSE("a boolean"),
    VALUE_NULL("null");

    private final String kind;

    Token(String kind) {
      this.kind = kind;
    }
  }

  /** What is checked of the strings that are passed. */
  public enum Check {
    /** Escapes and UTF-8 (RFC 3629). */
    UTF_8,
    /** Escapes. Any byte beyond ASCII may stand in a string; {@link JsonString} decodes it. */
    ESCAPES,
    /** Nothing: only the closing quote is searched for, in an array. */
    NOTHING
  }

  /** The bytes of a text that may be larger than the memory. */
  public interface Source {
    /** Returns the number of bytes. */
    long size();

    /**
     * Reads bytes.
     *
     * @param position the 0-based offset of the first byte
     * @param into receives exactly {@code length} bytes, from {@code offset} on
     * @throws java.io.EOFException if fewer bytes follow
     * @throws IOException if they cannot be read now
     */
    void read(long position, byte[] into, int offset, int length) throws IOException;
  }

  private final int maxNesting;
  private final int maxText;

  /** Null until a text is wanted that recurs: a reader may be made for each small value. */
  private JsonString.@Nullable Names names;

  /** Only for a text in an array, whose bytes stay where they are. */
  private KnownBytes.@Nullable Gaps gaps;

  private @Nullable Token token;
  private long tokenStart;

  /**
   * For each level the place of the current member's name, from behind its opening quote to its
   * closing quote; for an array {@link #ARRAY} and the index of the current entry.
   */
  private long[] places = new long[32];

  private int depth;

  /** Whether no member or entry came before in the innermost object or array. */
  private boolean isFresh;

  /** Whether the container at each depth is an object, while a value is skipped. */
  private boolean[] isObject = {};

  /**
   * Makes a reader before the first token of a text that has no byte order mark.
   *
   * @param maxNesting levels of arrays and objects inside each other; the outermost is level 1
   * @param maxText UTF-16 units of a string that is returned, and characters of a number
   */
  public JsonReader(JsonText text, int maxNesting, int maxText) {
    super(text);
    this.maxNesting = maxNesting;
    this.maxText = maxText;
  }

  /** Like {@link #JsonReader(JsonText, int, int)}, but passes a byte order mark. */
  public JsonReader(Source source, int maxNesting, int maxText) throws IOException {
    this(source, SIZE, maxNesting, maxText);
  }

  /** Makes a reader with a window of another size, for tests. */
  JsonReader(Source source, int window, int maxNesting, int maxText) throws IOException {
    super(source, window);
    this.maxNesting = maxNesting;
    this.maxText = maxText;
  }

  /** Says what is checked of the strings that follow; {@link Check#UTF_8} at first. */
  public JsonReader check(Check newCheck) {
    check = newCheck;
    return this;
  }

  /** Moves before a value of a text in an array that was passed before, as before the first. */
  public JsonReader seek(int offset) {
    at = offset;
    depth = 0;
    token = null;
    return this;
  }

  /** Moves to the outermost value, which must be there. */
  public Token first() throws IOException {
    Token first = next();
    if (first == null) {
      throw malformed();
    }
    return first;
  }

  /** Moves to the next token; returns null behind the last one. */
  public @Nullable Token next() throws IOException {
    int first = space();
    if (depth == 0) {
      return first == END ? null : value(first);
    }
    if (token == Token.FIELD_NAME) {
      return value(first);
    }
    boolean inObject = places[2 * depth - 2] != ARRAY;
    if (first == (inObject ? '}' : ']')) {
      at++;
      return leave(inObject);
    }
    if (!isFresh) {
      if (first != ',') {
        throw malformed();
      }
      at++;
      first = space();
    }
    isFresh = false;
    if (inObject) {
      return member(first);
    }
    places[2 * depth - 1]++;
    return value(first);
  }

  private Token leave(boolean fromObject) {
    depth--;
    isFresh = false;
    tokenStart = position() - 1;
    return to(fromObject ? Token.END_OBJECT : Token.END_ARRAY);
  }

  private Token to(Token newToken) {
    token = newToken;
    return newToken;
  }

  private Token member(int first) throws IOException {
    tokenStart = position();
    name(first);
    return to(Token.FIELD_NAME);
  }

  /** Passes a name and its colon. */
  private void name(int first) throws IOException {
    if (first != '"') {
      throw malformed();
    }
    long start = position() + 1;
    string();
    places[2 * depth - 2] = start;
    places[2 * depth - 1] = position() - 1;
    if (space() != ':') {
      throw malformed();
    }
    at++;
  }

  private Token value(int first) throws IOException {
    tokenStart = position();
    switch (first) {
      case '{' -> {
        return enter(Token.START_OBJECT, 0);
      }
      case '[' -> {
        return enter(Token.START_ARRAY, ARRAY);
      }
      default -> {
        return to(scalar(first));
      }
    }
  }

  private Token enter(Token start, long place) throws JsonException {
    if (depth == maxNesting) {
      throw tooDeep();
    }
    at++;
    if (2 * depth == places.length) {
      places = Arrays.copyOf(places, 2 * places.length);
    }
    places[2 * depth] = place;
    places[2 * depth + 1] = place;
    depth++;
    isFresh = true;
    return to(start);
  }

  private JsonException tooDeep() {
    return new JsonException(
        JsonException.Fault.TOO_DEEP,
        position(),
        "JSON is nested more than " + maxNesting + " levels deep.");
  }

  private Token scalar(int first) throws IOException {
    switch (first) {
      case '"' -> {
        string();
        return Token.VALUE_STRING;
      }
      case 't' -> {
        word("true");
        return Token.VALUE_TRUE;
      }
      case 'f' -> {
        word("false");
        return Token.VALUE_FALSE;
      }
      case 'n' -> {
        word("null");
        return Token.VALUE_NULL;
      }
      default -> {
        passNumber(first);
        return Token.VALUE_NUMBER;
      }
    }
  }

  /** Moves to the end of the current value. Does not move if the value is a scalar. */
  public void skip() throws IOException {
    if (token != Token.START_OBJECT && token != Token.START_ARRAY) {
      return;
    }
    if (isObject.length == 0) {
      isObject = new boolean[32];
      gaps = source == null ? new KnownBytes.Gaps(bytes) : null;
    }
    boolean fromObject = token == Token.START_OBJECT;
    int outside = depth - 1;
    int level = depth;
    setObject(level, fromObject);
    KnownBytes.Gaps known = gaps;
    if (known != null) {
      known.begin();
    }
    boolean isFirst = true;
    while (level > outside) {
      boolean inObject = isObject[level];
      int here = space();
      if (here == (inObject ? '}' : ']')) {
        at++;
        level--;
        isFirst = false;
        if (known != null) {
          known.leave(level);
        }
        continue;
      }
      if (!isFirst) {
        if (here != ',') {
          throw malformed();
        }
        at++;
        here = space();
      }
      if (inObject) {
        here = passName(here);
      }
      isFirst = here == '{' || here == '[';
      if (isFirst) {
        if (level == maxNesting) {
          throw tooDeep();
        }
        at++;
        setObject(++level, here == '{');
      } else if (inObject && known != null && isNumber(here)) {
        skipNumbers(known, level, here);
      } else if (scalar(here) == Token.VALUE_NUMBER && !inObject) {
        skipFollowers();
      }
    }
    leave(fromObject);
  }

  private void setObject(int level, boolean is) {
    if (level >= isObject.length) {
      isObject = Arrays.copyOf(isObject, 2 * level);
    }
    isObject[level] = is;
  }

  /** Passes the number of a member, and those behind it as long as the gaps between are known. */
  private void skipNumbers(KnownBytes.Gaps known, int level, int first) throws IOException {
    known.number(at, level);
    passNumber(first);
    int behind = known.pass(at, end);
    while (behind > at && isNumber(bytes[behind])) {
      at = behind;
      passNumber(bytes[at]);
      behind = known.pass(at, end);
    }
  }

  /** Passes a name, its colon and white space; returns the byte behind. */
  private int passName(int first) throws IOException {
    if (first != '"') {
      throw malformed();
    }
    string();
    if (space() != ':') {
      throw malformed();
    }
    at++;
    return space();
  }

  /**
   * Returns the index in the array where the next entry of the innermost array begins, without
   * moving; the text's end if there is no next entry, or no comma before.
   */
  public int peekEntry() throws IOException {
    int here = at;
    int first = space();
    if (!isFresh && first == ',') {
      at++;
      first = space();
    } else if (!isFresh) {
      first = END;
    }
    int entry = first == END ? end : at;
    at = here;
    return entry;
  }

  /** Moves to the closing brace of the next entry of an array, an object that was checked. */
  public void passEntry(int behind) {
    places[2 * depth - 1]++;
    isFresh = false;
    at = behind;
    tokenStart = position() - 1;
    token = Token.END_OBJECT;
  }

  /**
   * Moves to the next entry of an array whose last entry may be followed by a comma, and which may
   * end with the text instead of a bracket.
   */
  public @Nullable Token nextOfOpenArray() throws IOException {
    int here = space();
    if (here == END) {
      return leave(false);
    }
    if (here == ',' && !isFresh) {
      at++;
      isFresh = true; // The comma before the next entry was read, if there is one.
      return nextOfOpenArray();
    }
    return next();
  }

  /**
   * Reads integers of the array whose bracket or entry was read last. Leaves the array at its end.
   *
   * @return how many were read: fewer than {@code max} only at the end of the array, and before an
   *     entry that is no integer, at which the reader stands then
   */
  public int integers(long[] into, int max) throws IOException {
    int count = 0;
    while (count < max) {
      Token entry = next();
      long value = integer();
      if (entry == Token.END_ARRAY || value == NO_INTEGER) {
        return count;
      }
      into[count++] = value;
      count = followers(into, count, max);
    }
    return max;
  }

  /**
   * Moves to a place in an outermost array whose entries were read before, wherever that array is.
   *
   * @param position as {@link #end} was there
   * @param isFirst whether no entry comes before
   */
  public void seekEntry(long position, boolean isFirst) {
    if (position >= base && position <= base + end) {
      at = (int) (position - base);
    } else {
      base = position;
      at = 0;
      end = 0;
    }
    depth = 1;
    places[0] = ARRAY;
    isFresh = isFirst;
    token = Token.START_ARRAY;
  }

  /** Reads the next entry of an array that was found to have integers only. */
  public long nextInteger() throws IOException {
    Token unused = next();
    return integer();
  }

  /** Passes entries of an array of numbers that was read before, by counting commas. */
  public void passNumbers(long count) throws IOException {
    if (count == 0) {
      return;
    }
    passCommas(isFresh ? count : count + 1);
    isFresh = true; // The comma before the next entry was passed.
  }

  /** Tells whether the current token is of a kind. */
  public boolean isAt(Token kind) {
    return token == kind;
  }

  /**
   * Returns the offset of the current scalar or bracket, or of the opening quote of a name, in a
   * text in an array; of others {@link #position} is the offset.
   */
  public int start() {
    return (int) tokenStart;
  }

  /** Returns the offset of the current scalar or bracket, in any text. */
  public long valueStart() {
    return tokenStart;
  }

  /** Returns the offset behind the current token, for which {@link #start} is the first one. */
  public int end() {
    return (int) position();
  }

  /** Returns the place of the current scalar or bracket in an array. */
  public JsonText.Span span() {
    return new JsonText.Span((int) tokenStart, (int) position());
  }

  /** Moves to the value of the next member of an object; returns whether there is one. */
  public boolean nextMember() throws IOException {
    if (next() == Token.END_OBJECT) {
      return false;
    }
    Token unused = next();
    return true;
  }

  /** Moves to the next entry of an array; returns whether there is one. */
  public boolean nextEntry() throws IOException {
    return next() != Token.END_ARRAY;
  }

  /** Checks that nothing but white space follows. */
  public void requireEnd() throws IOException {
    if (space() != END) {
      throw malformed();
    }
  }

  /**
   * Returns the name of the current member, at its name or at the beginning of its value; empty for
   * a name that is too long to be a known one.
   */
  public String name() throws IOException {
    int level = isEntered() ? depth - 1 : depth;
    long from = places[2 * level - 2];
    long to = places[2 * level - 1];
    return to - from > (source == null ? maxText : MAX_NAME) ? "" : text(from, to);
  }

  private boolean isEntered() {
    return token == Token.START_OBJECT || token == Token.START_ARRAY;
  }

  /** Returns the offset of the opening quote of the current member's name. */
  public long nameStart() {
    return places[2 * (isEntered() ? depth - 1 : depth) - 2] - 1;
  }

  /** Returns the current string. A lone surrogate that was written as an escape is kept. */
  public String text() throws IOException {
    long from = tokenStart + 1;
    long to = position() - 1;
    if (to - from > maxText && (source != null || units(from, to) > maxText)) {
      throw tooLong();
    }
    return decode(from, to);
  }

  private int units(long from, long to) {
    return JsonString.units(bytes, (int) (from - base), (int) (to - base));
  }

  private JsonException tooLong() {
    long limited = source == null ? base + end : position();
    return new JsonException(JsonException.Fault.TOO_LONG, limited, "A value is too long.");
  }

  /** Returns the current string; null if its content has more bytes. */
  public @Nullable String text(int maxBytes) throws IOException {
    long from = tokenStart + 1;
    long to = position() - 1;
    return to - from > maxBytes ? null : decode(from, to);
  }

  /**
   * Returns a part of the text that was passed with its escapes undone. Short ones are remembered,
   * so this is for those that recur.
   */
  public String text(long from, long to) throws IOException {
    if (from < base) {
      return decode(from, to);
    }
    JsonString.Names remembered = names;
    if (remembered == null) {
      remembered = new JsonString.Names();
      names = remembered;
    }
    String known = remembered.of(bytes, (int) (from - base), (int) (to - base));
    return known == null ? decode(from, to) : known;
  }

  private String decode(long from, long to) throws IOException {
    if (from >= base) {
      return JsonString.decode(bytes, (int) (from - base), (int) (to - base));
    }
    byte[] copy = copy(from, to);
    return JsonString.decode(copy, 0, copy.length);
  }

  /** Returns bytes of which some have left the window. */
  private byte[] copy(long from, long to) throws IOException {
    byte[] copy = new byte[Math.toIntExact(to - from)];
    if (source != null) {
      source.read(from, copy, 0, copy.length);
    }
    return copy;
  }

  /**
   * Returns the current number as JavaScript reads it: {@code 12}, {@code 12.0} and {@code 1.2e1}
   * are one value. Returns NaN if the current value is not a number.
   */
  public double number() throws IOException {
    if (token != Token.VALUE_NUMBER) {
      return Double.NaN;
    }
    if (position() - tokenStart <= SHORT_INTEGER) {
      long integer = integer();
      if (integer > 0) {
        return integer;
      }
    }
    if (position() - tokenStart > maxText) {
      throw tooLong();
    }
    byte[] digits =
        tokenStart < base
            ? copy(tokenStart, position())
            : Arrays.copyOfRange(bytes, (int) (tokenStart - base), at);
    return Double.parseDouble(new String(digits, StandardCharsets.US_ASCII));
  }

  /** Returns the current integer of at most 18 characters; else {@link #NO_INTEGER}. */
  public long integer() throws IOException {
    long length = position() - tokenStart;
    if (token != Token.VALUE_NUMBER || length > MAX_INTEGER) {
      return NO_INTEGER;
    }
    byte[] digits = bytes;
    int here = (int) (tokenStart - base);
    if (here < 0) {
      digits = copy(tokenStart, position());
      here = 0;
    }
    int behind = here + (int) length;
    boolean isNegative = digits[here] == '-';
    if (isNegative) {
      here++;
    }
    long value = 0;
    for (; here < behind; here++) {
      if (!isDigit(digits[here])) {
        return NO_INTEGER;
      }
      value = 10 * value + (digits[here] - '0');
    }
    return isNegative ? -value : value;
  }

  /** Returns the JSON pointer of the current value (RFC 6901). */
  public String pointer() throws IOException {
    int levels = isEntered() ? depth - 1 : depth;
    StringBuilder pointer = new StringBuilder();
    for (int level = 0; level < levels; level++) {
      long from = places[2 * level];
      long to = places[2 * level + 1];
      pointer
          .append('/')
          .append(
              from == ARRAY
                  ? Long.toString(to)
                  : decode(from, to).replace("~", "~0").replace("/", "~1"));
    }
    return pointer.toString();
  }

  /** Returns the kind of the current value with its article, for a sentence about the value. */
  public String kind() {
    if (token == null) {
      return "nothing";
    }
    return token == Token.VALUE_NUMBER && !isInteger() ? "a number with a fraction" : token.kind;
  }

  /** Tells whether the current value, of an array, is a number without fraction and exponent. */
  public boolean isInteger() {
    for (int here = (int) (tokenStart - base); here < at; here++) {
      if (".eE".indexOf(bytes[here]) >= 0) {
        return false;
      }
    }
    return token == Token.VALUE_NUMBER;
  }
}

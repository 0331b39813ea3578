package dev.symbolicator.profile.scan;

import dev.symbolicator.profile.BodyBytes;
import dev.symbolicator.profile.ProfileLimits;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a JSON text in UTF-8 (RFC 8259) value by value. Checks each byte, also of values that are
 * skipped. The caller enters objects and arrays, and takes their members and entries in turn:
 *
 * <pre>{@code
 * json.enterObject();
 * while (json.nextMember()) {
 *   if ("nodes".equals(json.name()) && json.kind() == Kind.ARRAY) {
 *     json.enterArray();
 *     while (json.nextEntry()) {
 *       sum += json.integer("/nodes");
 *     }
 *   } else {
 *     json.skip();
 *   }
 * }
 * }</pre>
 *
 * All methods that read throw {@link UnreadableException} for a text that is not JSON.
 */
public final class BodyScanner {
  /** The most bytes of a member's name. Longer names are no member's. */
  private static final int MAX_NAME_BYTES = 1 << 10;

  /** The kind of a value. */
  public enum Kind {
    OBJECT,
    ARRAY,
    STRING,
    NUMBER,
    TRUE,
    FALSE,
    NULL
  }

  private final Window window;
  private final BodyStrings strings;
  private final BodyNumbers numbers;
  private final int maxNesting;

  /** Whether the object or array at each depth is an object; the outermost has the depth 1. */
  private final boolean[] isObject;

  private int depth;

  /** Whether the innermost object or array was just entered. */
  private boolean isFresh;

  private long nameStart;
  private long nameEnd;

  /** Makes a scanner that stands at the first value of a body, behind a byte order mark. */
  public BodyScanner(BodyBytes body, ProfileLimits limits) throws IOException {
    this(new Window(body, Window.USUAL_SIZE), limits);
  }

  /** Makes a scanner of a window, for tests. */
  BodyScanner(Window window, ProfileLimits limits) throws IOException {
    this.window = window;
    strings = new BodyStrings(window);
    numbers = new BodyNumbers(window);
    maxNesting = limits.maxNesting();
    isObject = new boolean[maxNesting + 1];
    if (window.fill(3)
        && window.bytes[0] == (byte) 0xEF
        && window.bytes[1] == (byte) 0xBB
        && window.bytes[2] == (byte) 0xBF) {
      window.at = 3;
    }
  }

  /** Returns the offset of the next byte. Behind a value, this is the value's end. */
  public long position() {
    return window.position();
  }

  /**
   * Moves to a place in an array whose entries were read before.
   *
   * @param position as {@link #position} was there
   * @param isFirst whether no entry comes before
   */
  public void seekEntry(long position, boolean isFirst) {
    window.seek(position);
    depth = 1;
    isObject[1] = false;
    isFresh = isFirst;
  }

  /** Returns the kind of the next value, and moves to its first byte. */
  public Kind kind() throws IOException, UnreadableException {
    byte first = window.skipSpace();
    return switch (first) {
      case '{' -> Kind.OBJECT;
      case '[' -> Kind.ARRAY;
      case '"' -> Kind.STRING;
      case 't' -> Kind.TRUE;
      case 'f' -> Kind.FALSE;
      case 'n' -> Kind.NULL;
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> Kind.NUMBER;
      default -> throw Malformed.at(window);
    };
  }

  /** Enters the object that is the next value. */
  public void enterObject() throws IOException, UnreadableException {
    enter('{', true);
  }

  /** Enters the array that is the next value. */
  public void enterArray() throws IOException, UnreadableException {
    enter('[', false);
  }

  private void enter(char bracket, boolean object) throws IOException, UnreadableException {
    if (window.skipSpace() != bracket) {
      throw Malformed.at(window);
    }
    if (depth == maxNesting) {
      throw UnreadableException.exceeded(ProfileLimits.MAX_NESTING, maxNesting, window.position());
    }
    window.at++;
    isObject[++depth] = object;
    isFresh = true;
  }

  /**
   * Moves to the value of the next member of the object that was entered last. Leaves the object if
   * there is none.
   *
   * @return whether there is a member
   */
  public boolean nextMember() throws IOException, UnreadableException {
    if (!next('}')) {
      return false;
    }
    if (window.skipSpace() != '"') {
      throw Malformed.at(window);
    }
    nameStart = window.position() + 1;
    strings.skip();
    nameEnd = window.position() - 1;
    if (window.skipSpace() != ':') {
      throw Malformed.at(window);
    }
    window.at++;
    return true;
  }

  /**
   * Moves to the next entry of the array that was entered last. Leaves the array if there is none.
   *
   * @return whether there is an entry
   */
  public boolean nextEntry() throws IOException, UnreadableException {
    return next(']');
  }

  private boolean next(char end) throws IOException, UnreadableException {
    byte here = window.skipSpace();
    if (here == end) {
      window.at++;
      depth--;
      isFresh = false;
      return false;
    }
    if (isFresh) {
      isFresh = false;
      return true;
    }
    if (here != ',') {
      throw Malformed.at(window);
    }
    window.at++;
    if (window.skipSpace() == end) {
      throw Malformed.at(window);
    }
    return true;
  }

  /**
   * Like {@link #nextEntry}, but for an array whose last entry may be followed by a comma, and
   * which may end with the body instead of a bracket.
   */
  public boolean nextEntryOfOpenArray() throws IOException, UnreadableException {
    if (window.isAtEnd()) {
      depth--;
      return false;
    }
    if (!isFresh && window.skipSpace() == ',') {
      window.at++;
      isFresh = true; // The comma before the next entry was read, if there is one.
      return nextEntryOfOpenArray();
    }
    return nextEntry();
  }

  /**
   * Says whether the texts that follow must be UTF-8. Otherwise any byte beyond ASCII may stand in
   * a text, and is decoded as U+FFFD if it is not UTF-8.
   */
  public void requireUtf8(boolean isRequired) {
    strings.requireUtf8(isRequired);
  }

  /** Returns the name of the current member; null if it is too long to be a known one. */
  public @Nullable String name() throws IOException {
    return nameEnd - nameStart > MAX_NAME_BYTES ? null : strings.name(nameStart, nameEnd);
  }

  /** Returns the offset of the opening quote of the current member's name. */
  public long nameStart() {
    return nameStart - 1;
  }

  /** Reads the next value without keeping it. */
  public void skip() throws IOException, UnreadableException {
    int outside = depth;
    skipOrEnter();
    while (depth > outside) {
      int here = depth;
      if (isObject[here] ? nextMember() : nextEntry()) {
        skipOrEnter();
        if (depth == here && !isObject[here]) {
          numbers.skipFollowers();
        }
      }
    }
  }

  private void skipOrEnter() throws IOException, UnreadableException {
    switch (kind()) {
      case OBJECT -> enterObject();
      case ARRAY -> enterArray();
      case STRING -> strings.skip();
      case NUMBER -> numbers.skip();
      case TRUE -> window.literal("true");
      case FALSE -> window.literal("false");
      case NULL -> window.literal("null");
    }
  }

  /**
   * Reads the string that is the next value, once {@link #kind} has shown it.
   *
   * @param maxBytes the most bytes between its quotes
   * @return null if the string is longer
   */
  public @Nullable String string(int maxBytes) throws IOException, UnreadableException {
    long start = window.position() + 1;
    long length = skipString();
    return length > maxBytes ? null : strings.text(start, start + length);
  }

  /**
   * Reads the string that is the next value without keeping it, once {@link #kind} has shown it.
   *
   * @return the number of bytes between its quotes
   */
  public long skipString() throws IOException, UnreadableException {
    long start = window.position() + 1;
    strings.skip();
    return window.position() - 1 - start;
  }

  /**
   * Returns the text of a string that was read.
   *
   * @param from the offset behind its opening quote
   * @param to the offset of its closing quote
   */
  public String text(long from, long to) throws IOException {
    return strings.name(from, to);
  }

  /**
   * Reads the integer that is the next value.
   *
   * @param pointer the place of the value (RFC 6901), for the problem of a value of another kind
   */
  public long integer(String pointer) throws IOException, UnreadableException {
    window.skipSpace();
    return numbers.integer(pointer);
  }

  /** Reads the number that is the next value, once {@link #kind} has shown it. */
  public double number() throws IOException, UnreadableException {
    return numbers.number();
  }

  /**
   * Reads integers of the array that was entered last. Leaves the array at its end.
   *
   * @param pointer the array's place (RFC 6901)
   * @return how many were read: fewer than {@code max} only at the end of the array
   */
  public int integers(long[] into, int max, String pointer)
      throws IOException, UnreadableException {
    int count = 0;
    while (count < max) {
      if (!next(']')) {
        return count;
      }
      into[count++] = integer(pointer);
      count = numbers.followers(into, count, max);
    }
    return max;
  }

  /** Checks that nothing but white space follows. */
  public void end() throws IOException, UnreadableException {
    window.requireEnd();
  }
}

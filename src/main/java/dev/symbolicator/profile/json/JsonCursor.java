package dev.symbolicator.profile.json;

import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.ProfileReading.NotJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Moves through the tokens of a body (RFC 8259), and knows the byte offsets that splicing needs.
 * Checks each byte that it passes.
 */
public final class JsonCursor {
  /** The most digits of an integer that surely fits into 32 bits. */
  private static final int MAX_DIGITS = 9;

  private final byte[] bytes;
  private final int end;
  private final ProfileLimits limits;
  private final JsonSkipper skipper;
  private final JsonPath path;
  private final JsonNames names = new JsonNames();
  private @Nullable JsonToken token;
  private int tokenStart;

  /** The offset behind the current token, and behind the colon of a name. */
  private int tokenEnd;

  /** Whether no member or entry came before in the innermost object or array. */
  private boolean isFresh;

  /** Makes a cursor before the first token of a text that has no byte order mark. */
  public JsonCursor(JsonText text, ProfileLimits limits) {
    bytes = text.bytes();
    end = text.end();
    tokenEnd = text.start();
    this.limits = limits;
    skipper = new JsonSkipper(bytes, limits.maxNesting());
    path = new JsonPath(bytes);
  }

  /**
   * Moves to the next token; returns null behind the last one.
   *
   * @throws IOException if there is no JSON, or too much of it
   */
  public @Nullable JsonToken next() throws IOException {
    int at = skipper.space(tokenEnd, end);
    if (path.depth() == 0) {
      return at == end ? null : value(at);
    }
    if (token == JsonToken.FIELD_NAME) {
      return value(at);
    }
    boolean isObject = path.isInObject();
    if (at < end && bytes[at] == (isObject ? '}' : ']')) {
      path.leave();
      isFresh = false;
      return to(isObject ? JsonToken.END_OBJECT : JsonToken.END_ARRAY, at, at + 1);
    }
    if (!isFresh) {
      if (at == end || bytes[at] != ',') {
        throw malformed(at);
      }
      at = skipper.space(at + 1, end);
    }
    isFresh = false;
    if (isObject) {
      return name(at);
    }
    path.nextEntry();
    return value(at);
  }

  private JsonToken to(JsonToken newToken, int start, int behind) {
    token = newToken;
    tokenStart = start;
    tokenEnd = behind;
    return newToken;
  }

  private JsonToken name(int at) throws IOException {
    int behind = passed(skipper.quoted(at, end));
    path.setName(at + 1, behind - 1);
    return to(JsonToken.FIELD_NAME, at, passed(skipper.colon(behind, end)));
  }

  /**
   * Moves to the next member's name if the member has an expected name without white space behind.
   * Must be called within an object, at its opening brace or behind a member.
   *
   * @param spelling the name in quotes, and the colon
   * @return false, without moving, for another spelling, at the closing brace and at malformed JSON
   */
  boolean nextName(byte[] spelling) {
    int at = skipper.space(tokenEnd, end);
    if (!isFresh) {
      if (at == end || bytes[at] != ',') {
        return false;
      }
      at = skipper.space(at + 1, end);
    }
    int behind = at + spelling.length;
    if (behind > end || !Arrays.equals(bytes, at, behind, spelling, 0, spelling.length)) {
      return false;
    }
    isFresh = false;
    path.setName(at + 1, behind - 2);
    to(JsonToken.FIELD_NAME, at, behind);
    return true;
  }

  /**
   * Returns where the next entry of the innermost array begins, without moving; the text's end if
   * there is no next entry, or no comma before.
   */
  int nextEntry() {
    int at = skipper.space(tokenEnd, end);
    if (isFresh) {
      return at;
    }
    return at == end || bytes[at] != ',' ? end : skipper.space(at + 1, end);
  }

  /** Moves to the closing brace of the next entry of an array, an object that was checked. */
  void passEntry(int behind) {
    isFresh = false;
    path.nextEntry();
    to(JsonToken.END_OBJECT, behind - 1, behind);
  }

  private JsonToken value(int at) throws IOException {
    if (at == end) {
      throw malformed(end);
    }
    byte first = bytes[at];
    if (first == '{' || first == '[') {
      if (path.depth() == limits.maxNesting()) {
        throw limitExceeded(ProfileLimits.MAX_NESTING, limits.maxNesting(), at);
      }
      isFresh = true;
      if (first == '{') {
        path.enterObject();
        return to(JsonToken.START_OBJECT, at, at + 1);
      }
      path.enterArray();
      return to(JsonToken.START_ARRAY, at, at + 1);
    }
    int behind = passed(skipper.scalar(first, at, end));
    JsonToken scalar =
        switch (first) {
          case '"' -> JsonToken.VALUE_STRING;
          case 't' -> JsonToken.VALUE_TRUE;
          case 'f' -> JsonToken.VALUE_FALSE;
          case 'n' -> JsonToken.VALUE_NULL;
          default -> JsonToken.VALUE_NUMBER;
        };
    return to(scalar, at, behind);
  }

  private int passed(int at) throws IOException {
    if (at != JsonSkipper.FAILED) {
      return at;
    }
    throw skipper.isTooDeep()
        ? limitExceeded(ProfileLimits.MAX_NESTING, limits.maxNesting(), skipper.failedAt())
        : malformed(skipper.failedAt());
  }

  private JsonReadException malformed(int at) {
    return new JsonReadException(
        at == end ? NotJson.cutOff(end) : NotJson.unexpected(at, bytes[at]));
  }

  private static JsonReadException limitExceeded(String name, int limit, int at) {
    return new JsonReadException(new ProfileReading.LimitExceeded(name, limit, at));
  }

  /**
   * Moves from before the text into an object that was read before.
   *
   * @param pointer the object's JSON pointer (RFC 6901): empty, or names of members without special
   *     characters, of which each object has one whose value is an object
   */
  public void enter(String pointer) throws IOException {
    next();
    int at = 0;
    while (at < pointer.length()) {
      int slash = pointer.indexOf('/', at + 1);
      int end = slash < 0 ? pointer.length() : slash;
      String member = pointer.substring(at + 1, end);
      while (next() != JsonToken.END_OBJECT) {
        boolean isNext = name().equals(member);
        next();
        if (isNext && isAt(JsonToken.START_OBJECT)) {
          break;
        }
        skip();
      }
      at = end;
    }
  }

  /** Tells whether the current token is of a kind. */
  public boolean isAt(JsonToken kind) {
    return token == kind;
  }

  /** Returns the name of the current member, at its name or at a scalar that is its value. */
  public String name() {
    String known = names.of(bytes, path.nameStart(), path.nameEnd());
    return known == null ? QuotedText.decode(bytes, path.nameStart(), path.nameEnd()) : known;
  }

  /** Moves to the end of the current value. Does not move if the value is a scalar. */
  public void skip() throws IOException {
    if (token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY) {
      path.leave();
      int behind = passed(skipper.value(tokenStart, end, path.depth()));
      isFresh = false;
      boolean isObject = token == JsonToken.START_OBJECT;
      to(isObject ? JsonToken.END_OBJECT : JsonToken.END_ARRAY, behind - 1, behind);
    }
  }

  /** Returns the current string. A lone surrogate that was written as an escape is kept. */
  public String text() throws IOException {
    int most = limits.maxStringLength();
    int from = tokenStart + 1;
    int to = tokenEnd - 1;
    if (to - from > most && QuotedText.length(bytes, from, to) > most) {
      throw limitExceeded(ProfileLimits.MAX_STRING_LENGTH, most, end);
    }
    return QuotedText.decode(bytes, from, to);
  }

  /**
   * Returns the current number as JavaScript reads it: {@code 12}, {@code 12.0} and {@code 1.2e1}
   * are one value. Returns NaN if the current value is not a number.
   */
  public double number() throws IOException {
    if (token != JsonToken.VALUE_NUMBER) {
      return Double.NaN;
    }
    int value = 0;
    int at = tokenStart;
    if (tokenEnd - at <= MAX_DIGITS) {
      while (at < tokenEnd && bytes[at] >= '0' && bytes[at] <= '9') {
        value = 10 * value + (bytes[at++] - '0');
      }
    }
    return at == tokenEnd ? value : decimal();
  }

  private double decimal() throws IOException {
    int length = tokenEnd - tokenStart;
    if (length > limits.maxStringLength()) {
      throw limitExceeded(ProfileLimits.MAX_STRING_LENGTH, limits.maxStringLength(), end);
    }
    return Double.parseDouble(new String(bytes, tokenStart, length, StandardCharsets.US_ASCII));
  }

  /** Returns the byte offset of the current scalar or bracket. */
  public int start() {
    return tokenStart;
  }

  /** Returns the byte offset behind the current scalar or bracket. */
  public int end() {
    return tokenEnd;
  }

  /** Returns the JSON pointer of the current value (RFC 6901). */
  public String pointer() {
    boolean isEntered = token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY;
    return path.pointer(path.depth() - (isEntered ? 1 : 0));
  }

  /** Returns the kind of the current value with its article, for a sentence about the value. */
  public String kind() {
    return token == JsonToken.VALUE_NUMBER && !isInteger()
        ? "a number with a fraction"
        : Objects.requireNonNull(token).kind();
  }

  /** Tells whether the current value is a number without a fraction and without an exponent. */
  public boolean isInteger() {
    for (int at = tokenStart; at < tokenEnd; at++) {
      if (".eE".indexOf(bytes[at]) >= 0) {
        return false;
      }
    }
    return token == JsonToken.VALUE_NUMBER;
  }
}

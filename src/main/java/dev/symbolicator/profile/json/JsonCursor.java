package dev.symbolicator.profile.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Moves through the tokens of a body with Jackson, and knows the byte offsets that splicing needs.
 */
public final class JsonCursor {
  private final JsonParser parser;

  /** Added to the offset that Jackson gives for a scalar. */
  private final int scalarOffset;

  /** Added to the offset up to which Jackson has read. */
  private final int readOffset;

  private JsonCursor(JsonParser parser, int scalarOffset, int readOffset) {
    this.parser = parser;
    this.scalarOffset = scalarOffset;
    this.readOffset = readOffset;
  }

  /**
   * Makes a cursor over a blocking parser.
   *
   * @param start the byte offset in the body at which the parser started
   */
  static JsonCursor overBlocking(JsonParser parser, int start) {
    return new JsonCursor(parser, start, start);
  }

  /**
   * Makes a cursor over a non-blocking parser, which gives the offset of a scalar's second byte.
   *
   * @param start the byte offset in the body at which the parser started
   */
  static JsonCursor overNonBlocking(JsonParser parser, int start) {
    return new JsonCursor(parser, start - 1, start);
  }

  /** Moves to the next token; returns null behind the last one. */
  public @Nullable JsonToken next() throws IOException {
    JsonToken token = parser.nextToken();
    // Jackson's non-blocking parser returns NOT_AVAILABLE once at the end of its input.
    return token == JsonToken.NOT_AVAILABLE ? parser.nextToken() : token;
  }

  /** Tells whether the current token is of a kind. */
  public boolean isAt(JsonToken token) {
    return parser.hasToken(token);
  }

  /** Returns the name of the current member, at its name or at its value. */
  public String name() throws IOException {
    return Objects.requireNonNull(parser.currentName());
  }

  /** Moves to the end of the current value. Does not move if the value is a scalar. */
  public void skip() throws IOException {
    parser.skipChildren();
  }

  /** Returns the current string. A lone surrogate that was written as an escape is kept. */
  public String text() throws IOException {
    return parser.getText();
  }

  /**
   * Returns the current number as JavaScript reads it: {@code 12}, {@code 12.0} and {@code 1.2e1}
   * are one value. Returns NaN if the current value is not a number.
   */
  public double number() throws IOException {
    boolean isInteger = isAt(JsonToken.VALUE_NUMBER_INT);
    if (!(isInteger || isAt(JsonToken.VALUE_NUMBER_FLOAT)) || isCutOff()) {
      return Double.NaN;
    }
    return isInteger && parser.getTextLength() <= 9
        ? parser.getIntValue()
        : Double.parseDouble(parser.getText());
  }

  /**
   * Tells whether the end of the body cuts the current number off, such as {@code 1e-}. Jackson's
   * non-blocking parser returns such a number, and reports the error with the next token.
   */
  private boolean isCutOff() throws IOException {
    char last = parser.getTextCharacters()[parser.getTextOffset() + parser.getTextLength() - 1];
    return last < '0' || last > '9';
  }

  /** Returns the byte offset of the current scalar or bracket. */
  public int start() {
    JsonToken token = Objects.requireNonNull(parser.currentToken());
    return token.isScalarValue()
        ? scalarOffset + (int) parser.currentTokenLocation().getByteOffset()
        : position() - 1;
  }

  /** Returns the byte offset behind the current scalar or bracket. */
  public int end() throws IOException {
    parser.finishToken();
    return position();
  }

  private int position() {
    return readOffset + (int) parser.currentLocation().getByteOffset();
  }

  /** Returns the JSON pointer of the current value (RFC 6901). */
  public String pointer() {
    return parser.getParsingContext().pathAsPointer().toString();
  }

  /** Returns the kind of the current value with its article, for a sentence about the value. */
  public String kind() {
    return switch (Objects.requireNonNull(parser.currentToken())) {
      case START_OBJECT, END_OBJECT -> "an object";
      case START_ARRAY, END_ARRAY -> "an array";
      case VALUE_STRING -> "a string";
      case VALUE_NUMBER_INT -> "a number";
      case VALUE_NUMBER_FLOAT -> "a number with a fraction";
      case VALUE_TRUE, VALUE_FALSE -> "a boolean";
      default -> "null";
    };
  }
}

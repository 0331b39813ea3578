package dev.symbolicator.profile;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Jackson's parser over a whole body, with the byte offsets that splicing needs. */
final class JsonCursor {
  private final JsonParser parser;

  private final int scalarOffset;
  private final int readOffset;

  private JsonCursor(JsonParser parser, int scalarOffset, int readOffset) {
    this.parser = parser;
    this.scalarOffset = scalarOffset;
    this.readOffset = readOffset;
  }

  /** Over a blocking parser that started at this offset of the body. */
  static JsonCursor overBlocking(JsonParser parser, int start) {
    return new JsonCursor(parser, start, start);
  }

  /** Over a non-blocking parser, which says of a scalar where its second byte is. */
  static JsonCursor overNonBlocking(JsonParser parser, int start) {
    return new JsonCursor(parser, start - 1, start);
  }

  /** Moves to the next token; null behind the last one. */
  @Nullable JsonToken next() throws IOException {
    JsonToken token = parser.nextToken();
    // Jackson's non-blocking parser says so once at the end of its input.
    return token == JsonToken.NOT_AVAILABLE ? parser.nextToken() : token;
  }

  boolean at(JsonToken token) {
    return parser.hasToken(token);
  }

  /** The name of the member the cursor stands at or whose value it stands at. */
  String name() throws IOException {
    return Objects.requireNonNull(parser.currentName());
  }

  /** Moves to the end of the current value, if it is an array or an object. */
  void skip() throws IOException {
    parser.skipChildren();
  }

  /** The current string. A lone surrogate that was written as an escape is kept as such. */
  String text() throws IOException {
    return parser.getText();
  }

  /**
   * The current number as JavaScript reads it, so that {@code 12}, {@code 12.0} and {@code 1.2e1}
   * are one value; NaN if the current value is not a number.
   */
  double number() throws IOException {
    boolean isInteger = at(JsonToken.VALUE_NUMBER_INT);
    if (!(isInteger || at(JsonToken.VALUE_NUMBER_FLOAT)) || isCutOff()) {
      return Double.NaN;
    }
    return isInteger && parser.getTextLength() <= 9
        ? parser.getIntValue()
        : Double.parseDouble(parser.getText());
  }

  /**
   * Jackson's non-blocking parser hands out a number that the end of the body cuts off, such as
   * {@code 1e-}. It reports the error with the next token.
   */
  private boolean isCutOff() throws IOException {
    char last = parser.getTextCharacters()[parser.getTextOffset() + parser.getTextLength() - 1];
    return last < '0' || last > '9';
  }

  /** The byte offset of the current scalar, or of the bracket the cursor stands at. */
  int start() {
    JsonToken token = Objects.requireNonNull(parser.currentToken());
    return token.isScalarValue()
        ? scalarOffset + (int) parser.currentTokenLocation().getByteOffset()
        : position() - 1;
  }

  /** The byte offset behind the current scalar, or behind the bracket the cursor stands at. */
  int end() throws IOException {
    parser.finishToken();
    return position();
  }

  private int position() {
    return readOffset + (int) parser.currentLocation().getByteOffset();
  }

  /** What the current value is, for a sentence about it. */
  String kind() {
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

package dev.symbolicator.profile;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Jackson's parser over a whole body, with the byte offsets that splicing needs. */
final class JsonCursor {
  private final JsonParser parser;

  JsonCursor(JsonParser parser) {
    this.parser = parser;
  }

  /** Moves to the next token; null behind the last one. */
  @Nullable JsonToken next() throws IOException {
    return parser.nextToken();
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
    if (at(JsonToken.VALUE_NUMBER_INT) && parser.getTextLength() <= 9) {
      return parser.getIntValue();
    }
    return at(JsonToken.VALUE_NUMBER_INT) || at(JsonToken.VALUE_NUMBER_FLOAT)
        ? Double.parseDouble(parser.getText())
        : Double.NaN;
  }

  /** The byte offset at which the current value begins. */
  int start() {
    return (int) parser.currentTokenLocation().getByteOffset();
  }

  /** The byte offset behind the current scalar, or behind the bracket the cursor stands at. */
  int end() throws IOException {
    parser.finishToken();
    return (int) parser.currentLocation().getByteOffset();
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

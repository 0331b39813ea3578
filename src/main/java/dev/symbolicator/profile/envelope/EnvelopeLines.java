package dev.symbolicator.profile.envelope;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.json.JsonText;
import dev.symbolicator.profile.json.Span;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines of an envelope, one item after the other. A payload is as long as its header's
 * {@code length} says, or else ends with its line.
 */
final class EnvelopeLines {
  /** The longest header that is read, in bytes; those of Sentry's SDKs have some hundred. */
  private static final int MAX_HEADER = 64 * 1024;

  private static final JsonFactory JSON = new JsonFactory();

  private final byte[] body;
  private int at;
  private @Nullable ProfileReading problem;

  /** Reads an envelope behind its first line. */
  EnvelopeLines(byte[] body) {
    this.body = body;
    at = endOfLine(0) + 1;
  }

  /**
   * An item of an envelope.
   *
   * @param type the item's type
   * @param length the place of the payload's length in the header; null if the header has none
   * @param payload the item's content
   */
  record Item(String type, @Nullable Span length, JsonText payload) {}

  /** Tells whether a body begins with two lines of JSON, of which the second has a type. */
  static boolean areIn(byte[] body) {
    if (body.length == 0 || body[0] != '{') {
      return false;
    }
    EnvelopeLines lines = new EnvelopeLines(body);
    if (lines.at >= body.length || body[lines.at] != '{') {
      return false;
    }
    Header first = lines.header(0, lines.at - 1);
    Header second = lines.header(lines.at, lines.endOfLine(lines.at));
    return first != null && second != null && second.type != null;
  }

  /** Returns the next item; null behind the last one, or if there is a {@link #problem}. */
  @Nullable Item next() {
    while (at < body.length && (body[at] == '\n' || body[at] == '\r')) {
      at++;
    }
    if (at >= body.length) {
      return null;
    }
    int end = endOfLine(at);
    Header header = header(at, end);
    if (header == null || header.type == null) {
      return fail(at, "The header of an item must be an object with the member `type` in one line.");
    }
    int start = Math.min(end + 1, body.length);
    int payloadEnd = endOfLine(start);
    if (header.length != null) {
      if (header.size > body.length - start) {
        return fail(
            header.length.start(),
            "The payload of the item is shorter than its `length`. The envelope may be cut off.");
      }
      payloadEnd = start + (int) header.size;
    }
    at = payloadEnd;
    return new Item(header.type, header.length, new JsonText(body, start, payloadEnd));
  }

  @Nullable ProfileReading problem() {
    return problem;
  }

  private @Nullable Item fail(int offset, String detail) {
    problem = new ProfileReading.Invalid("", offset, detail);
    return null;
  }

  private int endOfLine(int from) {
    int end = from;
    while (end < body.length && body[end] != '\n') {
      end++;
    }
    return end;
  }

  private static final class Header {
    private @Nullable String type;
    private @Nullable Span length;
    private long size;
  }

  /** Reads a line; returns null if the line is no JSON object. */
  private @Nullable Header header(int start, int end) {
    if (start >= end || end - start > MAX_HEADER) {
      return null;
    }
    Header header = new Header();
    try (JsonParser json = JSON.createParser(body, start, end - start)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      while (json.nextToken() != JsonToken.END_OBJECT) {
        String member = json.currentName();
        json.nextToken();
        if (member.equals("type") && json.hasToken(JsonToken.VALUE_STRING)) {
          header.type = json.getText();
        } else if (member.equals("length") && json.hasToken(JsonToken.VALUE_NUMBER_INT)) {
          header.size = Math.max(0, json.getLongValue());
          int from = start + (int) json.currentTokenLocation().getByteOffset();
          header.length = new Span(from, from + json.getTextLength());
        }
        json.skipChildren();
      }
      return json.nextToken() == null ? header : null;
    } catch (IOException notJson) {
      return null;
    }
  }
}

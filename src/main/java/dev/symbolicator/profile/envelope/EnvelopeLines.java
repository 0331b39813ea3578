package dev.symbolicator.profile.envelope;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.json.JsonText;
import dev.symbolicator.json.JsonText.Span;
import dev.symbolicator.memory.EightBytes;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads one item after the other. A payload is as long as its header's {@code length} says, or ends
 * with its line.
 */
final class EnvelopeLines {
  /** The most items of an envelope; Sentry's SDKs send fewer than a hundred. */
  static final int MAX_ITEMS = 1000;

  private final byte[] body;
  private final HeaderLine headers;
  private int at;
  private int items;
  private @Nullable ProfileReading problem;

  EnvelopeLines(byte[] body) {
    this(body, endOfLine(body, 0, body.length));
  }

  private EnvelopeLines(byte[] body, int firstEnd) {
    this.body = body;
    headers = new HeaderLine(body);
    at = Math.min(firstEnd + 1, body.length);
  }

  /** An item; platform and the place of the payload's length are null if the header has none. */
  record Item(String type, @Nullable String platform, @Nullable Span length, JsonText payload) {}

  /**
   * Tells whether a body begins with two lines of JSON, of which the second has a type; or is a
   * single line with members of envelopes only.
   */
  static boolean areIn(byte[] body) {
    if (body.length == 0 || body[0] != '{') {
      return false;
    }
    int firstEnd = endOfLine(body, 0, Math.min(body.length, HeaderLine.MAX_BYTES + 1));
    if (firstEnd > HeaderLine.MAX_BYTES) {
      return false;
    }
    EnvelopeLines lines = new EnvelopeLines(body, firstEnd);
    int second = lines.behindLineBreaks(firstEnd);
    if (second == body.length) {
      return lines.headers.isOfEnvelope(0, firstEnd);
    }
    if (second != lines.at || body[second] != '{') {
      return false;
    }
    HeaderLine.Header item = lines.headers.read(second, lines.endOfLine(second));
    return item != null && item.type() != null && lines.headers.read(0, firstEnd) != null;
  }

  @Nullable Item next() {
    at = behindLineBreaks(at);
    if (at == body.length) {
      return null;
    }
    if (items++ == MAX_ITEMS) {
      problem = new ProfileReading.LimitExceeded("max-items", MAX_ITEMS, at);
      return null;
    }
    int end = endOfLine(at);
    HeaderLine.Header header = headers.read(at, end);
    if (header == null || header.type() == null) {
      return fail(
          at,
          "The header of an item must be a JSON object in one line, with the member `type` and, if"
              + " the payload has line breaks, its `length` in bytes.");
    }
    int start = Math.min(end + 1, body.length);
    int payloadEnd = endOfLine(start);
    Span length = header.length();
    if (length != null) {
      if (header.size() > body.length - start) {
        return fail(
            length.start(),
            "The payload of the item is shorter than its `length`. The envelope may be cut off."
                + " Send the whole envelope again.");
      }
      payloadEnd = start + (int) header.size();
    }
    at = payloadEnd;
    return new Item(
        header.type(), header.platform(), length, new JsonText(body, start, payloadEnd));
  }

  @Nullable ProfileReading problem() {
    return problem;
  }

  private @Nullable Item fail(int offset, String detail) {
    problem = new ProfileReading.Invalid("", offset, detail);
    return null;
  }

  private int behindLineBreaks(int from) {
    int behind = from;
    while (behind < body.length && (body[behind] == '\n' || body[behind] == '\r')) {
      behind++;
    }
    return behind;
  }

  private int endOfLine(int from) {
    return endOfLine(body, from, body.length);
  }

  private static int endOfLine(byte[] body, int from, int most) {
    return EightBytes.indexOf((byte) '\n', body, from, most);
  }

  static final class HeaderLine {
    /** The longest header that is read, in bytes; those of Sentry's SDKs have some hundred. */
    static final int MAX_BYTES = 64 * 1024;

    private static final Set<String> OF_ENVELOPES =
        Set.of("event_id", "sent_at", "dsn", "sdk", "trace");

    private final byte[] body;

    HeaderLine(byte[] body) {
      this.body = body;
    }

    /** A header: texts, null if they are no strings; place and value of {@code length}. */
    record Header(
        @Nullable String type, @Nullable String platform, @Nullable Span length, long size) {}

    /** Reads a line; returns null if the line is no JSON object, or has a negative length. */
    @Nullable Header read(int start, int end) {
      if (end - start > MAX_BYTES) {
        return null;
      }
      try {
        JsonReader line = ProfileLimits.DEFAULT.reader(new JsonText(body, start, end));
        if (line.next() != Token.START_OBJECT) {
          return null;
        }
        Header header = readMembers(line);
        return header.size() >= 0 && line.next() == null ? header : null;
      } catch (IOException notJson) {
        return null;
      }
    }

    private static Header readMembers(JsonReader line) throws IOException {
      String type = null;
      String platform = null;
      Span length = null;
      long size = 0;
      while (line.next() != Token.END_OBJECT) {
        String member = line.name();
        Token value = line.next();
        if (member.equals("length") && line.isInteger()) {
          size = (long) line.number();
          length = new Span(line.start(), line.end());
        } else if (value == Token.VALUE_STRING && member.equals("type")) {
          type = line.text();
        } else if (value == Token.VALUE_STRING && member.equals("platform")) {
          platform = line.text();
        }
        line.skip();
      }
      return new Header(type, platform, length, size);
    }

    /** Tells whether a line is a JSON object with members of an envelope's header only. */
    boolean isOfEnvelope(int start, int end) {
      try {
        JsonReader line = ProfileLimits.DEFAULT.reader(new JsonText(body, start, end));
        if (line.next() != Token.START_OBJECT) {
          return false;
        }
        boolean hasOwn = false;
        while (line.next() != Token.END_OBJECT) {
          String member = line.name();
          if (!OF_ENVELOPES.contains(member)) {
            return false;
          }
          // A trace in an object of the sender's own is the member trace too.
          hasOwn |= !member.equals("trace");
          line.next();
          line.skip();
        }
        return hasOwn && line.next() == null;
      } catch (IOException notJson) {
        return false;
      }
    }
  }
}

package dev.symbolicator.profile.envelope;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.json.JsonText;
import dev.symbolicator.json.JsonText.Span;
import dev.symbolicator.profile.ProfileLimits;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the lines that are headers: of an envelope, and of its items. */
final class HeaderLine {
  /** The longest header that is read, in bytes; those of Sentry's SDKs have some hundred. */
  static final int MAX_BYTES = 64 * 1024;

  private static final Set<String> OF_ENVELOPES =
      Set.of("event_id", "sent_at", "dsn", "sdk", "trace");

  private final byte[] body;

  HeaderLine(byte[] body) {
    this.body = body;
  }

  /**
   * A header.
   *
   * @param type the member {@code type}; null if it is no string
   * @param platform the member {@code platform}; null if it is no string
   * @param length the place of the member {@code length}; null if there is none
   * @param size the value of {@code length}
   */
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

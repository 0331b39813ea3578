package dev.symbolicator.profile.envelope;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.symbolicator.profile.json.Span;
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

  /** Keeps the names of one body only: a factory for all would carry names to other callers. */
  private final JsonFactory json =
      new JsonFactoryBuilder().disable(JsonFactory.Feature.INTERN_FIELD_NAMES).build();

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
   * @param isOfEnvelope whether the header has members, all of which are those of envelopes
   */
  record Header(
      @Nullable String type,
      @Nullable String platform,
      @Nullable Span length,
      long size,
      boolean isOfEnvelope) {}

  /** Reads a line; returns null if the line is no JSON object, or has a negative length. */
  @Nullable Header read(int start, int end) {
    // Jackson would take a line whose second byte is zero for UTF-16.
    boolean isObject = end - start > 1 && body[start] == '{' && body[start + 1] != 0;
    if (!isObject || end - start > MAX_BYTES) {
      return null;
    }
    try (JsonParser line = json.createParser(body, start, end - start)) {
      line.nextToken();
      Header header = readMembers(line, start);
      return header.size() >= 0 && line.nextToken() == null ? header : null;
    } catch (IOException notJson) {
      return null;
    }
  }

  private static Header readMembers(JsonParser line, int start) throws IOException {
    String type = null;
    String platform = null;
    Span length = null;
    long size = 0;
    boolean isOfEnvelope = false;
    boolean isOther = false;
    while (line.nextToken() != JsonToken.END_OBJECT) {
      String member = line.currentName();
      JsonToken value = line.nextToken();
      if (member.equals("length") && value == JsonToken.VALUE_NUMBER_INT) {
        size = line.getLongValue();
        int from = start + (int) line.currentTokenLocation().getByteOffset();
        length = new Span(from, from + line.getTextLength());
      } else if (value == JsonToken.VALUE_STRING && member.equals("type")) {
        type = line.getText();
      } else if (value == JsonToken.VALUE_STRING && member.equals("platform")) {
        platform = line.getText();
      }
      boolean isKnown = OF_ENVELOPES.contains(member);
      // A trace in an object of the sender's own is the member trace too.
      isOfEnvelope |= isKnown && !member.equals("trace");
      isOther |= !isKnown;
      line.skipChildren();
    }
    return new Header(type, platform, length, size, isOfEnvelope && !isOther);
  }
}

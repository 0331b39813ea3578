package dev.symbolicator.testing;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Judges texts by Jackson and the JDK's decoder of UTF-8. */
public final class JacksonJson {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private JacksonJson() {}

  /** Tells whether a text is one JSON value in UTF-8, without a byte order mark. */
  public static boolean isJson(byte[] text) throws IOException {
    String decoded;
    try {
      decoded = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString();
    } catch (CharacterCodingException e) {
      return false;
    }
    try (JsonParser parser = FACTORY.createParser(decoded)) {
      if (parser.nextToken() == null) {
        return false;
      }
      parser.skipChildren();
      // Jackson reads the whole of a scalar only when asked for the next token.
      return parser.nextToken() == null;
    } catch (JsonProcessingException e) {
      return false;
    }
  }
}

package dev.symbolicator.sourcemap.naive;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A JSON value and its byte offset. Jackson parses a copy of the text in which each byte within
 * quotes is blotted out. So Jackson's offsets are byte offsets, and only strings that are read must
 * be valid.
 *
 * @param text a number as it is written, or the characters between the quotes of a string
 * @param members the members of an object, the last of duplicates; empty for other values
 * @param elements the elements of an array; empty for other values
 */
record Json(
    JsonToken token, int offset, String text, Map<String, Json> members, List<Json> elements) {

  private static final JsonMapper JACKSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNumberLength(Integer.MAX_VALUE)
                          .maxNameLength(Integer.MAX_VALUE)
                          .build())
                  .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                  .build())
          .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
          .build();

  private static final Pattern ESCAPE = Pattern.compile("\\\\([\"\\\\/bfnrt]|u[0-9a-fA-F]{4})?");

  private static final Pattern PREFIX = Pattern.compile("\u00EF\u00BB\u00BF|\\)]}'[^\r\n]*");

  /** Parses a text that may begin with a byte order mark or a prefix. */
  static Json parse(byte[] bytes, int maxNesting) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    try (JsonParser parser = JACKSON.createParser(blotted(text).toCharArray())) {
      Json value = parser.nextToken() == null ? null : value(parser, bytes, maxNesting);
      if (value != null && parser.nextToken() == null) {
        return value;
      }
    } catch (IOException notJson) {
      // Rejected below.
    }
    throw Rejection.notJson();
  }

  private static String blotted(String text) {
    StringBuilder blotted = new StringBuilder(text);
    boolean quoted = false;
    Matcher prefix = PREFIX.matcher(text);
    int start = prefix.lookingAt() ? prefix.end() : 0;
    blotted.replace(0, start, " ".repeat(start));
    for (int i = start; i < text.length(); i++) {
      if (text.charAt(i) == '"') {
        quoted = !quoted;
      } else if (quoted) {
        int last = Math.min(text.charAt(i) == '\\' ? i + 1 : i, text.length() - 1);
        blotted.setCharAt(i, 'x');
        blotted.setCharAt(last, 'x');
        i = last;
      }
    }
    return blotted.toString();
  }

  private static Json value(JsonParser parser, byte[] bytes, int nesting) throws IOException {
    JsonToken token = parser.currentToken();
    int offset = (int) parser.currentTokenLocation().getCharOffset();
    Map<String, Json> members = new HashMap<>();
    List<Json> elements = new ArrayList<>();
    String text = "";
    if (token.isScalarValue()) {
      text = token == JsonToken.VALUE_STRING ? quoted(parser, bytes) : parser.getText();
    } else if (nesting == 0) {
      throw new Rejection(MapProblemKind.NESTED_TOO_DEEPLY, offset);
    } else if (token == JsonToken.START_OBJECT) {
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String key = repaired(quoted(parser, bytes));
        parser.nextToken();
        members.put(decoded(key), value(parser, bytes, nesting - 1));
      }
    } else {
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        elements.add(value(parser, bytes, nesting - 1));
      }
    }
    return new Json(token, offset, text, members, elements);
  }

  /** Returns the characters between the quotes of the parser's current string or key. */
  private static String quoted(JsonParser parser, byte[] bytes) throws IOException {
    int start = (int) parser.currentTokenLocation().getCharOffset() + 1;
    byte[] content = Arrays.copyOfRange(bytes, start, start + parser.getTextLength());
    return new String(content, StandardCharsets.UTF_8);
  }

  boolean is(JsonToken type) {
    return token == type;
  }

  boolean has(String key) {
    return members.containsKey(key);
  }

  /** Returns a member; null if it is absent or of another type. */
  Json get(String key, JsonToken type) {
    return has(key) && members.get(key).is(type) ? members.get(key) : null;
  }

  /** Returns a member without which the map is rejected. */
  Json require(String key, JsonToken type, MapProblemKind otherwise) {
    if (get(key, type) == null) {
      throw new Rejection(otherwise, offset(key));
    }
    return get(key, type);
  }

  /** Returns a member's {@link #index()}; -1 if the member is absent. */
  long index(String key) {
    return has(key) ? members.get(key).index() : -1;
  }

  /** Returns the offset of a member's value, or of this object if the member is absent. */
  int offset(String key) {
    return has(key) ? members.get(key).offset : offset;
  }

  /** Returns the number if it is an integer from 0; otherwise -1. */
  long index() {
    double number = token.isNumeric() ? Double.parseDouble(text) : -1;
    return number >= 0 && number < Double.POSITIVE_INFINITY && number % 1 == 0 ? (long) number : -1;
  }

  /** Returns the string, which must be valid. */
  String string() {
    if (!repaired(text).equals(text) || text.chars().anyMatch(c -> c < ' ')) {
      throw Rejection.notJson();
    }
    return decoded(text);
  }

  /** Returns the string with U+FFFD for each backslash that begins no escape. */
  String lenientString() {
    return decoded(repaired(text));
  }

  /** Returns the byte offset of each character of the string, up to the first one beyond ASCII. */
  int[] offsets() {
    int[] offsets = new int[text.length() + 1];
    int at = 0;
    offsets[0] = offset + 1;
    for (int i = 1; at < text.length(); i++) {
      at += text.charAt(at) != '\\' ? 1 : text.charAt(at + 1) == 'u' ? 6 : 2;
      offsets[i] = offset + 1 + at;
    }
    return offsets;
  }

  private static String repaired(String text) {
    return ESCAPE
        .matcher(text)
        .replaceAll(m -> m.group(1) == null ? "\uFFFD" : m.group().replace("\\", "\\\\"));
  }

  private static String decoded(String text) {
    try {
      return JACKSON.readValue('"' + text + '"', String.class);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}

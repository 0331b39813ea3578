package dev.symbolicator.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.json.JsonException.Fault;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.memory.EightBytes;
import dev.symbolicator.testing.JacksonJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {
  private static final int MAX_NESTING = 100;
  private static final int MAX_TEXT = 65_536;

  /** What is wrong with a text, and where. */
  record Refusal(Fault fault, long offset, String message) {
    Refusal(JsonException refused) {
      this(refused.fault(), refused.offset(), String.valueOf(refused.getMessage()));
    }
  }

  /** Small profiles, with every kind of value and of white space. */
  static List<String> texts() {
    return List.of(
        "{\"frames\":[{\"name\":\"a\",\"resourceId\":0,\"line\":1,\"column\":8117}],\"resources\":[\"u\"]}",
        "{\"samples\":[{\"timestamp\":2030.599999999627,\"stackId\":0},{\"timestamp\":2040}]}",
        "{\"stacks\":[{\"frameId\":5},{\"frameId\":4,\"parentId\":0}],\"frames\":[]}",
        "{\"frames\":[{\"name\":\"f\\u00e4r\\\"be\\n\",\"line\":1e1,\"column\":-0.5E-7}]}",
        "{\"frames\":[{\"name\":\"f\u00e4rbe \u20ac \ud83d\ude00 in a name of many bytes\"}]}",
        " \r\n{\t\"trace\" : { \"frames\" : [ ] , \"stacks\" : [ ] } } \n",
        "{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":\"(root)\",\"scriptId\":\"0\",\"url\":\"\"}}]}",
        "{\"nodes\":[],\"timeDeltas\":[0,-1,1234567890123456789,12345678],\"startTime\":0}",
        "{\"head\":{\"callFrame\":{},\"selfSize\":16,\"children\":[{\"id\":2,\"children\":[]}]}}",
        "{\"shared\":{\"frames\":[{\"name\":\"\",\"file\":null,\"line\":12,\"col\":true}]}}",
        "{\"stack\":\"Error: x\\n    at f (https://example.com/app.js:1:20)\\n\",\"a\":false}",
        "{\"\":{\"\":[{\"\":null},[[[]]],{}]},\"\\ud800\":\"\\udc00\\uD83D\\uDE00\"}",
        "{\"debug_meta\":{\"images\":[{\"type\":\"sourcemap\",\"debug_id\":\"0b1d\"}]}}",
        "{\"a\\/b\":[0,0.0,0e0,-0,10,9007199254740993],\"a~b\":{\"k\":[\"\\b\\f\\t\\r\"]}}",
        "[true,false,null,[true,false,null],{\"t\":true,\"f\":false,\"n\":null}]",
        "[1,[2,[3,[4,[5,[6,[7,[8,[9,[10,[11,[12,[13,[14,[15,[16,[17]]]]]]]]]]]]]]]]]",
        "\"a text of its own, longer than eight bytes\"",
        "-12.5e+30",
        "{\"releases\":{\"u\":\"1.2.3\"},\"debugIds\":[{\"resourceId\":0,\"debugId\":\"x\"}]}",
        "{\"long name of more than thirty-two bytes, read anew\":[{\"k\":1},{\"k\":2}]}");
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static JsonReader reader(byte[] text) {
    return new JsonReader(JsonText.of(text), MAX_NESTING, MAX_TEXT);
  }

  /** Passes the value at which a cursor stands, token by token. */
  static void walk(JsonReader json) throws IOException {
    int depth = 0;
    while (true) {
      boolean isEnd = json.isAt(Token.END_OBJECT) || json.isAt(Token.END_ARRAY);
      boolean isStart = json.isAt(Token.START_OBJECT) || json.isAt(Token.START_ARRAY);
      depth += isStart ? 1 : isEnd ? -1 : 0;
      if (depth == 0) {
        return;
      }
      json.next();
    }
  }

  /** Walks through a text, or skips its value; returns the problem that is met. */
  private static @Nullable Refusal problem(byte[] text, boolean isSkipped) throws IOException {
    JsonReader json = reader(text);
    try {
      if (json.next() == null) {
        return new Refusal(JsonWindow.cutOff(text.length));
      }
      if (isSkipped) {
        json.skip();
      } else {
        walk(json);
      }
      return json.next() == null
          ? null
          : new Refusal(JsonException.unexpected(json.start(), text[json.start()]));
    } catch (JsonException e) {
      return new Refusal(e);
    }
  }

  /** A text is JSON for the cursor if it is JSON for Jackson; else the first bad byte is named. */
  static void check(byte[] text) throws IOException {
    String shown = new String(text, StandardCharsets.UTF_8);
    Refusal problem = problem(text, false);
    assertEquals(JacksonJson.isJson(text), problem == null, shown);
    assertEquals(problem, problem(text, true), shown);
    if (problem != null) {
      int at = (int) problem.offset();
      Refusal earlier = problem(Arrays.copyOf(text, at), true);
      assertTrue(earlier == null || earlier.offset() == at, shown);
    }
  }

  @ParameterizedTest
  @MethodSource("texts")
  void everyTruncationIsJudgedLikeByJackson(String text) throws IOException {
    byte[] bytes = utf8(text);
    for (int length = 0; length <= bytes.length; length++) {
      check(Arrays.copyOf(bytes, length));
    }
  }

  @ParameterizedTest
  @MethodSource("texts")
  void everyChangedByteIsJudgedLikeByJackson(String text) throws IOException {
    byte[] others = utf8("{}[]:,\"\\09-+.eEtfnu \n\u0000\u001f\u007f");
    byte[] bytes = utf8(text);
    for (int at = 0; at < bytes.length; at++) {
      byte[] changed = bytes.clone();
      for (byte other : others) {
        changed[at] = other;
        check(changed);
      }
      for (int other = 0x80; other <= 0xFF; other += 5) {
        changed[at] = (byte) other;
        check(changed);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("texts")
  void tokensAreThoseOfJackson(String text) throws IOException {
    checkTokens(utf8(text));
  }

  /** Jackson reads characters here: of bytes, it refuses names with lone surrogates. */
  private static void checkTokens(byte[] text) throws IOException {
    JsonReader json = reader(text);
    String characters = new String(text, StandardCharsets.UTF_8);
    try (JsonParser jackson = new JsonFactory().createParser(characters)) {
      while (jackson.nextToken() != null) {
        Token token = json.next();
        assertEquals(jackson.getParsingContext().pathAsPointer().toString(), json.pointer());
        switch (jackson.currentToken()) {
          case FIELD_NAME -> {
            assertEquals(Token.FIELD_NAME, token);
            assertEquals(jackson.currentName(), json.name());
          }
          case VALUE_STRING -> {
            assertEquals(Token.VALUE_STRING, token);
            assertEquals(jackson.getText(), json.text());
          }
          case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
            assertEquals(Token.VALUE_NUMBER, token);
            assertEquals(Double.parseDouble(jackson.getText()), json.number());
          }
          default -> assertEquals(jackson.currentToken().name(), "" + token);
        }
        if (token != Token.FIELD_NAME) {
          long end = byteOffset(characters, jackson.currentLocation());
          long start = byteOffset(characters, jackson.currentTokenLocation());
          assertEquals(jackson.currentToken().isScalarValue() ? start : end - 1, json.start());
        }
      }
    }
    assertNull(json.next());
  }

  private static long byteOffset(String characters, JsonLocation location) {
    return utf8(characters.substring(0, (int) location.getCharOffset())).length;
  }

  @Property
  void stringsAreReadLikeByJackson(@ForAll String text) throws IOException {
    byte[] quoted = new ObjectMapper().writeValueAsBytes(text);
    JsonReader json = reader(quoted);
    assertEquals(Token.VALUE_STRING, json.next());
    assertEquals(text, json.text());
    assertNull(json.next());
  }

  @ParameterizedTest
  @MethodSource("texts")
  void skippedValueEndsWhereItsTokensEnd(String text) throws IOException {
    JsonReader walked = reader(utf8("[" + text + ", 7]"));
    JsonReader skipped = reader(utf8("[" + text + ", 7]"));
    for (JsonReader json : List.of(walked, skipped)) {
      json.next();
      json.next();
    }
    walk(walked);
    skipped.skip();
    assertEquals(walked.end(), skipped.end());
    assertEquals(walked.pointer(), skipped.pointer());
    assertEquals(Token.VALUE_NUMBER, skipped.next());
    assertEquals("/1", skipped.pointer());
  }

  @Property
  void lengthIsThatOfTheDecodedText(@ForAll String text) throws IOException {
    byte[] quoted = new ObjectMapper().writeValueAsBytes(text);
    assertEquals(text.length(), JsonString.units(quoted, 1, quoted.length - 1));
    byte[] escaped =
        utf8(text.chars().mapToObj("\\u%04x"::formatted).collect(Collectors.joining()));
    assertEquals(text.length(), JsonString.units(escaped, 0, escaped.length));
    assertEquals(text, JsonString.decode(escaped, 0, escaped.length));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "\u00e9", "\u20ac", "\\n", "\\u0041"})
  void longestAllowedTextIsRead(String unit) throws IOException {
    int most = MAX_TEXT;
    JsonReader json = reader(utf8('"' + unit.repeat(most) + '"'));
    json.next();
    assertEquals(most, json.text().length());
    byte[] tooLong = utf8('"' + unit.repeat(most + 1) + '"');
    JsonReader refused = reader(tooLong);
    refused.next();
    JsonException limit = assertThrows(JsonException.class, refused::text);
    assertEquals(Fault.TOO_LONG, limit.fault());
    assertEquals(tooLong.length, limit.offset());
  }

  @Test
  void deepestAllowedNestingIsPassed() throws IOException {
    int most = MAX_NESTING;
    byte[] deepest = utf8("[".repeat(most) + "]".repeat(most));
    assertNull(problem(deepest, true));
    assertNull(problem(deepest, false));
    byte[] deeper = utf8(" [".repeat(most + 1));
    for (boolean isSkipped : new boolean[] {true, false}) {
      JsonReader json = reader(deeper);
      json.next();
      JsonException refused =
          assertThrows(
              JsonException.class,
              () -> {
                if (isSkipped) {
                  json.skip();
                } else {
                  walk(json);
                }
              });
      assertEquals(Fault.TOO_DEEP, refused.fault());
      assertEquals(deeper.length - 1, refused.offset());
    }
  }

  private static final byte[] LIKELY = {
    '"', '\\', ' ' - 1, ' ', '/', '0', '9', ':', 'x', -1, 0, '\n'
  };

  private static boolean isPlain(byte b) {
    return b >= ' ' && b != '"' && b != '\\';
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  @Test
  void firstSpecialByteAndLeadingDigitsAreThoseOfEachByteAlone() {
    Random random = new Random(1);
    byte[] bytes = new byte[Long.BYTES];
    for (int round = 0; round < 200_000; round++) {
      for (int i = 0; i < bytes.length; i++) {
        int kind = random.nextInt(4);
        bytes[i] =
            kind == 0
                ? (byte) random.nextInt()
                : kind == 1
                    ? LIKELY[random.nextInt(LIKELY.length)]
                    : (byte) ('0' + random.nextInt(10));
      }
      int plain = 0;
      while (plain < bytes.length && isPlain(bytes[plain])) {
        plain++;
      }
      int digits = 0;
      while (digits < bytes.length && isDigit(bytes[digits])) {
        digits++;
      }
      long eight = EightBytes.at(bytes, 0);
      assertEquals(plain, EightBytes.first(JsonBytes.special(eight)));
      assertEquals(digits, JsonBytes.leadingDigits(eight));
      if (digits > 0) {
        String spelled = new String(bytes, 0, digits, StandardCharsets.US_ASCII);
        assertEquals(Integer.parseInt(spelled), JsonBytes.integer(eight, digits));
      }
    }
  }
}

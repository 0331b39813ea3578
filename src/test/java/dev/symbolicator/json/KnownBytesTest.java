package dev.symbolicator.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.json.JsonReader.Token;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the skipping of numbers with recurring bytes between them with other readings. */
class KnownBytesTest {
  private static final Pattern NUMBER = Pattern.compile("-?[0-9][-+.eE0-9]*");

  private static final List<String> NUMBERS =
      List.of(
          "0",
          "7",
          "42",
          "1234567",
          "12345678",
          "123456789012345678901",
          "-0",
          "-15",
          "0.5",
          "16.7",
          "2030.599999999627",
          "1.1234567",
          "1.12345678",
          "1.123456789012345678901",
          "-0.25",
          "12345678.5",
          "1234567.5",
          "123456.7",
          "12345.67",
          "12345.678901234567",
          "12345.6789012345678",
          "1.234567e5",
          "1.2345678e5",
          "1e5",
          "1E-5",
          "1.5e+300",
          "12345678e1",
          "0e0");

  private static final List<String> NO_NUMBERS =
      List.of(
          "",
          "-",
          "00",
          "01",
          "-01",
          "1.",
          ".5",
          "1.e1",
          "1e",
          "1e+",
          "+1",
          "--1",
          "1.5.5",
          "1f",
          "1234567.",
          "123456.",
          "1234567.x",
          "12345678.",
          "1.234567.8",
          "1.2345678.9",
          "1234567.\u00fa5");

  /** Texts in which the bytes between numbers recur. */
  static List<String> texts() {
    return List.of(
        recurring("{\"timestamp\":16.7,\"stackId\":12}", 5),
        recurring("{\"frameId\":5,\"parentId\":7}", 5),
        recurring("{ \"a\" : 5 ,\n\t\"b\" : [ 7 ] }", 4),
        recurring("{\"id\":1,\"name\":\"a name in a gap of more than sixteen bytes\",\"x\":2}", 4),
        recurring("{\"k\":1,\"l\":{\"m\":[{}]},\"n\":2}", 4),
        recurring("[1,2]", 6),
        recurring("{\"a\":[1]},{\"a\":[2]},[[3]],[[4]]", 2),
        recurring("{\"a\":[1],\"b\":{\"x\":2}}", 4),
        "{\"a\":1,\"a\":1,\"a\":1,\"a\":1,\"a\":1,\"a\":1,\"a\":1,\"a\":1,\"a\":1,\"a\":1}",
        "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21]");
  }

  private static String recurring(String object, int times) {
    return "[" + String.join(",", Collections.nCopies(times, object)) + "]";
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void check(String text) throws IOException {
    JsonReaderTest.check(utf8(text));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void everyTruncationAndEveryChangedByteIsJudgedLikeByJackson(String text) throws IOException {
    byte[] others = utf8("{}[]:,\"\\09-+.eEn \n\u0000\u007f\u00e4");
    byte[] bytes = utf8(text);
    for (int at = 0; at < bytes.length; at++) {
      JsonReaderTest.check(Arrays.copyOf(bytes, at));
      byte[] changed = bytes.clone();
      for (byte other : others) {
        changed[at] = other;
        JsonReaderTest.check(changed);
      }
    }
    JsonReaderTest.check(bytes);
  }

  @ParameterizedTest
  @MethodSource("texts")
  void everyMissingAndEveryAddedByteIsJudgedLikeByJackson(String text) throws IOException {
    for (int at = 0; at < text.length(); at++) {
      check(text.substring(0, at) + text.substring(at + 1));
      for (String added : List.of(",", "0", "-", "]", "}", "{", "[", " ", ".", "e")) {
        check(text.substring(0, at) + added + text.substring(at));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("texts")
  void everyNumberIsJudgedLikeByJackson(String text) throws IOException {
    for (MatchResult place : numbers(text)) {
      for (String number : concat(NUMBERS, NO_NUMBERS)) {
        check(text.substring(0, place.start()) + number + text.substring(place.end()));
      }
    }
  }

  /** A gap may be JSON behind one number, and malformed behind another. */
  @ParameterizedTest
  @MethodSource("texts")
  void everyGapIsJudgedLikeByJacksonBehindEveryNumber(String text) throws IOException {
    List<MatchResult> numbers = numbers(text);
    for (int from = 0; from < numbers.size() - 1; from++) {
      String gap = text.substring(numbers.get(from).end(), numbers.get(from + 1).start());
      for (int to = 0; to < numbers.size() - 1; to++) {
        check(
            text.substring(0, numbers.get(to).end())
                + gap
                + text.substring(numbers.get(to + 1).start()));
      }
    }
  }

  @Property
  void objectsOfChangingSpellingsAreJudgedLikeByJackson(@ForAll Random random) throws IOException {
    List<String> spellings = Stream.generate(() -> object(random, 3)).limit(3).toList();
    StringBuilder text = new StringBuilder("[0");
    for (int i = random.nextInt(20); i >= 0; i--) {
      text.append(',').append(spellings.get(random.nextInt(spellings.size())));
    }
    check(withOtherNumbers(text.append(']').toString(), random));
    byte[] changed = utf8(text.toString());
    changed[random.nextInt(changed.length)] = changed[random.nextInt(changed.length)];
    JsonReaderTest.check(changed);
  }

  private static String object(Random random, int depth) {
    boolean isArray = random.nextInt(4) == 0;
    return IntStream.range(0, random.nextInt(4))
        .mapToObj(i -> (isArray ? "" : "\"" + "ab".charAt(i & 1) + "\":") + value(random, depth))
        .collect(Collectors.joining(",", isArray ? "[" : "{", isArray ? "]" : "}"));
  }

  private static String value(Random random, int depth) {
    int kind = random.nextInt(8);
    return kind == 0 && depth > 0 ? object(random, depth - 1) : kind == 1 ? "\"s\"" : "1";
  }

  private static String withOtherNumbers(String text, Random random) {
    return NUMBER.matcher(text).replaceAll(number -> NUMBERS.get(random.nextInt(NUMBERS.size())));
  }

  private static List<String> concat(List<String> first, List<String> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  private static List<MatchResult> numbers(String text) {
    return NUMBER.matcher(text).results().toList();
  }

  @ParameterizedTest
  @MethodSource("texts")
  void eachEntryIsSkippedAlone(String text) throws IOException {
    JsonReader walked = JsonReaderTest.reader(utf8(text));
    JsonReader skipped = JsonReaderTest.reader(utf8(text));
    walked.next();
    skipped.next();
    for (Token token = walked.next(); token != null; token = walked.next()) {
      assertEquals(token, skipped.next());
      assertEquals(walked.start(), skipped.start());
      if (token != Token.END_ARRAY && token != Token.END_OBJECT) {
        JsonReaderTest.walk(walked);
      }
      skipped.skip();
      assertEquals(walked.end(), skipped.end());
    }
    assertNull(skipped.next());
  }

  /** The bytes behind the text's end must not count. */
  @ParameterizedTest
  @MethodSource("texts")
  void textEndsBeforeTheEndOfItsArray(String text) throws IOException {
    byte[] bytes = utf8(text + text);
    for (int end = 1; end <= text.length(); end++) {
      JsonText cut = new JsonText(bytes, 0, end);
      assertEquals(skipped(JsonText.of(Arrays.copyOf(bytes, end))), skipped(cut));
    }
  }

  /** Returns where a text's value ends, or the problem in it. */
  private static Object skipped(JsonText text) throws IOException {
    JsonReader json = new JsonReader(text, 100, 1000);
    try {
      json.next();
      json.skip();
      return json.end();
    } catch (JsonException e) {
      return new JsonReaderTest.Refusal(e);
    }
  }
}

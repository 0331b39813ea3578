package dev.symbolicator.profile.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.profile.json.JsonBuffer.Milliseconds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonBufferTest {
  private final JsonBuffer buffer = new JsonBuffer(1);

  private String written() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    buffer.writeTo(out);
    return out.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        0,
        9,
        10,
        99,
        100,
        109,
        999,
        1_000,
        9_999,
        10_000,
        99_999,
        123_456,
        999_999_999,
        1_000_000_000,
        Integer.MAX_VALUE,
        -1,
        Integer.MIN_VALUE
      })
  void numberHasItsDigits(int number) throws IOException {
    buffer.number(number);
    assertEquals(Integer.toString(number), written());
  }

  @Test
  void smallNumbersFollowEachOther() throws IOException {
    IntStream.range(0, 2_000).forEach(buffer::number);
    assertEquals(
        IntStream.range(0, 2_000).mapToObj(Integer::toString).collect(Collectors.joining()),
        written());
  }

  @Test
  void piecesOfAllLengthsFromAllPlacesFollowEachOther() throws IOException {
    byte[] json = "0123456789abcdefghijklmnopqrstuvwxyz".getBytes(StandardCharsets.UTF_8);
    StringBuilder expected = new StringBuilder();
    JsonBuffer small = new JsonBuffer(1);
    for (int start = 0; start <= json.length; start++) {
      for (int end = start; end <= json.length; end++) {
        small.bytes(json, start, end);
        expected.append(new String(json, start, end - start, StandardCharsets.UTF_8));
      }
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    small.writeTo(all);
    assertEquals(expected.toString(), all.toString(StandardCharsets.UTF_8));
  }

  @Test
  void plainStringIsSpeltLikeAnyOther() throws IOException {
    String plain =
        IntStream.rangeClosed(' ', '~')
            .filter(unit -> unit != '"' && unit != '\\')
            .mapToObj(Character::toString)
            .collect(Collectors.joining());
    buffer.plainString(plain);
    buffer.plainString("");
    buffer.string(plain);
    assertEquals("\"%1$s\"\"\"\"%1$s\"".formatted(plain), written());
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 0.001",
    "10, 0.01",
    "100, 0.1",
    "999, 0.999",
    "1000, 1",
    "10000, 10",
    "2972735, 2972.735",
    "1200450, 1200.45",
    "9007199254740000, 9007199254740",
    "9007199254740991, 9007199254740.991"
  })
  void zerosAtTheEndAreLeftOut(long micros, String milliseconds) {
    assertEquals(milliseconds, Milliseconds.ofMicros(micros));
  }
}

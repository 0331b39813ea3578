package dev.symbolicator.url;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DataUrlTest {
  private static DataUrl data(String url) {
    DataUrl data = DataUrl.parse(url);
    assertNotNull(data, url);
    return data;
  }

  private static String text(String url) {
    return new String(data(url).bytes(), UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"data:", "DATA:,x", " data:x", "\u0000d\tat\na:", "data:/x", "dAtA\r:"})
  void dataUrlIsRecognisedInAnySpellingOfItsScheme(String url) {
    assertTrue(DataUrl.is(url));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "data",
        "data ",
        "da ta:",
        "xdata:",
        "http:data:",
        "/data:,x",
        "dataa:,x",
        "d\u0001ata:"
      })
  void otherTextIsNoDataUrl(String url) {
    assertFalse(DataUrl.is(url));
    assertNull(DataUrl.parse(url));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "data:,hi | hi",
        "data:,a,b | a,b",
        "data:,%68%69 | hi",
        "data:,%6 | %6",
        "data:,%zz | %zz",
        "data:,a+b | a+b",
        "data:,a#b | a",
        "data:,a?b | a?b",
        "data:,é%C3%A9 | éé",
        "data:;base64,aGk= | hi",
        "data:;base64,aGk | hi",
        "data:;base64,aG k= | hi",
        "data:;base64,aGk%3D | hi",
        "data:;base64,%61%47%6b | hi",
        "data:;BASE64,aGk= | hi",
        "data:;  base64,aGk= | hi",
        "data:a/b;charset=x;base64,aGk= | hi",
        "data:;base64;x,aGk= | aGk=",
        "data:base64,aGk= | aGk=",
        "data:;base64 ,aGk= | hi",
        "data:;base64,aGk=#f | hi",
        "data:/x/../;base64,aGk= | hi",
        "data://h/x/../,b | b",
      })
  void bodyIsPercentDecodedAndThenBase64DecodedIfMarked(String url, String expected) {
    assertEquals(expected, text(url));
  }

  @Test
  void blanksAndControlsAreReadLikeInAnyUrl() {
    assertEquals("ab", text(" data:,a\tb \n"));
    assertEquals("a", text("data:,%6\n1"));
    assertEquals("a \u0001b", text("data:,a \u0001b"));
    assertEquals("\ufffd", text("data:,\ud800"));
    assertEquals("hi", text("data:;base64,a\fGk"));
    assertEquals("hi", text("data:;base64,%20aGk%0a"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "data:",
        "data:x",
        "data:x#,y",
        "data:;base64,a",
        "data:;base64,aGk==",
        "data:;base64,aG=k",
        "data:;base64,aGk=a",
        "data:;base64,=",
        "data:;base64,====",
        "data:;base64,AAAA=",
        "data:;base64,AAAA====",
        "data:;base64,aGk-",
        "data:;base64,aG_k",
        "data:;base64,aGké",
        "data:;base64,%ff",
        "data://[/,x"
      })
  void malformedDataUrlIsNull(String url) {
    assertNull(DataUrl.parse(url));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "data:,x | text/plain",
        "data:;charset=utf-8,x | text/plain",
        "data:Application/JSON,x | application/json",
        "data: application/json ;charset=utf-8;base64, | application/json",
        "data:image/svg+xml,x | image/svg+xml",
        "data:x,x | text/plain",
        "data:/x,x | text/plain",
        "data:x/,x | text/plain",
        "data:a b/c,x | text/plain",
        "data:é/c,x | %c3%a9/c",
        "data:a/b?;  base64,x | text/plain",
        "data:a/b ?,x | text/plain",
        "data:a/b/c,x | text/plain",
      })
  void mediaTypeIsTypeAndSubtypeOrTextPlain(String url, String expected) {
    assertEquals(expected, data(url).mediaType());
  }

  @Test
  void textFormShowsNoContent() {
    assertEquals(
        "data:application/json (6 bytes)", data("data:application/json,secret").toString());
  }

  @Test
  void base64OfEveryLengthIsDecodedWithAndWithoutPadding() {
    Random random = new Random(1);
    for (int length = 0; length < 100; length++) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      String padded = Base64.getEncoder().encodeToString(bytes);
      assertArrayEquals(bytes, data("data:;base64," + padded).bytes());
      assertArrayEquals(bytes, data("data:;base64," + padded.replace("=", "")).bytes());
    }
  }

  @Test
  void mapOfTwentyMegabytesIsDecoded() {
    byte[] bytes = new byte[20 << 20];
    new Random(1).nextBytes(bytes);
    String url = "data:application/json;base64," + Base64.getEncoder().encodeToString(bytes);
    assertArrayEquals(bytes, data(url).bytes());
  }

  @Test
  void pathIsRewrittenInAUrlOf65536CharactersAndALongerOneIsNone() {
    String longest = "data:/a/../" + "b".repeat((1 << 16) - "data:/a/../,x".length()) + ",x";
    assertEquals(65_536, longest.length());
    assertNotNull(DataUrl.parse(longest));
    assertNull(DataUrl.parse(longest + "x"));
    assertNotNull(DataUrl.parse("data:," + longest), "nothing is to be rewritten");
  }
}

package dev.symbolicator.profile.formats;

import static dev.symbolicator.profile.formats.Profiles.LIMITS;
import static dev.symbolicator.profile.formats.Profiles.reading;
import static dev.symbolicator.profile.formats.Profiles.utf8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileReading.NotJson;
import dev.symbolicator.testing.Allowances;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NotJsonTest {
  private static NotJson notJson(byte[] body) {
    return assertInstanceOf(
        NotJson.class, ProfileReader.read(ProfileBody.of(body), LIMITS, Allowances.plenty()));
  }

  private static void assertNotJsonAt(int offset, String body) {
    assertEquals(offset, notJson(utf8(body)).byteOffset(), body);
  }

  @Test
  void emptyBodyIsNotJson() {
    assertEquals(new NotJson(0, "The body is empty."), reading(""));
    assertEquals(new NotJson(3, "The body is empty."), reading(" \n\t"));
    assertEquals(new NotJson(3, "The body is empty."), reading("\uFEFF"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "[true,",
        "[\"a\",",
        "{\"frames\"",
        "{\"frames\":",
        "{\"frames\":[1,",
        "[\"abc",
        "[1",
        "[\"\\u12"
      })
  void bodyThatIsCutOffIsNotJsonAtItsEnd(String body) {
    assertEquals(new NotJson(body.length(), "The JSON value is cut off."), reading(body));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "`{\"a\":tru}`, 5",
        "`{\"a\":NaN}`, 5",
        "`[1,]`, 3",
        "`[1}`, 2",
        "`{\"a\" 1}`, 5",
        "`{\"a\":1,}`, 7",
        "`{a:1}`, 1",
        "`['a']`, 1",
        "`[1x]`, 2",
        "`[.5]`, 1",
        "`[1.]`, 3",
        "`[1e]`, 3",
        "`[-]`, 2",
        "`[\"\\x\"]`, 3",
        "`[undefined]`, 1",
        "`[01]`, 2",
        "`[-Infinity]`, 2",
        "`[true 1]`, 6",
        "`// comment`, 0",
        "`]`, 0",
        "`<html>`, 0",
        "`[\"é\" x]`, 6"
      })
  void offsetOfTheWrongByteIsReported(String body, int offset) {
    assertNotJsonAt(offset, body);
  }

  @Test
  void detailShowsOneCharacterAtMost() {
    assertEquals(new NotJson(4, "'s' cannot stand here in JSON."), reading("[1, secret]"));
    assertEquals(new NotJson(1, "This byte cannot stand here in JSON."), reading("[\u00a0]"));
  }

  @Test
  void controlCharacterIsNotJson() {
    assertNotJsonAt(2, "[\"\n\"]");
    assertNotJsonAt(2, "[1\f,2]");
    assertNotJsonAt(1, "[\u0001]");
  }

  @Test
  void bytesAfterTheValueAreNotJson() {
    assertNotJsonAt(3, "{} {}");
    assertNotJsonAt(2, "1 2");
    assertNotJsonAt(2, "{}x");
    assertNotJsonAt(3, "{} ]");
  }

  @Test
  void syntaxErrorIsReportedBeforeAnyOtherProblem() {
    assertInstanceOf(NotJson.class, reading("{\"frames\":7,\"x\":[1 2]}"));
    assertInstanceOf(NotJson.class, reading("[{\"samples\":[}]"));
    assertInstanceOf(NotJson.class, reading("{\"samples\":[\"\\q\"]}"));
  }

  @Test
  void bodyWithLongKeyIsCheckedAsStrictly() {
    String key = "\"" + "k".repeat(200) + "\"";
    for (String bad :
        new String[] {
          "", ":", ":1", ":tru}", ":01}", ":1,}", ":NaN}", ":1}x", ":1} 2", ":\"\n\"}"
        }) {
      NotJson notJson = notJson(utf8("{" + key + bad));
      assertTrue(notJson.byteOffset() > key.length(), bad);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"120E-", "120E", "12.", "-", "12", "12.5e", "nul", "\"\\u00"})
  void valueThatIsCutOffAfterALongKeyIsNotJson(String value) {
    String key = "\"" + "k".repeat(70) + "\":0,";
    NotJson notJson = notJson(utf8("{" + key + "\"frames\":[{\"line\":" + value));
    assertTrue(notJson.byteOffset() > key.length());
  }

  @ParameterizedTest
  @CsvSource({
    "FF, 0",
    "80, 0",
    "C080, 0",
    "C1BF, 0",
    "E08080, 0",
    "E09FBF, 0",
    "F0808080, 0",
    "F08FBFBF, 0",
    "EDA080, 0",
    "EDBFBF, 0",
    "F4908080, 0",
    "F5808080, 0",
    "C3, 0",
    "E282, 0",
    "F09F98, 0",
    "C328, 0",
    "E22820, 0",
    "E28228, 0",
    "F09F9828, 0"
  })
  void malformedUtf8IsNotJsonAtAnyOffset(String hex, int offset) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    for (int lead = 0; lead < 20; lead++) {
      String before = "{\"é\":\"" + "x".repeat(lead);
      byte[] body = (before + "?\"}").getBytes(StandardCharsets.UTF_8);
      int at = utf8(before).length;
      byte[] whole = new byte[body.length - 1 + bytes.length];
      System.arraycopy(body, 0, whole, 0, at);
      System.arraycopy(bytes, 0, whole, at, bytes.length);
      System.arraycopy(body, at + 1, whole, at + bytes.length, body.length - at - 1);
      assertEquals(new NotJson(at + offset, "The body is not UTF-8."), notJson(whole));
    }
  }

  @Test
  void otherEncodingsAreNotJson() {
    String body = "{\"frames\":[],\"resources\":[],\"stacks\":[],\"samples\":[]}";
    assertEquals(1, notJson(body.getBytes(StandardCharsets.UTF_16LE)).byteOffset());
    assertEquals(0, notJson(body.getBytes(StandardCharsets.UTF_16BE)).byteOffset());
    assertEquals(0, notJson(body.getBytes(StandardCharsets.UTF_16)).byteOffset());
    assertEquals(1, notJson("7".getBytes(StandardCharsets.UTF_16LE)).byteOffset());
    assertEquals(1, notJson(body.getBytes(Charset.forName("UTF-32LE"))).byteOffset());
    assertEquals(0, notJson(body.getBytes(Charset.forName("UTF-32BE"))).byteOffset());
  }

  @Test
  void offsetsCountTheByteOrderMark() {
    assertNotJsonAt(4, "\uFEFF[x]");
    assertNotJsonAt(3, "\uFEFF\uFEFF{}");
  }
}

package dev.symbolicator.profile.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileReading.NotJson;
import dev.symbolicator.testing.Allowances;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodyAdviceTest {
  private static final String FORMATS =
      "Send a body of one of these formats in UTF-8: "
          + String.join(", ", ProfileReader.names())
          + ".";
  private static final String USUAL = "Send the whole profile as JSON in UTF-8.";
  private static final String PROFILE =
      "{\"frames\":[],\"resources\":[],\"stacks\":[],\"samples\":[]}";

  private static String advice(byte[] body, String contentType) {
    ProfileBody typed = new ProfileBody(body, contentType, false);
    return assertInstanceOf(
            NotJson.class, ProfileReader.read(typed, Profiles.LIMITS, Allowances.plenty()))
        .advice();
  }

  private static String advice(String body) {
    return advice(Profiles.utf8(body), "application/octet-stream");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "{", "{\"a\":x}", "[1,", "{\"a\":[{}\n {", "{} x", "[{}{"})
  void bodyThatBeginsLikeJsonShouldBeWhole(String body) {
    assertEquals(USUAL, advice(body));
  }

  @ParameterizedTest
  @ValueSource(strings = {"<!doctype html>", "\n<html>", "<?xml version=\"1.0\"?>"})
  void pageIsToldFromAProfile(String body) {
    assertEquals(
        "The body looks like an HTML page. Check what your download returned.", advice(body));
  }

  @Test
  void archiveShouldBeUnpacked() {
    assertEquals(
        "The body is a zip archive. Unpack the archive, and send the profile in it.",
        advice("PK\u0003\u0004"));
  }

  @Test
  void utf16ShouldBeSavedAsUtf8() {
    String advice = "The text looks like UTF-16. Save the file as UTF-8.";
    assertEquals(advice, advice(PROFILE.getBytes(StandardCharsets.UTF_16), "text/plain"));
    assertEquals(advice, advice(PROFILE.getBytes(StandardCharsets.UTF_16LE), "text/plain"));
    assertEquals(advice, advice(PROFILE.getBytes(StandardCharsets.UTF_16BE), "text/plain"));
    assertEquals(advice, advice(new byte[] {(byte) 0xFF, (byte) 0xFE, 'x', 0}, "text/plain"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n"})
  void linesOfProfilesShouldBeSentAsABatch(String lineBreak) {
    assertEquals(
        "Send a batch of profiles with Content-Type: application/x-ndjson.",
        advice(PROFILE + lineBreak + PROFILE));
  }

  @Test
  void profilesWithoutLineFeedsShouldBePutInLines() {
    assertEquals(
        "Put each profile of a batch into a line of its own. With curl, use --data-binary or -T,"
            + " since -d drops line feeds.",
        advice(PROFILE + PROFILE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"hello", "(()=>{})()", "\u00e9", "\"x"})
  void otherBodyShouldBeOfOneOfTheFormats(String body) {
    assertEquals(FORMATS, advice(body));
  }

  @Test
  void textWithoutLineFeedsThatCurlSendsShouldKeepThem() {
    byte[] text = Profiles.utf8("Uncaught TypeError: x    at e (a.js)");
    assertEquals(
        "With curl, use --data-binary instead of -d, which drops line feeds. " + FORMATS,
        advice(text, "Application/x-www-form-urlencoded"));
    assertEquals(FORMATS, advice(text, "text/plain"));
    assertEquals(FORMATS, advice(Profiles.utf8("a\nb"), "application/x-www-form-urlencoded"));
  }
}

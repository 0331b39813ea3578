package dev.symbolicator.profile.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.profile.ProfileLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the reading of members in an expected order with that of one name after the other. */
class FrameMembersTest {
  private static final List<String> NAMES = List.of("name", "url", "line", "größe");

  private interface MemberReader {
    int next(JsonCursor json, int before) throws IOException;
  }

  private static int plainNext(JsonCursor json) throws IOException {
    if (json.next() == JsonToken.END_OBJECT) {
      return FrameMembers.END;
    }
    int member = NAMES.indexOf(json.name());
    json.next();
    return member;
  }

  /** Returns each member with its place, and the problem behind these if there is one. */
  private static String members(byte[] text, MemberReader reader) throws IOException {
    StringBuilder seen = new StringBuilder();
    JsonCursor json = cursor(text);
    try {
      for (JsonToken token = json.next(); token != null; token = json.next()) {
        if (token == JsonToken.START_OBJECT) {
          readObject(json, reader, seen);
        }
      }
    } catch (JsonReadException e) {
      seen.append(e.reading());
    }
    return seen.toString();
  }

  private static void readObject(JsonCursor json, MemberReader reader, StringBuilder seen)
      throws IOException {
    int before = FrameMembers.UNKNOWN;
    int member = reader.next(json, before);
    while (member != FrameMembers.END) {
      seen.append(member).append(json.pointer()).append(' ');
      seen.append(json.start()).append('-').append(json.end()).append('\n');
      json.skip();
      before = Math.max(member, before);
      member = reader.next(json, before);
    }
  }

  private static JsonCursor cursor(byte[] text) {
    return new JsonCursor(JsonText.of(text), ProfileLimits.DEFAULT);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void check(byte[] text) throws IOException {
    FrameMembers members = new FrameMembers(NAMES);
    assertEquals(
        members(text, (json, before) -> plainNext(json)),
        members(text, members::next),
        () -> new String(text, StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{\"name\":\"a\",\"url\":\"b\",\"line\":1},{\"name\":\"c\",\"url\":\"d\",\"line\":2}]",
        "[{\"line\":1,\"name\":\"a\"},{\"line\":2,\"name\":\"b\"},{\"name\":\"b\",\"line\":2}]",
        "[{\"name\":1,\"other\":[2],\"url\":{}},{\"name\":1,\"other\":[2],\"url\":{}},{\"url\":null}]",
        "[{},{\"line\":[{\"name\":1}]},{},{\"line\":[{\"name\":1}],\"größe\":1},{\"größe\":1}]",
        "[ { \"name\" : 1 , \"url\": 2,\n\"line\":3 } , {\"name\":1\t,\t\"url\":2, \"line\" :3}]",
        "[{\"n\\u0061me\":1,\"url\":2},{\"n\\u0061me\":1,\"name\":2,\"url\":3,\"url\":4}]",
        "[{\"name\":1,\"names\":2},{\"name\":1,\"name\":2},{\"nam\":1,\"name\":2,\"url\":3}]"
      })
  void membersAndProblemsAreThoseOfEachNameReadAlone(String text) throws IOException {
    byte[] bytes = utf8(text);
    byte[] others = utf8("{}[]:,\"\\0 \nn");
    for (int at = 0; at < bytes.length; at++) {
      check(Arrays.copyOf(bytes, at));
      byte[] changed = bytes.clone();
      for (byte other : others) {
        changed[at] = other;
        check(changed);
      }
    }
    check(bytes);
  }

  @Test
  void cursorMovesToAnExpectedNameOnly() throws IOException {
    JsonCursor json = cursor(utf8("{\"a\":1, \"b\":2}"));
    json.next();
    assertFalse(json.nextName(utf8("\"b\":")));
    assertTrue(json.nextName(utf8("\"a\":")));
    assertEquals("a", json.name());
    json.next();
    assertFalse(json.nextName(utf8("\"a\":")));
    assertTrue(json.nextName(utf8("\"b\":")));
    json.next();
    assertEquals("/b", json.pointer());
    assertFalse(json.nextName(utf8("\"b\":")));
    assertEquals(JsonToken.END_OBJECT, json.next());
  }
}

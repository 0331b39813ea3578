package dev.symbolicator.profile.stacktext;

import static dev.symbolicator.profile.stacktext.Stacks.body;
import static dev.symbolicator.profile.stacktext.Stacks.read;
import static dev.symbolicator.profile.stacktext.Stacks.rewritten;
import static dev.symbolicator.profile.stacktext.Stacks.written;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.ScriptBuild;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import java.util.List;
import org.junit.jupiter.api.Test;

class StackMemberFormatTest {
  @Test
  void onlyNamesAndPositionsInStringChange() {
    assertEquals(
        "{\"a\" : 1.50, \"stack\": \"Error: \\u00e4\\/\\\"\\n    at \\\"f\\\\ (https://o/o.ts:3:4)\\r"
            + "\\n\\ud83d\\ude00\", \"z\":null}",
        rewritten(
            "{\"a\" : 1.50, \"stack\": \"Error: \\u00e4\\/\\\"\\n    at e (http:\\/\\/h/\\u00e4\\ud83d\\ude00.js:1:2)\\r"
                + "\\n\\ud83d\\ude00\", \"z\":null}",
            "\"f\\"));
  }

  @Test
  void escapesOfUrlAreRead() {
    Profile profile =
        read(body("{\"stack\":\"e@http:\\/\\/h/\\u00e4\\ud83d\\ude00.js:1\\u003a2\"}"));
    assertEquals(List.of("http://h/ä😀.js"), profile.scripts());
  }

  @Test
  void objectNamesBuildsAndTakesReport() {
    Profile profile =
        read(
            body(
                "{\"release\":\"1\",\"stack\":\"e@http://h/a.js:1:2\",\"debugIds\":{\"http://h/a.js\":\"d\"}}"));
    assertEquals(new ScriptBuild("1", "d"), profile.build(0));
    assertEquals("stack", profile.format());
    assertEquals("application/json", profile.mediaType());
    assertEquals(
        "{\"release\":\"1\",\"stack\":\"e@http://h/a.js:1:2\",\"debugIds\":{\"http://h/a.js\":\"d\"},\"symbolication\":{}}",
        written(profile, frame -> null, "{}"));
  }

  @Test
  void stackWithoutPositionsPassesThrough() {
    Profile profile = read(body("{\"stack\":\"Error: Script error.\"}"));
    assertEquals(List.of(), profile.frames());
  }

  @Test
  void otherKindOfStackIsNoStack() {
    assertInvalid("{\"stack\":[\"e@http://h/a.js:1:2\"]}", "");
  }

  @Test
  void secondStackIsRefused() {
    assertInvalid("{\"stack\":\"e@http://h/a.js:1:2\",\"stack\":\"\"}", "/stack");
  }

  private static void assertInvalid(String json, String pointer) {
    ProfileReading reading = Stacks.reading(body(json), ProfileLimits.DEFAULT);
    assertEquals(pointer, assertInstanceOf(ProfileReading.Invalid.class, reading).pointer());
  }
}

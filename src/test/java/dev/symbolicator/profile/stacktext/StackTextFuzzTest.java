package dev.symbolicator.profile.stacktext;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.profile.OriginalFrame;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class StackTextFuzzTest {
  private static final String[] PARTS = {
    "    at ",
    "at ",
    "async ",
    "new ",
    "Object.",
    "e",
    "größe",
    "<anonymous>",
    " [as x]",
    " (",
    ")",
    "(",
    "eval at ",
    ", ",
    "@",
    "http://h/a.js",
    "file:///b (1).js",
    "/c.js",
    "C:\\d.js",
    ":1:2",
    ":3:45",
    ":0:1",
    ":",
    "1",
    "*",
    " > eval",
    "\n",
    "\r\n",
    "\t",
    "Error: x",
    "node:",
    "\"",
    "😀"
  };

  @FuzzTest(maxDuration = "10m")
  void anyTextIsReadAndWrittenBack(byte[] text) throws IOException {
    assertIsReadAndWrittenBack(text);
  }

  @Property(tries = 5_000)
  void anyMixOfPartsIsReadAndWrittenBack(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(30); i >= 0; i--) {
      text.append(PARTS[random.nextInt(PARTS.length)]);
    }
    assertIsReadAndWrittenBack(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static void assertIsReadAndWrittenBack(byte[] bytes) throws IOException {
    ProfileBody body = new ProfileBody(bytes, "text/plain", false);
    if (!new StackTextFormat().recognises(body)) {
      return;
    }
    ProfileReading reading =
        new StackTextFormat().read(body, ProfileLimits.DEFAULT, memory -> true);
    if (reading instanceof ProfileReading.ReadProfile read) {
      Profile profile = read.profile();
      String text = new String(bytes, StandardCharsets.UTF_8);
      assertArrayEquals(
          bytes, Stacks.written(profile, frame -> null, null).getBytes(StandardCharsets.UTF_8));
      Profile member = Stacks.read(Stacks.body(Stacks.json(text)));
      assertEquals(profile.frames(), member.frames());
      assertEquals(profile.scripts(), member.scripts());
      for (String name : new String[] {"", "f", "a.b", "\n\"@ (x) \\"}) {
        String mapped = rewritten(profile, name);
        assertEquals(profile.frames().size(), Stacks.frames(mapped).size(), () -> mapped);
        assertEquals(
            mapped, new ObjectMapper().readTree(rewritten(member, name)).get("stack").asText());
      }
    }
  }

  private static String rewritten(Profile profile, String name) {
    return Stacks.written(profile, frame -> new OriginalFrame("http://o/s.ts", 1, 2, name), null);
  }
}

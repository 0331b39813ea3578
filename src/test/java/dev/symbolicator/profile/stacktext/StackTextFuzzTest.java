package dev.symbolicator.profile.stacktext;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.testing.Allowances;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class StackTextFuzzTest {
  /** Reads like the spelling of other frames. */
  private static final String ODD_NAME = "\n\"@ (x) \\";

  private static final String[] PREFIXES = {
    "",
    "    ",
    "\t",
    "web_1  | ",
    "app-1  |     ",
    "[worker 3] ",
    "[12:00:01] ",
    "> ",
    "#0 ",
    "- ",
    "2026-01-02T03:04:05.678Z ",
    "2026-01-02T03:04:05.678Z stderr F     ",
    "01-11 13:07:18.229 27974 28007 I ReactNativeJS: ",
    "Jan 02 12:00:00 host app[123]: ",
    "{\"level\":\"error\",\"msg\":\"Error: a@b\\n    ",
    "user@host.example: ",
    "[me@host ~]$ ",
    "\u001b[90m    ",
    "ä \u001b[31m"
  };

  private static final String[][] FRAMES = {
    {"at e (http://h/a.js:1:2)", "at n (https://o/o.ts:3:4)"},
    {
      "at async Object.e [as x] (http://h/a.js:1:2)",
      "at async Object.n [as x] (https://o/o.ts:3:4)"
    },
    {"at http://h/a.js:1:2", "at n (https://o/o.ts:3:4)"},
    {"at e @ http://h/a.js:1:2", "at n @ https://o/o.ts:3:4"},
    {"at e(a, b) @ http://h/a.js:1:2", "at n(a, b) @ https://o/o.ts:3:4"},
    {"at e (address at index.bundle:1:2)", "at n (address at https://o/o.ts:3:4)"},
    {
      "at x (eval at e (/a.js:1:2), <anonymous>:3:4)",
      "at x (eval at n (https://o/o.ts:3:4), <anonymous>:3:4)"
    },
    {
      "at e (\u001b[36mhttp://h/a.js:1:2\u001b[39m)",
      "at n (\u001b[36mhttps://o/o.ts:3:4\u001b[39m)"
    },
    {"e@http://h/@fs/a.js:1:2", "n@https://o/o.ts:3:4"},
    {"async*a[b]/<@http://h/a.js:1:2", "async*n@https://o/o.ts:3:4"},
    {"e @ http://h/a.js:1:2", "n @ https://o/o.ts:3:4"}
  };

  private static final String[] SUFFIXES = {
    "",
    " ",
    "\r",
    " {",
    " [cause]",
    " [native code]",
    "\u001b[39m",
    " \u001b[0m {",
    "\\n\"}",
    ", ",
    "  (x@y)"
  };

  private static final String[] OTHERS = {
    "TypeError: Failed to fetch dynamically imported module: http://h/a.js",
    "Error: bad value at http://h/a.js:1:2 was given",
    "Error: bad value at http://h/a.js:1:2",
    "Error: look at this (http://h/a.js:1:2)",
    "Error: mail bob@example.com at 12:30:45 /x",
    "Error: user@host:1:2",
    "GET http://h/a.js:1:2 200",
    "see http://h/a.js:1:2",
    "map@[native code]",
    ""
  };

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
    "address at ",
    " @ ",
    "web_1  | ",
    "[1] ",
    "\u001b[36m",
    " {",
    "\\n",
    "\"",
    "😀"
  };

  @FuzzTest(maxDuration = "10m")
  void anyTextIsReadAndWrittenBack(byte[] text) throws IOException {
    assertIsReadAndWrittenBack(text);
  }

  @Example
  void parenthesesStayBeforeOtherText() throws IOException {
    assertIsReadAndWrittenBack(
        "x@(    at js:0:1 (http://h/a.js:1:2)file:///b".getBytes(StandardCharsets.UTF_8));
  }

  @Example
  void severalFramesAreUrlsAlone() throws IOException {
    assertIsReadAndWrittenBack(
        "/c.js:3:45 > eval web_1  | \\n:3:45\"".getBytes(StandardCharsets.UTF_8));
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

  @Property(tries = 3_000)
  void textAroundFramesStays(@ForAll long seed) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder("Error: x\n    at e (http://h/a.js:1:2)");
    StringBuilder expected = new StringBuilder("Error: x\n    at n (https://o/o.ts:3:4)");
    for (int i = random.nextInt(8); i > 0; i--) {
      String other = any(random, OTHERS);
      String prefix = any(random, PREFIXES);
      String[] frame = FRAMES[random.nextInt(FRAMES.length)];
      String suffix = any(random, SUFFIXES);
      text.append('\n').append(other).append('\n').append(prefix).append(frame[0]).append(suffix);
      expected.append('\n').append(other).append('\n');
      expected.append(prefix).append(frame[1]).append(suffix);
    }
    assertEquals(expected.toString(), Stacks.rewritten(text.toString(), "n"));
  }

  private static String any(Random random, String[] texts) {
    return texts[random.nextInt(texts.length)];
  }

  private static void assertIsReadAndWrittenBack(byte[] bytes) throws IOException {
    ProfileBody body = new ProfileBody(bytes, "text/plain", false);
    if (!new StackTextFormat().recognises(body)) {
      return;
    }
    ProfileReading reading =
        new StackTextFormat().read(body, ProfileLimits.DEFAULT, Allowances.plenty());
    if (reading instanceof ProfileReading.ReadProfile read) {
      Profile profile = read.profile();
      String text = new String(bytes, StandardCharsets.UTF_8);
      assertArrayEquals(
          bytes, Stacks.written(profile, frame -> null, null).getBytes(StandardCharsets.UTF_8));
      Profile member = Stacks.read(Stacks.body(Stacks.json(text)));
      assertEquals(profile.frames(), member.frames());
      assertEquals(profile.scripts(), member.scripts());
      for (String name : new String[] {"", "f", "a.b", ODD_NAME}) {
        String mapped = rewritten(profile, name);
        if (!name.equals(ODD_NAME)) {
          assertEquals(profile.frames().size(), Stacks.frames(mapped).size(), () -> mapped);
        }
        assertEquals(
            mapped, new ObjectMapper().readTree(rewritten(member, name)).get("stack").asText());
      }
    }
  }

  private static String rewritten(Profile profile, String name) {
    return Stacks.written(profile, frame -> new OriginalFrame("http://o/s.ts", 1, 2, name), null);
  }
}

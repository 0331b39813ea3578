package dev.symbolicator.profile.stacktext;

import static dev.symbolicator.profile.stacktext.Stacks.body;
import static dev.symbolicator.profile.stacktext.Stacks.frames;
import static dev.symbolicator.profile.stacktext.Stacks.read;
import static dev.symbolicator.profile.stacktext.Stacks.rewritten;
import static dev.symbolicator.profile.stacktext.Stacks.written;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.ProfileFrame.PositionKind;
import dev.symbolicator.profile.Profile.ScriptBuild;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.formats.ProfileReader;
import dev.symbolicator.testing.Allowances;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StackTextFormatTest {
  /** Lines of Node 20, each with the answer for a function that is named {@code first}. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          at e (http://h/a.js:1:98)                  | at first (o.ts:3:4)
          at http://h/a.js:7:18                      | at first (o.ts:3:4)
          at async e (http://h/a.js:1:2)             | at async first (o.ts:3:4)
          at async http://h/a.js:1:2                 | at async first (o.ts:3:4)
          at new c (http://h/a.js:2:166)             | at new first (o.ts:3:4)
          at async new c (http://h/a.js:2:166)       | at async new first (o.ts:3:4)
          at c.s (/app/a.js:2:116)                   | at first (o.ts:3:4)
          at Object.f (/app/a.js:4:40)               | at Object.first (o.ts:3:4)
          at Object.n [as increment] (/a.js:2:198)   | at Object.first [as increment] (o.ts:3:4)
          at Object.n [as first] (/a.js:2:198)       | at Object.first (o.ts:3:4)
          at get x [as x] (/app/a.js:2:75)           | at first [as x] (o.ts:3:4)
          at c.first (/app/a.js:2:75)                | at c.first (o.ts:3:4)
          at (odd) [name] (/app/a.js:4:83)           | at first (o.ts:3:4)
          at Object.<anonymous> (/app/a.js:3:13)     | at Object.first (o.ts:3:4)
          at <static_initializer> (http://h/a.js:6:42) | at <static_initializer> (o.ts:3:4)
          at e (http://h/a (1) b.js:1:2)             | at first (o.ts:3:4)
          at e (C:\\app\\a.js:1:2)                   | at first (o.ts:3:4)
          at eval (eval at e (/app/a.js:1:98), <anonymous>:1:45) | at eval (eval at first (o.ts:3:4), <anonymous>:1:45)
          at q (eval at f (eval at e (/a.js:1:9), <anonymous>:1:1), <anonymous>:2:3) | at q (eval at f (eval at first (o.ts:3:4), <anonymous>:1:1), <anonymous>:2:3)
          e@http://h/a.js:1:2                        | first@o.ts:3:4
          @http://h/a.js:1:2                         | first@o.ts:3:4
          e@http://h/npm/x@1.2/a.js:1:2              | first@o.ts:3:4
          async*e@http://h/a.js:1:2                  | async*first@o.ts:3:4
          promise callback*n/<@http://h/a.js:1:2     | promise callback*first@o.ts:3:4
          global code@http://h/a.js:1:2              | first@o.ts:3:4
          http://h/a.js:1:2                          | first@o.ts:3:4
          """)
  void functionGetsNameAndPositionInTheFormOfItsLine(String line, String expected) {
    assertEquals(expected.replace("o.ts", "https://o/o.ts"), rewritten(line, "first"));
  }

  @ParameterizedTest
  @CsvSource({
    "at c.s (/app/a.js:2:116), true",
    "at async c.s (/app/a.js:2:116), true",
    "at Object.s (/app/a.js:2:116), false",
    "at new c (/app/a.js:2:116), false",
    "at s (/app/a.js:2:116), false",
    "at [Symbol.iterator] (/app/a.js:2:116), false",
    "at async [Symbol.asyncIterator] (/app/a.js:2:116), false",
    "at c.[Symbol.iterator] (/app/a.js:2:116), true",
    "c.s@http://h/a.js:1:2, false"
  })
  void methodOfAGeneratedTypeIsAskedForWithItsClass(String line, boolean hasReceiver) {
    Profile profile = Stacks.read(Stacks.body(line));
    assertEquals(hasReceiver, profile.hasReceiver(profile.frames().get(0)));
  }

  @Test
  void classOfTheOriginalTakesThePlaceOfTheGeneratedType() {
    assertEquals(
        "at Basket.s [as t] (https://o/o.ts:3:4)",
        rewritten("at c.s [as t] (/app/a.js:2:116)", "Basket.s"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          at e (http://h/a.js:1:98)          | at o.ts:3:4
          at async e (http://h/a.js:1:98)    | at async o.ts:3:4
          at http://h/a.js:7:18              | at o.ts:3:4
          at new c (http://h/a.js:2:166)     | at new <anonymous> (o.ts:3:4)
          at Object.f (/app/a.js:4:40)       | at Object.<anonymous> (o.ts:3:4)
          at Object.<anonymous> (/a.js:3:13) | at Object.<anonymous> (o.ts:3:4)
          at q (eval at e (/a.js:1:9), <anonymous>:1:45) | at q (eval at <anonymous> (o.ts:3:4), <anonymous>:1:45)
          e@http://h/a.js:1:2                | @o.ts:3:4
          http://h/a.js:1:2                  | o.ts:3:4
          """)
  void anonymousFunctionHasTheFormOfAnonymousFunctions(String line, String expected) {
    assertEquals(expected.replace("o.ts", "https://o/o.ts"), rewritten(line, ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Error: at foo (bar:1:2)",
        "Error: mail a@b.c:1:2",
        "    at Array.map (<anonymous>)",
        "    at new Promise (<anonymous>)",
        "    at async Promise.all (index 0)",
        "    at native",
        "    at Module._compile (node:internal/modules/cjs/loader:1521:14)",
        "    at node:internal/main/run_main_module:28:49",
        "    at f (wasm://wasm/abcd:wasm-function[3]:0x1a2)",
        "    at f (http://h/a.wasm:wasm-function[3]:0x1a2)",
        "    at f (http://h/a.js:10)",
        "    at f (http://h/a.js:0:1)",
        "    at f (http://h/a.js:1:0)",
        "    at f (http://h/a.js:1:1234567890)",
        "    at f (http://h/a.js:1:2",
        "    at ",
        "at",
        "@",
        "f@http://h/a.js:10",
        "f@http://h/a.js line 3 > eval:1:2",
        "map@[native code]",
        "see http://h/a.js:1:2",
        "GET http://h/a.js:1:2 200",
        "Error: bad value at http://h/a.js:1:2",
        "Error: bad value at http://h/a.js:1:2 was given",
        "Error: look at this (http://h/a.js:1:2)",
        "Error: mail bob@http://h/a.js: hello",
        "[INFO] at startup: something at n (http://h/a.js:1:2)",
        "",
      })
  void lineWithoutPositionInScriptIsNoFrame(String line) {
    assertFalse(recognised(line), line);
    String more = line + "\n    at e (http://h/a.js:1:2)\n" + line;
    assertEquals(1, frames(more).size());
    assertEquals(line + "\n    at first (https://o/o.ts:3:4)\n" + line, rewritten(more, "first"));
  }

  /** Prefixes of logs, what inspectors and terminals add, and the forms of other tools. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '~',
      textBlock =
          """
          web_1  |     at n (U:1:47)                                  ! web_1  |     at first (P)
          app-1  | at n (U:1:47)                                      ! app-1  | at first (P)
          [worker 3] at U:1:47                                        ! [worker 3] at first (P)
          2026-01-01T00:00:00.123Z at U:1:47                          ! 2026-01-01T00:00:00.123Z at first (P)
          2026-01-01T00:00:00.123Z stderr F     at n (U:1:47)         ! 2026-01-01T00:00:00.123Z stderr F     at first (P)
          01-11 13:07:18.229 27974 28007 I ReactNativeJS: n@U:1:47    ! 01-11 13:07:18.229 27974 28007 I ReactNativeJS: first@P
          01-11 13:07:18.229 27974 28007 I ReactNativeJS: at n (U:1:47) ! 01-11 13:07:18.229 27974 28007 I ReactNativeJS: at first (P)
          #0 n@U:1:47                                                 ! #0 first@P
          > at n (U:1:47)                                             ! > at first (P)
          > @U:1:47                                                   ! > first@P
          user@host: n@U:1:47                                         ! user@host: first@P
          [12:00:01]n@U:1:47                                          ! [12:00:01]first@P
          web_1  | U:1:47                                             ! web_1  | first@P
          ^[90m    at n (U:1:47)^[39m                                 ! ^[90m    at first (P)^[39m
          at n (^[36mU:1:47^[39m)                                     ! at first (^[36mP^[39m)
          ^[31mn@U:1:47^[0m                                           ! ^[31mfirst@P^[0m
          at n (U:1:47) {                                             ! at first (P) {
          at U:1:47 {                                                 ! at first (P) {
          at async n (U:1:47) [cause]                                 ! at async first (P) [cause]
          n@U:1:47 (native)                                           ! first@P (native)
          at n @ U:1:47                                               ! at first @ P
          at <anonymous> @ U:1:47                                     ! at first @ P
          at n(a, [object Object]) @ U:1:47                           ! at first(a, [object Object]) @ P
          n @ U:1:47                                                  ! first @ P
          (anonymous) @ U:1:47                                        ! first @ P
          at n (address at index.android.bundle:1:12345)              ! at first (address at P)
          at anonymous (address at /data/x.bundle:1:12345)            ! at first (address at P)
          {"stack":"Error: x\\n    at n (U:1:47)\\n    at U:2:3"}      ! {"stack":"Error: x\\n    at first (P)\\n    at first (P)"}
          1 "n@U:1:47\\nt@U:1:5\\n@U:1:6\\n"                             ! 1 "first@P\\nfirst@P\\nfirst@P\\n"
          get size@U:1:2                                              ! first@P
          web: get size@U:1:2                                         ! web: first@P
          cannot get size@U:1:2                                       ! cannot get first@P
          x | global code@U:1:2                                       ! x | first@P
          x | promise callback*a[b].c/<@U:1:2                         ! x | promise callback*first@P
          n@file:///a b/c.js:1:2                                      ! first@P
          •n@U:1:2                                                    ! •first@P
          │n@U:1:2                                                    ! │first@P
          →färbe@U:1:2                                                ! →first@P
            at n (U:1:2)                                     !   at first (P)
           n@U:1:2                                               !  first@P
          • at n (U:1:2)                                              ! • at first (P)
          at n (U:1:2), at n (U:1:3)                                  ! at first (P), at first (P)
          at 12:00 the user called n (U:1:2)                          ! at 12:00 the user called first (P)
          at startup, n (U:1:2)                                       ! at startup, first (P)
          at work: n @ U:1:2                                          ! at work: first @ P
          at a.my method (U:1:2)                                      ! at first (P)
          I get n@U:1:2                                               ! I get first@P
          Unexpected token @ U:1:2                                    ! Unexpected token @ U:1:2
          """)
  void textAroundFrameStays(String line, String expected) {
    String text = "at n (U:9:9)\n" + line;
    assertEquals(
        ("at first (P)\n" + expected)
            .replace("^", "\u001b")
            .replace("P", "https://o/o.ts:3:4")
            .replace("U:", "http://h/a.js:"),
        rewritten(text.replace("^", "\u001b").replace("U:", "http://h/a.js:"), "first"));
  }

  /** A time-out of this test would mean that the time is not linear in the length of a line. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "@/",
        ";at /x (y ",
        ";at (eval at ",
        "\tat x (http:/",
        " @ /",
        ";at (x@/ ",
        ";at x) @ ",
        "]a]@/x:1:2.",
        "at ",
        ";at /x:1:2y (/y:1:2x",
        "| http://h ",
        "m@/1;",
        " (address at ",
        "a:b@",
        "x\u001b["
      })
  void longLineIsReadInLinearTime(String unit) {
    assertEquals(1, frames("at e (http://h/a.js:1:2)\n" + unit.repeat(300_000)).size());
  }

  private static boolean recognised(String text) {
    return new StackTextFormat().recognises(Stacks.body(text));
  }

  @Test
  void positionIsThatOfACall() {
    assertEquals(
        List.of(
            new ProfileFrame(0, 0, 0, 97, "e", PositionKind.EXECUTING),
            new ProfileFrame(1, 1, 6, 0, "", PositionKind.EXECUTING),
            new ProfileFrame(2, 0, 0, 1, "f", PositionKind.EXECUTING)),
        frames(
            "Error: m\n    at e (http://h/a.js:1:98)\n    at http://h/b.js:7:1\n"
                + "    at async Object.f [as g] (http://h/a.js:1:2)"));
  }

  @Test
  void textWithSeveralStacksAndLineEndsKeepsAllOtherBytes() {
    String text =
        """
        \ufeffError: größe\r
        \tat e (http://h/a.js:1:2)\r
        \r
        Caused by: x\r
        e@http://h/a.js:3:4 \r
        [cause]: y
              at http://h/a.js:5:6\r
        """;
    assertEquals(
        """
        \ufeffError: größe\r
        \tat n (https://o/o.ts:3:4)\r
        \r
        Caused by: x\r
        n@https://o/o.ts:3:4 \r
        [cause]: y
              at n (https://o/o.ts:3:4)\r
        """,
        rewritten(text, "n"));
  }

  @Test
  void unknownNameKeepsTextOfFunction() {
    assertEquals(
        "at async c.e [as x] (https://o/o.ts:3:4)",
        rewritten("at async c.e [as x] (http://h/a.js:1:2)", null));
  }

  @Test
  void controlCharacterOfNameBeginsNoLine() {
    assertEquals("a b@https://o/o.ts:3:4", rewritten("e@http://h/a.js:1:2", "a\nb"));
  }

  @Test
  void objectIsNoStackText() {
    assertFalse(recognised(" {\"stack\": 1}\ne@http://h/a.js:1:2"));
    assertTrue(recognised("e@http://h/a.js:1:2"));
  }

  @Test
  void textThatIsNotUtf8IsRefused() {
    byte[] body = "e@http://h/\u00ff.js:1:2".getBytes(StandardCharsets.ISO_8859_1);
    ProfileReading reading =
        Stacks.reading(new ProfileBody(body, null, false), ProfileLimits.DEFAULT);
    assertEquals(11, assertInstanceOf(ProfileReading.NotJson.class, reading).byteOffset());
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "Text/plain; charset=utf-8"})
  void textKeepsItsMediaType(String type) {
    ProfileBody body =
        new ProfileBody("e@http://h/a.js:1:2".getBytes(StandardCharsets.UTF_8), type, false);
    assertEquals(type, Stacks.read(body).mediaType());
    assertEquals(
        "text/plain; charset=utf-8",
        Stacks.read(new ProfileBody(body.bytes(), "application/x-www-form-urlencoded", false))
            .mediaType());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/html",
        "text/html; charset=utf-8",
        "text/",
        "text/;",
        "text/plain;",
        "text/plain, application/json",
        "text/html, application/json"
      })
  void otherDeclaredTypeIsNotEchoed(String type) {
    ProfileBody body =
        new ProfileBody("e@http://h/a.js:1:2".getBytes(StandardCharsets.UTF_8), type, false);
    assertEquals("text/plain; charset=utf-8", Stacks.read(body).mediaType());
  }

  @Test
  void stackWithTooManyFramesOrScriptsIsRefused() {
    String stack = "e@http://h/a.js:1:2\ne@http://h/a.js:1:2\ne@http://h/b.js:1:2";
    assertLimit(null, stack, new ProfileLimits(9, 3, 2, 99, 9, 9));
    assertLimit("max-frames", stack, new ProfileLimits(9, 2, 2, 99, 9, 9));
    assertLimit("max-resources", stack, new ProfileLimits(9, 3, 1, 99, 9, 9));
    assertLimit(null, stack, new ProfileLimits(9, 3, 2, 19, 9, 9));
    assertLimit("max-string-length", stack, new ProfileLimits(9, 3, 2, 18, 9, 9));
  }

  private static void assertLimit(@Nullable String limit, String text, ProfileLimits limits) {
    ProfileReading reading = Stacks.reading(Stacks.body(text), limits);
    if (limit == null) {
      assertInstanceOf(ProfileReading.ReadProfile.class, reading);
    } else {
      assertEquals(
          limit, assertInstanceOf(ProfileReading.LimitExceeded.class, reading).limitName());
    }
  }

  @Test
  void stackIsRefusedWithoutMemory() {
    String text = "e@http://h/a.js:1:2";
    for (String body : List.of(text, Stacks.json(text))) {
      assertInstanceOf(
          ProfileReading.OutOfMemory.class,
          ProfileReader.read(Stacks.body(body), ProfileLimits.DEFAULT, Allowances.of(0)));
    }
  }

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

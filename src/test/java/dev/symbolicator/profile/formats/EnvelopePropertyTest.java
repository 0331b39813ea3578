package dev.symbolicator.profile.formats;

import static dev.symbolicator.profile.formats.Profiles.read;
import static dev.symbolicator.profile.formats.Profiles.written;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.testing.VendorCase;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Random envelopes, with items of every framing. Texts are bytes as ISO 8859-1. */
class EnvelopePropertyTest {
  private static final String MAPPED =
      "{\"filename\":\"/src/x.ts\",\"function\":\"größer\",\"abs_path\":\"w://h/src/x.ts\","
          + "\"lineno\":8,\"colno\":10}";
  private static final OriginalFrame ORIGINAL = new OriginalFrame("w://h/src/x.ts", 7, 9, "größer");

  /** An envelope, and the one that is expected if the frames {@code a} are mapped. */
  private static final class Made {
    private final Random random;
    private final StringBuilder sent = new StringBuilder();
    private final StringBuilder expected = new StringBuilder();
    private int frames;

    Made(long seed) {
      random = new Random(seed);
      both(random.nextBoolean() ? "{}" : "{\"event_id\":\"9f\",\"sdk\":{\"name\":\"größer\"}}");
      both("\n");
      int items = 1 + random.nextInt(6);
      for (int i = 0; i < items; i++) {
        item(i == items - 1);
      }
    }

    private void both(String text) {
      sent.append(VendorCase.text(Profiles.utf8(text)));
      expected.append(VendorCase.text(Profiles.utf8(text)));
    }

    private String oneOf(String... texts) {
      return texts[random.nextInt(texts.length)];
    }

    private void item(boolean isLast) {
      boolean isProfile = random.nextInt(3) > 0;
      boolean hasLength = random.nextBoolean();
      String type = isProfile ? oneOf("profile", "profile_chunk") : foreignType();
      String before = isProfile ? profile(hasLength) : payload(hasLength);
      String after = before.replace("{\"function\":\"a\"}", VendorCase.text(Profiles.utf8(MAPPED)));
      before = before.replace("{\"function\":\"a\"}", frame("a"));
      String header = oneOf("", "\"length_\":\"length\",") + "\"type\":\"" + type;
      if (!hasLength) {
        both("{" + header + "\"}\n");
      } else if (random.nextBoolean()) {
        both("{" + oneOf("", " \"n\": [1, {}],") + "\"length\" : ");
        lengths(before, after);
        both(oneOf(" ", "") + "," + header + "\"}\n");
      } else {
        both("{" + header + "\",\"length\":");
        lengths(before, after);
        both(oneOf("}\n", ",\"x\":\"\\u007d\\n\"}\n", " } \n"));
      }
      sent.append(before);
      expected.append(after);
      both(isLast ? oneOf("", "\n", "\n\n", "\r\n") : oneOf("\n", "\n\n", "\r\n"));
    }

    private void lengths(String before, String after) {
      sent.append(before.length());
      expected.append(after.length());
    }

    /** Returns a type whose items stay: of other items, or of other platforms. */
    private String foreignType() {
      return oneOf("session", "event", "attachment", "profile\",\"platform\":\"android");
    }

    private static String frame(String name) {
      return "{\"function\":\"" + name + "\",\"abs_path\":\"a.js\",\"lineno\":1,\"colno\":5}";
    }

    /** Returns a profile with a mark for each frame that is mapped. */
    private String profile(boolean mayBreak) {
      String space = mayBreak ? oneOf("", " ", "\n", "\r\n  ") : oneOf("", " ", "\t");
      StringBuilder list = new StringBuilder();
      for (int i = random.nextInt(4); i >= 0; i--) {
        String one = oneOf("{\"function\":\"a\"}", frame("b"), "{\"function\":\"go\"}", "null");
        frames += one.contains("go") || one.equals("null") ? 0 : 1;
        list.append(one).append(i == 0 ? "" : "," + space);
      }
      String version =
          oneOf(
              "\"version\":\"1\",\"release\":\"r\",",
              "\"platform\":\"javascript\",\"version\":\"2\",");
      return "{"
          + space
          + version
          + "\"profile\":"
          + space
          + "{\"frames\":["
          + list
          + "],\"stacks\":[[0]]}"
          + space
          + "}";
    }

    /** Returns any bytes, also those of an item, without line feeds unless they have a length. */
    private String payload(boolean mayBreak) {
      if (random.nextInt(4) == 0) {
        return "";
      }
      if (random.nextInt(4) == 0) {
        return mayBreak
            ? "{\"type\":\"profile\"}\n{\"profile\":{\"frames\":[]}}\n"
            : "{\"profile\":{\"frames\":[" + frame("a") + "]}}";
      }
      byte[] bytes = new byte[random.nextInt(60)];
      random.nextBytes(bytes);
      String any = VendorCase.text(bytes);
      // A line feed ends a payload without a length; the reader takes other breaks as its bytes.
      return mayBreak ? any : any.replace('\n', ' ');
    }
  }

  @Property(tries = 3_000)
  void onlyFramesAndLengthsOfProfilesChange(@ForAll long seed) {
    Made made = new Made(seed);
    byte[] body = VendorCase.latin1(made.sent.toString());
    Profile profile = read(body);
    assertEquals("sentry-envelope", profile.format());
    assertEquals(made.frames, profile.frames().size());
    assertArrayEquals(body, written(profile, frame -> null, "{}"));
    byte[] answer = written(profile, frame -> frame.name().equals("a") ? ORIGINAL : null, "{}");
    assertEquals(made.expected.toString(), VendorCase.text(answer));
    assertEquals(made.frames, read(answer).frames().size());
  }

  @Property(tries = 1_000)
  void envelopeWithAWrongLengthIsReadOrRefused(@ForAll long seed) {
    Random random = new Random(seed);
    String envelope = new Made(seed).sent.toString();
    for (String length : List.of("length\":", "length\" : ")) {
      int at = envelope.indexOf(length);
      if (at >= 0) {
        String digits = envelope.substring(at + length.length()).replaceFirst("(?s)\\D.*", "");
        int wrong =
            Integer.parseInt(digits) + 1 + random.nextInt(50) * (random.nextBoolean() ? 1 : 1000);
        VendorFuzzTest.check(
            VendorCase.latin1(
                envelope.substring(0, at + length.length())
                    + wrong
                    + envelope.substring(at + length.length() + digits.length())));
      }
    }
  }
}

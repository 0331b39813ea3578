package dev.symbolicator.profile.formats;

import static dev.symbolicator.profile.formats.Profiles.read;
import static dev.symbolicator.profile.formats.Profiles.written;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.testing.VendorCase;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Random forms of Datadog's kind. Texts are bytes as ISO 8859-1. */
class FormPropertyTest {
  private static final String OF_BOUNDARIES = "ABCXYZabcxyz0123456789'()+_,-./:=?";
  private static final String FRAME = "{\"name\":\"a\",\"line\":1,\"column\":2,\"resourceId\":0}";
  private static final String MAPPED = "{\"name\":\"f\",\"line\":8,\"column\":10,\"resourceId\":1}";
  private static final OriginalFrame ORIGINAL = new OriginalFrame("x.ts", 7, 9, "f");

  /** A part with its headers, each of which ends with a line break. */
  private record Part(String headers, String content) {
    boolean isTrace() {
      return headers.contains("\"wall-time.json\"");
    }
  }

  /** A form, taken apart without the code under test. */
  private record Form(String boundary, List<Part> parts, String epilogue) {
    String text() {
      StringBuilder text = new StringBuilder();
      for (Part part : parts) {
        text.append("--").append(boundary).append("\r\n").append(part.headers());
        text.append("\r\n").append(part.content()).append("\r\n");
      }
      return text + "--" + boundary + "--" + epilogue;
    }

    static Form parse(String text, String boundary) {
      String delimiter = "\r\n--" + boundary;
      List<Part> parts = new ArrayList<>();
      String left = "\r\n" + text;
      assertTrue(left.startsWith(delimiter));
      left = left.substring(delimiter.length());
      while (left.startsWith("\r\n")) {
        int end = left.indexOf(delimiter, left.indexOf("\r\n\r\n") + 2);
        String part = left.substring(2, end);
        int headers = left.startsWith("\r\n\r\n") ? 0 : part.indexOf("\r\n\r\n") + 2;
        parts.add(new Part(part.substring(0, headers), part.substring(headers + 2)));
        left = left.substring(end + delimiter.length());
      }
      assertTrue(left.startsWith("--"));
      return new Form(boundary, parts, left.substring(2));
    }
  }

  private static String oneOf(Random random, String... texts) {
    return texts[random.nextInt(texts.length)];
  }

  private static Form form(Random random, String trace) {
    StringBuilder boundary = new StringBuilder();
    for (int i = random.nextInt(70); i >= 0; i--) {
      boundary.append(OF_BOUNDARIES.charAt(random.nextInt(OF_BOUNDARIES.length())));
    }
    List<Part> parts = new ArrayList<>();
    int others = random.nextInt(5);
    for (int i = 0; i < others; i++) {
      parts.add(part(random, boundary.toString()));
    }
    String content = random.nextBoolean() ? trace : VendorCase.deflate(trace);
    String headers =
        oneOf(random, "", "Content-Type: application/octet-stream\r\n")
            + oneOf(random, "Content-Disposition", "content-disposition")
            + ": form-data; name=\"wall-time.json\""
            + oneOf(random, "", "; filename=\"wall-time.json\"")
            + "\r\n";
    parts.add(random.nextInt(others + 1), new Part(headers, content));
    return new Form(boundary.toString(), parts, oneOf(random, "", "\r\n", "\r\nany\r\n--thing"));
  }

  private static Part part(Random random, String boundary) {
    String name = oneOf(random, "event", "größe", "wall-time", "", "wall-time.json.gz");
    String headers =
        oneOf(
            random,
            "",
            "X-Any: wall-time.json\r\n",
            VendorCase.text(
                Profiles.utf8(
                    "Content-Disposition: form-data; name=\""
                        + name
                        + "\"; filename=\"blob\"\r\n")));
    return new Part(headers, content(random, boundary));
  }

  /** Returns any bytes, also those that look like a boundary, but none that are the form's. */
  private static String content(Random random, String boundary) {
    StringBuilder content = new StringBuilder();
    for (int i = random.nextInt(6); i > 0; i--) {
      byte[] bytes = new byte[random.nextInt(20)];
      random.nextBytes(bytes);
      String near = boundary.substring(0, random.nextInt(boundary.length()));
      content.append(
          oneOf(random, VendorCase.text(bytes), "\r\n", "\r\n--", "--" + near, "\r\n--" + near));
    }
    boolean isDelimiter = ("\r\n" + content + "\r\n").contains("\r\n--" + boundary);
    return isDelimiter ? "{}" : content.toString();
  }

  private static String trace(Random random, int mapped) {
    StringBuilder frames = new StringBuilder();
    for (int i = 0; i < mapped; i++) {
      frames.append(FRAME).append(',').append(random.nextBoolean() ? "\r\n" : "");
    }
    return "{\"frames\":["
        + frames
        + "{\"name\":\"go\"}],\"resources\":[\"a.js\"],\"stacks\":[],\"samples\":[],"
        + "\"debugIds\":[{\"resourceId\":0,\"debugId\":\"1a\"}]}";
  }

  @Property(tries = 3_000)
  void formKeepsItsBoundaryAndItsPartsExceptTheTrace(@ForAll long seed) {
    Random random = new Random(seed);
    int mapped = random.nextInt(4);
    String trace = trace(random, mapped);
    Form sent = form(random, trace);
    byte[] body = VendorCase.latin1(sent.text());
    assertEquals(sent, Form.parse(sent.text(), sent.boundary()));
    Profile profile = read(body);
    assertEquals("datadog-multipart", profile.format());
    assertEquals(mapped, profile.frames().size());
    assertArrayEquals(body, written(profile, frame -> null, "{}"));
    String expected =
        mapped == 0
            ? trace
            : trace.replace(FRAME, MAPPED).replace("[\"a.js\"]", "[\"a.js\",\"x.ts\"]");
    byte[] answer = written(profile, frame -> ORIGINAL, "{}");
    Form got = Form.parse(VendorCase.text(answer), sent.boundary());
    assertEquals(sent.epilogue(), got.epilogue());
    assertEquals(sent.parts().size(), got.parts().size());
    for (int i = 0; i < sent.parts().size(); i++) {
      Part before = sent.parts().get(i);
      Part after = got.parts().get(i);
      assertEquals(before.headers(), after.headers());
      if (!before.isTrace()) {
        assertEquals(before.content(), after.content());
      } else if (before.content().startsWith("{")) {
        assertEquals(expected, after.content());
      } else {
        assertEquals(expected, new VendorCase.Form("", after.content(), "").trace());
      }
    }
    assertEquals(mapped, read(answer).frames().size());
  }
}

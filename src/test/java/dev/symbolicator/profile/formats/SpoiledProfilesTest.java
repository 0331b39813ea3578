package dev.symbolicator.profile.formats;

import static dev.symbolicator.profile.formats.Profiles.LIMITS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileReading.ReadProfile;
import dev.symbolicator.profile.formats.ProfileReader.LargeProfileReader;
import dev.symbolicator.testing.Allowances;
import dev.symbolicator.testing.JsonMutants;
import dev.symbolicator.testing.VendorCase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Profiles of every format, spoiled: each gives a problem, or comes back as it was sent. Most are
 * recordings.
 */
class SpoiledProfilesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path SHARED = Path.of("../shared/formats");
  private static final List<String> CHROME =
      List.of("app.cpuprofile", "app.heapprofile", "app.selfprofile.json", "app.speedscope.json");

  /** Samples that a heap profile keeps while its members are spoiled; all have the same members. */
  private static final int SAMPLES = 20;

  /** Bytes of a body within which all cuts are made. */
  private static final int ALL_CUTS = 200_000;

  private static final String CHROMIUM =
      """
      TypeError: größer is no function
          at new A (https://h/a.js?v=1:1:2)
          at async b.c [as d] (https://h/a.js:3:45)
          at eval (eval at e (https://h/a.js:1:2), <anonymous>:1:1)
          at Array.map (<anonymous>)
          at https://h/a.js:6:7
          at node:internal/main:1:2
          at file:///b%20(1).js:1:2
      """;
  private static final String FIREFOX =
      """
      a/<@https://h/a.js:1:2
      async*b@https://h/a.js:3:45
      @https://h/a.js:6:7
      e@https://h/a.js line 1 > eval:1:1
      """;
  private static final String SAFARI =
      """
      a@https://h/a.js:1:2
      map@[native code]
      module code@https://h/a.js:6:7
      https://h/a.js:8:9
      """;
  private static final String OLD_CPU_PROFILE =
      "{\"head\":{\"functionName\":\"(root)\",\"scriptId\":\"0\",\"url\":\"\",\"lineNumber\":0,\"columnNumber\":0,"
          + "\"hitCount\":0,\"callUID\":1,\"id\":1,\"children\":[{\"functionName\":\"S\",\"scriptId\":\"3\","
          + "\"url\":\"https://h/a.js\",\"lineNumber\":1,\"columnNumber\":8,\"hitCount\":1,\"callUID\":2,\"id\":2,"
          + "\"positionTicks\":[{\"line\":1,\"ticks\":2}],\"children\":[]}]},"
          + "\"startTime\":1.5,\"endTime\":2.5,\"samples\":[1,2],\"timestamps\":[1,2]}";

  /** A name and the bytes of a body. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Body(String name, byte[] bytes) {
    static Body of(String name, String text) {
      return new Body(name, Profiles.utf8(text));
    }

    static Body of(Path file) {
      try {
        return new Body(SHARED.relativize(file).toString(), Files.readAllBytes(file));
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }

    String text() {
      return VendorCase.text(bytes);
    }
  }

  /** A JSON text in a body, and the body with another text in its place. */
  private record Part(String json, UnaryOperator<String> body) {
    static Part of(String body, int start, int end) {
      String before = body.substring(0, start);
      String behind = body.substring(end);
      return new Part(body.substring(start, end), json -> before + json + behind);
    }
  }

  private static List<Body> bodies() throws IOException {
    List<Body> bodies = new ArrayList<>();
    for (String name : CHROME) {
      bodies.add(Body.of(SHARED.resolve("chrome").resolve(name)));
    }
    try (Stream<Path> files = Files.walk(SHARED.resolve("self-profiling-variants"))) {
      files.filter(file -> file.endsWith("trace.json")).sorted().map(Body::of).forEach(bodies::add);
    }
    for (VendorCase sent : VendorCase.shared()) {
      bodies.add(new Body(sent.toString(), sent.recorded()));
    }
    bodies.add(Body.of("old cpuprofile", OLD_CPU_PROFILE));
    bodies.addAll(stacks());
    for (Body stack : stacks()) {
      String text = new String(stack.bytes(), StandardCharsets.UTF_8);
      ObjectNode object = JSON.createObjectNode().put("level", "error").put("stack", text);
      bodies.add(Body.of(stack.name() + " in JSON", object.toString()));
    }
    return bodies;
  }

  private static List<Body> stacks() {
    return List.of(
        Body.of("stack of Chromium", CHROMIUM),
        Body.of("stack of Firefox", FIREFOX),
        Body.of("stack of Safari", SAFARI));
  }

  @BeforeAll
  static void needRecordings() {
    assumeTrue(Files.isDirectory(SHARED), SHARED + " is absent");
  }

  @Test
  void bodiesAreOfEveryFormat() throws IOException {
    Set<String> formats = new HashSet<>();
    for (Body body : bodies()) {
      if (!body.name().endsWith("/not-a-profile")) {
        formats.add(
            assertInstanceOf(
                    ReadProfile.class,
                    ProfileReader.read(ProfileBody.of(body.bytes()), LIMITS, Allowances.plenty()),
                    body.name())
                .profile()
                .format());
      }
    }
    Set<String> expected = new HashSet<>(ProfileReader.names());
    LargeProfileReader.names().forEach(expected::remove); // spoiled by tests of their own
    assertEquals(expected, formats);
  }

  @TestFactory
  Stream<DynamicTest> bodyCutAtEvery97thByteIsAProblemOrStays() throws IOException {
    return bodies().stream()
        .map(body -> DynamicTest.dynamicTest(body.name(), () -> cut(body.bytes(), 97)));
  }

  @Test
  void stackCutAtAnyByteIsAProblemOrStays() {
    stacks().forEach(body -> cut(body.bytes(), 1));
  }

  /** Cuts a body; a long one less often behind its first bytes, since much of one kind follows. */
  private static void cut(byte[] body, int step) {
    for (int end = 0; end < body.length; end += end < ALL_CUTS ? step : step * 37) {
      VendorFuzzTest.check(Arrays.copyOf(body, end));
    }
  }

  @TestFactory
  Stream<DynamicTest> memberDroppedDoubledOrOfAnotherTypeIsAProblemOrStays() throws IOException {
    return bodies().stream()
        .filter(body -> !body.name().startsWith("stack") || body.name().endsWith("JSON"))
        .map(body -> DynamicTest.dynamicTest(body.name(), () -> spoilMembers(body)));
  }

  private static void spoilMembers(Body body) throws IOException {
    AtomicInteger mutants = new AtomicInteger();
    String whole = body.name().endsWith("heapprofile") ? withFewSamples(body) : body.text();
    for (Part part : parts(whole)) {
      JsonMutants.of(
          part.json(),
          mutant -> {
            mutants.incrementAndGet();
            VendorFuzzTest.check(VendorCase.latin1(part.body().apply(mutant)));
          });
    }
    assertTrue(mutants.get() >= 24, () -> mutants + " mutants");
  }

  /** Returns the JSON texts in a body. */
  private static List<Part> parts(String body) {
    List<Part> parts = new ArrayList<>();
    if (body.startsWith("--")) {
      int event = body.indexOf("\r\n\r\n") + 4;
      parts.add(Part.of(body, event, body.indexOf("\r\n--", event)));
      VendorCase.Form form = VendorCase.form(body);
      parts.add(
          new Part(
              form.trace(),
              trace ->
                  form.before()
                      + (form.isZlib() ? VendorCase.deflate(trace) : trace)
                      + form.behind()));
    } else if (body.contains("}\n{\"type\"")) {
      for (int start = 0; start < body.length(); start = body.indexOf('\n', start) + 1) {
        int end = body.indexOf('\n', start);
        parts.add(Part.of(body, start, end < 0 ? body.length() : end));
        if (end < 0) {
          break;
        }
      }
    } else {
      parts.add(Part.of(body, 0, body.length()));
    }
    return parts;
  }

  private static String withFewSamples(Body body) throws IOException {
    ObjectNode profile = (ObjectNode) JSON.readTree(body.bytes());
    ArrayNode samples = profile.withArray("samples");
    while (samples.size() > SAMPLES) {
      samples.remove(samples.size() - 1);
    }
    return VendorCase.text(JSON.writeValueAsBytes(profile));
  }
}

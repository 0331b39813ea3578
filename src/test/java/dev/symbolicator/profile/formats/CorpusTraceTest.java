package dev.symbolicator.profile.formats;

import static dev.symbolicator.profile.formats.Profiles.read;
import static dev.symbolicator.profile.formats.Profiles.resource;
import static dev.symbolicator.profile.formats.Profiles.written;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Traces that Chromium recorded. */
class CorpusTraceTest {
  private static final Path CORPUS = Path.of("../shared/corpus");

  @TestFactory
  Stream<DynamicTest> ownTracesRoundTrip() {
    return Stream.of("mini-unicode-esbuild.json", "mini-terser-lines.json")
        .map(name -> DynamicTest.dynamicTest(name, () -> assertRoundTrips(resource(name))));
  }

  @TestFactory
  Stream<DynamicTest> corpusTracesRoundTrip() throws IOException {
    Assumptions.assumeTrue(Files.isDirectory(CORPUS), "no corpus beside the project");
    List<Path> traces;
    try (Stream<Path> cases = Files.list(CORPUS)) {
      traces = cases.map(dir -> dir.resolve("trace.json")).filter(Files::exists).sorted().toList();
    }
    assertFalse(traces.isEmpty());
    return traces.stream()
        .map(
            trace ->
                DynamicTest.dynamicTest(
                    trace.getParent().getFileName().toString(),
                    () -> assertRoundTrips(Files.readAllBytes(trace))));
  }

  private static void assertRoundTrips(byte[] body) throws IOException {
    Profile profile = read(body);
    assertArrayEquals(body, written(profile, frame -> null, null));
    assertFalse(profile.frames().isEmpty());
    byte[] output =
        written(
            profile,
            frame ->
                frame.index() % 3 == 0
                    ? null
                    : new OriginalFrame("src/" + frame.index() % 7, frame.index(), 4, "größer"),
            null);
    JsonNode before = new ObjectMapper().readTree(body);
    JsonNode after = new ObjectMapper().readTree(output);
    assertEquals(text(body, "\"samples\":["), text(output, "\"samples\":["));
    assertEquals(before.get("stacks"), after.get("stacks"));
    Profile again = read(output);
    for (ProfileFrame frame : again.frames()) {
      if (frame.index() % 3 == 0) {
        assertEquals(profile.frames().get(frame.index()), frame);
      } else {
        assertEquals("src/" + frame.index() % 7, again.scripts().get(frame.script()));
        assertEquals(frame.index(), frame.line());
        assertEquals(4, frame.column());
        assertEquals("größer", frame.name());
      }
    }
  }

  /** Chromium writes the samples and the stacks last. */
  private static String text(byte[] trace, String from) {
    String text = new String(trace, StandardCharsets.UTF_8);
    return text.substring(text.indexOf(from));
  }
}

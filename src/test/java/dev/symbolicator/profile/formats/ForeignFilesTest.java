package dev.symbolicator.profile.formats;

import static dev.symbolicator.profile.formats.Profiles.LIMITS;
import static dev.symbolicator.profile.formats.Profiles.read;
import static dev.symbolicator.profile.formats.Profiles.utf8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.ProfileReading.Invalid;
import dev.symbolicator.profile.ProfileReading.NotJson;
import dev.symbolicator.testing.Allowances;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.StringJoiner;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForeignFilesTest {
  private static final long SMALL_BUDGET = 1 << 17;
  private static final byte[] PPROF = {0x0A, 4, 8, 1, 0x10, 2, 0x0A, 4, 8, 3, 0x10, 4, (byte) 0xFF};
  private static final String EMPTY = "\"frames\":[],\"resources\":[],\"stacks\":[],\"samples\":[]";

  private static void assertRefused(String reason, ProfileReading reading) {
    String detail = assertInstanceOf(Invalid.class, reading).detail();
    assertTrue(detail.contains(reason), detail);
    ProfileReader.names().forEach(name -> assertTrue(detail.contains(name), detail));
  }

  private static ProfileReading reading(byte[] body) {
    return ProfileReader.read(ProfileBody.of(body), LIMITS, Allowances.plenty());
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  @Test
  void pprofIsRefusedForItsMissingColumns() throws IOException {
    assertRefused("pprof profile, which has no columns", reading(PPROF));
    assertRefused("pprof profile, which has no columns", reading(gzip(PPROF)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"main;a;b 12\nmain;c 1", "a;b 1\r\nc 2\r\n", "(anonymous) x.js;b 3\n"})
  void collapsedStacksAreRefusedForTheirMissingPositions(String body) {
    assertRefused("collapsed stacks, which have names only", Profiles.reading(body));
    assertRefused("collapsed stacks", Profiles.reading((body.strip() + "\n").repeat(2000)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "x",
        "main 12",
        "a;b",
        "a;b 1\nc",
        "{a;b 1",
        "\n\u0004",
        "\u001f",
        "[{\"ph\":",
        "[1,2",
        "\"a;b 1"
      })
  void otherBytesAreNotJson(String body) {
    assertInstanceOf(NotJson.class, Profiles.reading(body));
  }

  @Test
  void otherGzipIsNotJson() throws IOException {
    assertInstanceOf(NotJson.class, reading(gzip(utf8("{}"))));
    byte[] damaged = gzip(PPROF);
    damaged[12] ^= 0x7F;
    assertInstanceOf(NotJson.class, reading(damaged));
    assertInstanceOf(NotJson.class, reading(new byte[] {0x1F, (byte) 0x8B}));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"own\":1,\"traceEvents\":[{\"pid\":1,\"tid\":2,\"ph\":\"M\"}]}",
        "[5, {\"own\":1,\"ph\" : \"X\", \"pid\": 7}]"
      })
  void traceWhoseBeginningDoesNotShowItIsReadIfItsFormatIsNamed(String body) {
    assertRefused(
        "Send the trace with the query parameter format=chrome-trace.", Profiles.reading(body));
    assertInstanceOf(ProfileReading.ReadProfile.class, as("chrome-trace", body));
  }

  @Test
  void heapSnapshotWhoseSnapshotIsNotFirstIsRefused() {
    assertRefused(
        "The first member of a heap snapshot must be `snapshot`",
        Profiles.reading("{\"nodes\":[1,2],\"edges\":[3],\"snapshot\":{\"meta\":{}}}"));
  }

  @Test
  void profilesOfFirefoxAreNotReadYet() {
    assertRefused(
        "Profiles of Firefox are not supported yet.",
        Profiles.reading("{\"meta\":{},\"libs\":[],\"pages\":[],\"threads\":[]}"));
  }

  @Test
  void recordingOfTheOldPanelOfFirefoxIsOfFirefox() {
    assertRefused(
        "Profiles of Firefox are not supported yet.",
        Profiles.reading(
            "{\"label\":\"a\",\"duration\":7.1,\"markers\":[],\"frames\":[],\"memory\":[],\"ticks\":[],"
                + "\"allocations\":{\"sites\":[]},\"profile\":{\"meta\":{\"version\":9},\"libs\":[],"
                + "\"threads\":[]},\"fileType\":\"Recorded Performance Data\",\"version\":2}"));
  }

  @Test
  void dumpsOfStackprofAreOfRuby() {
    assertRefused(
        "The body is a dump of stackprof",
        Profiles.reading(
            "{\"version\":1.2,\"mode\":\"cpu\",\"interval\":1000,\"samples\":3,\"gc_samples\":0,"
                + "\"missed_samples\":0,\"metadata\":{},\"frames\":{\"1\":{\"name\":\"f\",\"line\":1}}}"));
    assertRefused("The body is a dump of stackprof", reading(new byte[] {4, 8, '{', 9, ':'}));
  }

  @Test
  void nodesWithoutFunctionsAreNoProfile() {
    String nodes = "{\"nodes\":[{\"id\":0,\"locationId\":0}],\"samples\":[0],\"timeDeltas\":[9]}";
    assertRefused("no profile of a supported format", Profiles.reading(nodes));
    assertEquals("cpuprofile", read("{\"nodes\":[],\"timeDeltas\":[]}").format());
  }

  @Test
  void resultsOfTheProtocolAreProfiles() {
    String cpu = "{\"nodes\":[{\"callFrame\":{}}]}";
    for (String body :
        List.of(
            "{\"profile\":%s}",
            "{\"result\":{\"profile\":%s}}",
            "{\"id\":1,\"result\":{\"other\":[],\"profile\":%s},\"sessionId\":\"x\"}",
            "{\"method\":\"Profiler.consoleProfileFinished\",\"params\":{\"id\":\"1\",\"profile\":%s}}")) {
      assertEquals("cpuprofile", read(body.formatted(cpu)).format());
    }
    assertEquals(
        "heapprofile",
        read("{\"profile\":{\"head\":{\"callFrame\":{\"functionName\":\"f\"},\"children\":[]}}}")
            .format());
    assertRefused("no profile of a supported format", Profiles.reading("{\"profile\":{\"x\":1}}"));
    assertRefused("no profile of a supported format", Profiles.reading("{\"result\":[]}"));
  }

  @Test
  void profileWithMembersOfOtherFilesIsRead() {
    String members =
        "\"meta\":1,\"libs\":2,\"threads\":3,\"traceEvents\":4,\"snapshot\":5,\"edges\":6";
    assertEquals("js-self-profile", read("{" + members + "," + EMPTY + "}").format());
    assertEquals("js-self-profile", read("{" + members + ",\"trace\":{" + EMPTY + "}}").format());
    assertEquals("cpuprofile", read("{" + members + ",\"nodes\":[{\"callFrame\":{}}]}").format());
  }

  @Test
  void unknownObjectIsRefusedWithAllFormats() {
    assertRefused("no profile of a supported format. Send the result of", Profiles.reading("{}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TypeError: x\n    at e (app.min.js:1:1092)\n    at app.min.js:1:3",
        "    at async f (app.min.js:1:1092)"
      })
  void stackWithShortenedUrlsIsRefusedForThem(String body) {
    assertRefused(
        "The body looks like a stack. No line has a frame with a URL or an absolute path, a line and a"
            + " column. Chrome's console shortens URLs. Send the text of error.stack.",
        Profiles.reading(body));
  }

  @Test
  void arrayOfProfilesIsRefusedWithTheWayToABatch() {
    assertRefused(
        "The body is an array. Send one profile, or a batch: one profile in each line, as"
            + " `jq -c '.[]' file` writes them.",
        Profiles.reading(" [{" + EMPTY + "}]"));
  }

  @Test
  void wantedFormatIsTheOnlyOneThatIsTried() {
    String cpu = "{\"nodes\":[{\"callFrame\":{}}],\"frames\":0}";
    assertInstanceOf(ProfileReading.ReadProfile.class, as("cpuprofile", cpu));
    assertEquals(
        "The profile lacks `resources`, `stacks`, `samples`; it has `frames`. Send the whole result of Profiler.stop().",
        assertInstanceOf(Invalid.class, as("js-self-profile", "{\"frames\":0}")).detail());
    assertEquals(
        "The body holds no profile of a supported format. The parameter format asks for cpuprofile."
            + " Leave the parameter out, or send a body of this format.",
        assertInstanceOf(Invalid.class, as("cpuprofile", "{}")).detail());
    assertEquals(
        "The body is of another format. The parameter format asks for sentry-envelope."
            + " Leave the parameter out, or send a body of this format.",
        assertInstanceOf(Invalid.class, as("sentry-envelope", "{}")).detail());
    assertInstanceOf(NotJson.class, as("cpuprofile", "a;b 1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"js-self-profile", "speedscope", "stack"})
  void wrappedObjectOfNoFormatIsRefusedAsTheWantedOne(String format) {
    Invalid refused = assertInstanceOf(Invalid.class, as(format, "{\"trace\":{}}"));
    assertEquals("/trace", refused.pointer());
    assertTrue(refused.detail().contains(" lacks "), refused.detail());
  }

  @Test
  void formatThatIsNotTheWantedOneIsNamedOnlyIfTheMemoryAllows() {
    StringJoiner events = new StringJoiner(",", "{\"traceEvents\":[", "]}");
    for (int i = 0; i < 5_000; i++) {
      events.add(
          "{\"pid\":1,\"tid\":2,\"ph\":\"X\",\"name\":\"FunctionCall\",\"args\":{\"data\":{\"functionName\":\"f\","
              + "\"url\":\"http://h/a.js\",\"lineNumber\":1,\"columnNumber\":"
              + i
              + "}}}");
    }
    ProfileBody trace = ProfileBody.of(utf8(events.toString()));
    assertInstanceOf(
        ProfileReading.OutOfMemory.class,
        ProfileReader.read(trace, LIMITS, Allowances.of(SMALL_BUDGET)));
    String detail =
        assertInstanceOf(
                Invalid.class,
                ProfileReader.read(trace, "cpuprofile", LIMITS, Allowances.of(SMALL_BUDGET)))
            .detail();
    assertTrue(detail.contains("asks for cpuprofile"), detail);
  }

  @Test
  void profileOfAnotherFormatThanTheWantedIsRefusedWithItsFormat() {
    String cpu = "{\"nodes\":[{\"callFrame\":{}}],\"frames\":0}";
    for (String name : ProfileReader.names()) {
      if (!name.equals("cpuprofile")) {
        assertEquals(
            "The body is of the format cpuprofile, but the parameter format asks for "
                + name
                + ". Leave the parameter out, or write format=cpuprofile.",
            assertInstanceOf(Invalid.class, as(name, cpu)).detail());
      }
    }
    String detail = assertInstanceOf(Invalid.class, as("cpuprofile", "{" + EMPTY + "}")).detail();
    assertTrue(detail.contains("is of the format js-self-profile, but"), detail);
  }

  @Test
  void textThatIsNoStackIsRefusedAsOneIfAStackIsWanted() {
    String detail =
        assertInstanceOf(Invalid.class, as("stack", "Error\n  at e (app.min.js:1:2)")).detail();
    assertTrue(detail.startsWith("No line has a frame with a URL"), detail);
    assertInstanceOf(NotJson.class, as("stack", "{\"stack\":"));
  }

  @Test
  void eachFormatCanBeWanted() {
    for (String name : ProfileReader.names()) {
      String detail = assertInstanceOf(Invalid.class, as(name, "{}")).detail();
      assertTrue(detail.contains("The parameter format asks for " + name + "."), detail);
    }
  }

  private static ProfileReading as(String format, String body) {
    return ProfileReader.read(ProfileBody.of(utf8(body)), format, LIMITS, Allowances.plenty());
  }
}

package dev.symbolicator.profile.formats;

import static dev.symbolicator.profile.formats.Profiles.LIMITS;
import static dev.symbolicator.profile.formats.Profiles.read;
import static dev.symbolicator.profile.formats.Profiles.resource;
import static dev.symbolicator.profile.formats.Profiles.written;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.symbolicator.json.JsonText;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ScriptBuild;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.ProfileReading.NotJson;
import dev.symbolicator.testing.Allowances;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

class ProfilePropertyTest {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  @Property
  void onlyTheAllowedSpansChange(@ForAll long seed, @ForAll boolean report) {
    RandomTrace trace = new RandomTrace(new Random(seed), true, report);
    Profile profile = read(trace.input());
    assertEquals(trace.scripts(), profile.scripts());
    assertEquals(trace.frames(), profile.frames());
    List<@Nullable OriginalFrame> answers = trace.answers();
    byte[] output =
        written(profile, frame -> answers.get(frame.index()), report ? "{\"n\":1}" : null);
    assertEquals(trace.expected(), new String(output, StandardCharsets.UTF_8));
  }

  @Property
  void buildsAreThoseOfTheTree(@ForAll long seed) throws IOException {
    String input = new RandomTrace(new Random(seed), false, false).input();
    ObjectNode root = (ObjectNode) MAPPER.readTree(input);
    boolean bare = root.has("frames") && root.has("resources");
    List<JsonNode> objects = bare ? List.of(root) : List.of(root.get("trace"), root);
    JsonNode resources = objects.get(0).get("resources");
    List<ScriptBuild> expected = new ArrayList<>();
    for (int i = 0; i < resources.size(); i++) {
      String release = null;
      String debugId = null;
      for (JsonNode object : objects) {
        String url = resources.get(i).asText();
        release = release == null ? named(object.get("releases"), "release", i, url) : release;
        debugId = debugId == null ? named(object.get("debugIds"), "debugId", i, url) : debugId;
      }
      for (JsonNode object : objects) {
        release = release == null ? text(object.get("release")) : release;
      }
      expected.add(new ScriptBuild(release, debugId));
    }
    assertEquals(expected, builds(read(input)));
  }

  private static @Nullable String named(
      @Nullable JsonNode values, String member, int script, String url) {
    if (values == null || !values.isArray()) {
      return values == null ? null : text(values.get(url));
    }
    String last = null;
    for (JsonNode entry : values) {
      JsonNode index = entry.get("resourceId");
      String value = text(entry.get(member));
      boolean isMeant = index != null && index.isNumber() && index.asDouble() == script;
      last = isMeant && value != null ? value : last;
    }
    return last;
  }

  private static @Nullable String text(@Nullable JsonNode node) {
    return node == null || !node.isTextual() || node.asText().isEmpty() ? null : node.asText();
  }

  /** Jackson refuses names of members with lone surrogates if it reads bytes. */
  private static JsonNode tree(byte[] json) throws IOException {
    return MAPPER.readTree(new String(json, StandardCharsets.UTF_8));
  }

  private static List<ScriptBuild> builds(Profile profile) {
    List<ScriptBuild> builds = new ArrayList<>();
    for (int i = 0; i < profile.scripts().size(); i++) {
      builds.add(profile.build(i));
    }
    return builds;
  }

  @Property
  void profileWithoutAnswersAndReportKeepsItsBytes(@ForAll long seed) {
    String input = new RandomTrace(new Random(seed), false, false).input();
    byte[] output = written(read(input), frame -> null, null);
    assertEquals(input, new String(output, StandardCharsets.UTF_8));
  }

  @Property(tries = 300)
  void onlyMappedFramesAndAppendedResourcesDifferInTheTree(@ForAll long seed) throws IOException {
    RandomTrace trace = new RandomTrace(new Random(seed), true, false);
    Profile profile = read(trace.input());
    List<@Nullable OriginalFrame> answers = trace.answers();
    byte[] output = written(profile, frame -> answers.get(frame.index()), null);
    ObjectNode before = (ObjectNode) MAPPER.readTree(trace.input());
    ObjectNode after = (ObjectNode) tree(output);
    boolean bare =
        List.of("frames", "resources", "stacks", "samples").stream().allMatch(before::has);
    ObjectNode traceBefore = bare ? before : (ObjectNode) before.get("trace");
    ObjectNode traceAfter = bare ? after : (ObjectNode) after.get("trace");
    JsonNode appended = traceAfter.get("resources");
    int script = 0;
    for (int i = 0; i < traceBefore.get("frames").size(); i++) {
      ObjectNode frame = (ObjectNode) traceBefore.get("frames").get(i);
      ObjectNode rewritten = (ObjectNode) traceAfter.get("frames").get(i);
      OriginalFrame answer = frame.has("resourceId") ? answers.get(script++) : null;
      if (answer != null) {
        assertEquals(answer.source(), appended.get(rewritten.get("resourceId").asInt()).asText());
        assertEquals(answer.line() + 1, rewritten.get("line").asInt());
        assertEquals(answer.column() + 1, rewritten.get("column").asInt());
        if (answer.name() != null) {
          assertEquals(answer.name(), rewritten.path("name").asText("").replace("null", ""));
        }
        List<String> parts = List.of("resourceId", "line", "column", "name");
        frame.remove(parts);
        rewritten.remove(parts);
      }
    }
    ArrayNode resources = (ArrayNode) appended;
    while (resources.size() > profile.scripts().size()) {
      resources.remove(resources.size() - 1);
    }
    assertEquals(before, after);
  }

  @Property
  void arbitraryBytesNeverThrow(@ForAll byte[] body) {
    assertWritesBack(body);
  }

  @Property
  void arbitraryPiecesOfTracesNeverThrow(@ForAll("pieces") List<String> pieces) {
    assertWritesBack(String.join("", pieces).getBytes(StandardCharsets.UTF_8));
  }

  @Provide
  Arbitrary<List<String>> pieces() {
    return Arbitraries.of(
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"frames\"",
            "\"resources\"",
            "\"stacks\"",
            "\"samples\"",
            "\"trace\"",
            "\"symbolication\"",
            "\"name\"",
            "\"resourceId\"",
            "\"line\"",
            "\"column\"",
            "0",
            "1",
            "-",
            ".",
            "e",
            "null",
            "tru",
            "\"",
            "\\u",
            " ",
            "\uFEFF",
            "\u0000",
            "é",
            "\"frames\":[",
            "\"release\":",
            "\"releases\":{\"u\":",
            "\"debugIds\":[",
            "{\"resourceId\":0,\"debugId\":\"d\"}",
            "\"resources\":[\"u\"],",
            "\"stacks\":[],",
            "\"samples\":[]}",
            "{\"resourceId\":0,\"line\":1,\"column\":1}",
            "\"" + "k".repeat(70))
        .list()
        .ofMaxSize(24);
  }

  @Property
  void mutatedRealTracesNeverThrow(@ForAll long seed) {
    byte[] body = resource("mini-unicode-esbuild.json");
    Random random = new Random(seed);
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      int at = random.nextInt(body.length);
      body[at] = random.nextBoolean() ? body[random.nextInt(body.length)] : (byte) random.nextInt();
    }
    assertWritesBack(body);
  }

  @Property
  void truncatedRealTracesAreNotJsonAtTheirEnd(@ForAll long seed) {
    byte[] body = resource("mini-unicode-esbuild.json");
    byte[] cut = Arrays.copyOf(body, new Random(seed).nextInt(body.length - 1));
    ProfileReading reading = ProfileReader.read(ProfileBody.of(cut), LIMITS, Allowances.plenty());
    if (JsonText.of(cut).firstMalformed() < 0) {
      assertEquals(cut.length, ((NotJson) reading).byteOffset());
    }
  }

  /** Long names are not remembered, but read anew each time. */
  @Property(tries = 3000)
  void longKeyDoesNotChangeTheReading(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] body = Profiles.utf8(new RandomTrace(random, false, false).input().strip());
    for (int i = random.nextInt(3); i > 0; i--) {
      body[1 + random.nextInt(body.length - 1)] = body[random.nextInt(body.length)];
    }
    if (body[0] != '{' || JsonText.of(body).firstMalformed() >= 0) {
      return;
    }
    String text = new String(body, StandardCharsets.UTF_8);
    String longer = "{\"" + "k".repeat(70) + "\":0," + text.substring(1);
    ProfileReading reading = ProfileReader.read(ProfileBody.of(body), LIMITS, Allowances.plenty());
    ProfileReading other = Profiles.reading(longer);
    assertEquals(reading.getClass(), other.getClass(), longer);
    if (reading instanceof ProfileReading.ReadProfile read) {
      Profile same = ((ProfileReading.ReadProfile) other).profile();
      assertEquals(read.profile().frames(), same.frames());
      assertEquals(builds(read.profile()), builds(same));
    } else if (reading instanceof ProfileReading.Invalid invalid
        && other instanceof ProfileReading.Invalid otherInvalid) {
      assertEquals(invalid.pointer(), otherInvalid.pointer());
    }
  }

  @Property(tries = 3000)
  void truncatedRandomTracesAreNotJson(@ForAll long seed) {
    Random random = new Random(seed);
    String input = new RandomTrace(random, false, false).input().stripTrailing();
    byte[] body = Profiles.utf8(input);
    byte[] cut = Arrays.copyOf(body, random.nextInt(body.length));
    NotJson notJson =
        assertInstanceOf(
            NotJson.class, ProfileReader.read(ProfileBody.of(cut), LIMITS, Allowances.plenty()));
    assertTrue(notJson.byteOffset() <= cut.length);
  }

  @Property
  void utf8CheckAgreesWithTheJdk(@ForAll byte[] bytes) {
    assertUtf8LikeTheJdk(bytes);
  }

  @Property(tries = 3000)
  void utf8CheckAgreesWithTheJdkAtTheEdges(@ForAll long seed) {
    int[] edges = {
      0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC,
      0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF
    };
    Random random = new Random(seed);
    byte[] bytes = new byte[1 + random.nextInt(12)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) edges[random.nextInt(edges.length)];
    }
    assertUtf8LikeTheJdk(bytes);
  }

  private static void assertUtf8LikeTheJdk(byte[] bytes) {
    int expected = -1;
    ByteBuffer in = ByteBuffer.wrap(bytes);
    try {
      StandardCharsets.UTF_8.newDecoder().decode(in);
    } catch (CharacterCodingException e) {
      expected = in.position();
    }
    assertEquals(expected, JsonText.of(bytes).firstMalformed());
  }

  @Property
  void writtenStringIsReadBack(@ForAll("utf16") String text) throws JsonProcessingException {
    Profile profile =
        read(
            "{\"frames\":[{\"resourceId\":0,\"line\":1,\"column\":1}],\"resources\":[\"u\"],"
                + "\"stacks\":[],\"samples\":[]}");
    byte[] output = written(profile, frame -> new OriginalFrame(text, 0, 0, text), null);
    assertEquals(-1, JsonText.of(output).firstMalformed());
    Profile again = read(output);
    assertEquals(text, again.scripts().get(again.frames().get(0).script()));
    assertEquals(text, again.frames().get(0).name());
  }

  /** Any UTF-16 code units, including lone surrogates. */
  @Provide
  Arbitrary<String> utf16() {
    return Arbitraries.strings().withCharRange('\0', '\uffff').ofMaxLength(30);
  }

  private static void assertWritesBack(byte[] body) {
    if (ProfileReader.read(ProfileBody.of(body), LIMITS, Allowances.plenty())
        instanceof ProfileReading.ReadProfile read) {
      assertArrayEquals(body, written(read.profile(), frame -> null, null));
      read(written(read.profile(), frame -> new OriginalFrame("s", 1, 1, "n"), "{}"));
    }
  }
}

package dev.symbolicator.profile.formats;

import static dev.symbolicator.profile.formats.Profiles.LIMITS;
import static dev.symbolicator.profile.formats.Profiles.reading;
import static dev.symbolicator.profile.formats.Profiles.utf8;
import static dev.symbolicator.profile.formats.Profiles.written;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.EditedJson;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.ProfileReading.LimitExceeded;
import dev.symbolicator.profile.ProfileReading.NotJson;
import dev.symbolicator.profile.ProfileReading.OutOfMemory;
import dev.symbolicator.profile.ProfileReading.ReadProfile;
import dev.symbolicator.testing.Allowances;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Assumptions;

/** V8's profiles that are cut off, damaged, deep or large. */
class V8PropertyTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String FRAME =
      "{\"functionName\":\"S\",\"scriptId\":\"3\",\"url\":\"a.js\",\"lineNumber\":0,\"columnNumber\":7}";
  private static final String CPU =
      "{\"nodes\":[{\"id\":1,\"callFrame\":"
          + FRAME
          + ",\"hitCount\":1,\"children\":[2],\"positionTicks\":[{\"line\":1,\"ticks\":2}]}],"
          + "\"startTime\":1,\"endTime\":2,\"samples\":[1],\"timeDeltas\":[0],\"$vscode\":{}}";
  private static final String HEAP =
      "{\"head\":{\"callFrame\":"
          + FRAME
          + ",\"selfSize\":1,\"id\":1,\"children\":[{\"callFrame\":"
          + FRAME
          + ",\"id\":2,\"children\":[]}]},\"samples\":[{\"size\":1,\"nodeId\":2,\"ordinal\":3}]}";
  private static final String OLD =
      "{\"head\":{\"functionName\":\"S\",\"scriptId\":3,\"url\":\"a.js\",\"lineNumber\":1,"
          + "\"columnNumber\":8,\"hitCount\":1,\"positionTicks\":[],\"children\":[]},\"samples\":[1]}";

  /** Reads a profile in which each member in turn is edited. */
  private static void assertReadAsEdited(EditedJson.Edit edit) throws IOException {
    for (String profile : List.of(CPU, HEAP, OLD)) {
      for (String body : EditedJson.texts(profile, edit)) {
        assertTold(utf8(body));
      }
    }
  }

  /** Asserts that a body is a profile that is written back, or has a problem with a place. */
  private static void assertTold(byte[] body) throws IOException {
    ProfileReading reading = ProfileReader.read(ProfileBody.of(body), LIMITS, Allowances.plenty());
    if (reading instanceof ReadProfile read) {
      assertArrayEquals(body, written(read.profile(), frame -> null, null));
      byte[] mapped = written(read.profile(), frame -> new OriginalFrame("s", 1, 1, "n"), "{}");
      MAPPER.readTree(mapped);
      ProfileReading again =
          ProfileReader.read(ProfileBody.of(mapped), LIMITS, Allowances.plenty());
      assertEquals(
          read.profile().frames().size(),
          assertInstanceOf(ReadProfile.class, again).profile().frames().size());
    } else if (reading instanceof ProfileReading.Invalid invalid) {
      assertTrue(invalid.byteOffset() < body.length, invalid::toString);
    } else {
      assertInstanceOf(NotJson.class, reading);
    }
  }

  @Example
  void eachMemberMayBeDropped() throws IOException {
    assertReadAsEdited((name, value) -> "");
  }

  @Example
  void eachMemberMayBeDoubled() throws IOException {
    assertReadAsEdited((name, value) -> name + ":" + value + "," + name + ":" + value);
  }

  @Example
  void eachMemberMayBeOfAnyType() throws IOException {
    for (String wrong : EditedJson.ANY_TYPE) {
      assertReadAsEdited((name, value) -> name + ":" + wrong);
    }
  }

  @Example
  void recordedProfilesThatAreCutOffAreNotJson() throws IOException {
    Path chrome = Path.of("../shared/formats/chrome");
    Assumptions.assumeTrue(Files.isDirectory(chrome), "../shared/formats is absent");
    byte[] body = Files.readAllBytes(chrome.resolve("app.cpuprofile"));
    for (int length = 97; length < body.length; length += 97) {
      byte[] cut = Arrays.copyOf(body, length);
      assertEquals(
          length,
          assertInstanceOf(
                  NotJson.class,
                  ProfileReader.read(ProfileBody.of(cut), LIMITS, Allowances.plenty()))
              .byteOffset());
    }
  }

  @Example
  void profilesThatAreCutOffAnywhereAreNotJson() {
    for (String profile : List.of(CPU, HEAP, OLD)) {
      for (int length = 0; length < profile.length(); length++) {
        assertInstanceOf(NotJson.class, reading(profile.substring(0, length)));
      }
    }
  }

  @Property
  void damagedProfilesAreReadOrRefused(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    byte[] body = utf8(List.of(CPU, HEAP, OLD).get(random.nextInt(3)));
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      int at = random.nextInt(body.length);
      body[at] = random.nextBoolean() ? body[random.nextInt(body.length)] : (byte) random.nextInt();
    }
    ProfileReading reading = ProfileReader.read(ProfileBody.of(body), LIMITS, Allowances.plenty());
    if (reading instanceof ReadProfile read) {
      assertArrayEquals(body, written(read.profile(), frame -> null, null));
      MAPPER.readTree(written(read.profile(), frame -> new OriginalFrame("s", 1, 1, "n"), "{}"));
    }
  }

  private static String deep(int levels) {
    String node = "{\"callFrame\":" + FRAME + ",\"children\":[";
    return "{\"head\":" + node.repeat(levels) + "]}".repeat(levels) + "}";
  }

  @Example
  void treeIsAsDeepAsNestingMayBe() {
    assertEquals(499, Profiles.read(deep(499)).frames().size());
    assertEquals(
        "max-nesting", assertInstanceOf(LimitExceeded.class, reading(deep(500))).limitName());
    assertInstanceOf(LimitExceeded.class, reading(deep(20_000)));
  }

  @Example
  void nodesBeyondTheLimitAreRefused() {
    ProfileLimits limits = new ProfileLimits(20, 2, 1, 1000, 250, 1000);
    String node = "{\"callFrame\":" + FRAME + "}";
    String two = "{\"nodes\":[" + node + "," + node + "]}";
    assertInstanceOf(
        ReadProfile.class,
        ProfileReader.read(ProfileBody.of(utf8(two)), limits, Allowances.plenty()));
    String three = two.replace("]", "," + node + "]");
    assertEquals(
        "max-frames",
        assertInstanceOf(
                LimitExceeded.class,
                ProfileReader.read(ProfileBody.of(utf8(three)), limits, Allowances.plenty()))
            .limitName());
    String scripts = "{\"nodes\":[" + node + "," + node.replace("a.js", "b.js") + "]}";
    assertEquals(
        "max-resources",
        assertInstanceOf(
                LimitExceeded.class,
                ProfileReader.read(ProfileBody.of(utf8(scripts)), limits, Allowances.plenty()))
            .limitName());
  }

  @Example
  void memoryIsTakenForEachNode() {
    String node = "{\"callFrame\":" + FRAME + "},";
    byte[] body = utf8("{\"nodes\":[" + node.repeat(50_000) + "1]}");
    assertInstanceOf(
        OutOfMemory.class,
        ProfileReader.read(ProfileBody.of(body), LIMITS, Allowances.of(8 << 20)));
  }

  /**
   * A node with all its members takes up to 205 bytes when read, and up to 269 more for its edits.
   */
  @Example
  void chargeForANodeCoversItsPlacesAndEdits() {
    String node = "{\"callFrame\":" + FRAME + ",\"positionTicks\":[]},";
    byte[] body = utf8("{\"nodes\":[" + node.repeat(10_000) + "1]}");
    Allowance memory = Allowances.plenty();
    assertInstanceOf(ReadProfile.class, ProfileReader.read(ProfileBody.of(body), LIMITS, memory));
    assertTrue(memory.held() >= 450 * 10_000);
  }
}

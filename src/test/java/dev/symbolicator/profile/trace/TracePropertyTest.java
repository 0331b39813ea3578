package dev.symbolicator.profile.trace;

import static dev.symbolicator.profile.trace.Traces.original;
import static dev.symbolicator.profile.trace.Traces.quoted;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.json.JsonText;
import dev.symbolicator.profile.EditedJson;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.ProfileReading.Invalid;
import dev.symbolicator.profile.ProfileReading.NotJson;
import dev.symbolicator.profile.ProfileReading.ReadProfile;
import dev.symbolicator.testing.Allowances;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Assumptions;

/** Traces that are cut off, damaged, or of random events. */
class TracePropertyTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String CALL =
      "{'columnNumber':9,'functionName':'m','lineNumber':1,'scriptId':'7','url':'a.js'}";
  private static final String TRACE =
      quoted(
          "{'traceEvents':[{'args':{'data':"
              + CALL
              + "},'name':'FunctionCall','ph':'X','pid':1},"
              + "{'args':{'data':{'stackTrace':["
              + CALL
              + "]},'beginData':{'stackTrace':[]}},'name':'Layout'},"
              + "{'args':{'data':{'cpuProfile':{'nodes':[{'callFrame':"
              + CALL
              + ",'id':2,'parent':1}],'samples':[2]},'lines':[1],'columns':[12],'timeDeltas':[5]}},"
              + "'id':'0x1','name':'ProfileChunk','ph':'P','pid':1},"
              + "{'args':{'data':{'isolate':'1','scriptId':3,'url':'a.js','sourceMapUrl':'m'}},'name':'ScriptCatchup'},"
              + "{'args':{'data':{'isolate':'1','scriptId':3,'splitIndex':0,'splitCount':1,'sourceText':'x'}},'name':'LargeScriptCatchup'}],"
              + "'metadata':{'sourceMaps':[{'url':'a.js','sourceMapUrl':'m','sourceMap':{'version':3}}]},"
              + "'symbolication':{}}");

  private static void assertReadAsEdited(EditedJson.Edit edit) throws IOException {
    for (String body : EditedJson.texts(TRACE, edit)) {
      assertTold(body.getBytes(UTF_8));
    }
  }

  /** Asserts that a body is written back with permitted changes, or has a problem with a place. */
  private static void assertTold(byte[] body) throws IOException {
    ProfileReading reading = Traces.reading(body, ProfileLimits.DEFAULT, Allowances.plenty());
    if (reading instanceof ReadProfile read) {
      Profile profile = read.profile();
      assertArrayEquals(body, Traces.bytes(profile, frame -> null, null));
      byte[] mapped = Traces.bytes(profile, frame -> original(frame, profile), null);
      boolean isUtf8 = JsonText.of(body).firstMalformed() < 0;
      assertTrue(!isUtf8 || PermittedChanges.of(body, mapped).size() <= 30);
      for (int script = 0; script < profile.scripts().size(); script++) {
        assertTrue(profile.embedded(script) == null || script < 30);
      }
      ProfileReading again = Traces.reading(mapped, ProfileLimits.DEFAULT, Allowances.plenty());
      assertTrue(
          assertInstanceOf(ReadProfile.class, again).profile().frames().size()
              <= profile.frames().size());
      byte[] reported = Traces.bytes(profile, frame -> original(frame, profile), "{\"a\":[]}");
      MAPPER.readTree(new String(reported, UTF_8)); // A byte that is not UTF-8 becomes U+FFFD.
    } else if (reading instanceof Invalid invalid) {
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
  void tracesThatAreCutOffAnywhereAreNotJson() {
    byte[] body = TRACE.getBytes(UTF_8);
    for (int length = 0; length < body.length; length++) {
      assertInstanceOf(
          NotJson.class,
          Traces.reading(Arrays.copyOf(body, length), ProfileLimits.DEFAULT, Allowances.plenty()));
    }
  }

  @Example
  void recordedTracesThatAreCutOffAreNotJson() throws IOException {
    Path trace = Path.of("../shared/formats/chrome/app-sources.trace.json");
    Assumptions.assumeTrue(Files.isRegularFile(trace), "../shared/formats is absent");
    byte[] body = Files.readAllBytes(trace);
    // A cut far behind takes long to reach, so most cuts are in the first part.
    for (int i = 1; i < 1000; i++) {
      int length = i < 900 ? 97 * i : (int) ((long) body.length * (i - 899) / 101);
      assertEquals(
          length,
          assertInstanceOf(
                  NotJson.class,
                  Traces.reading(
                      Arrays.copyOf(body, length), ProfileLimits.DEFAULT, Allowances.plenty()))
              .byteOffset());
    }
  }

  @Property
  void damagedTracesAreReadOrRefused(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    byte[] body = TRACE.getBytes(UTF_8);
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      int at = random.nextInt(body.length);
      body[at] = random.nextBoolean() ? body[random.nextInt(body.length)] : (byte) random.nextInt();
    }
    assertTold(body);
  }

  /** Random events of members that are looked at, and of others. */
  private static final class RandomEvents {
    private static final List<String> NAMES =
        List.of(
            "args",
            "data",
            "beginData",
            "stackTrace",
            "cpuProfile",
            "nodes",
            "samples",
            "lines",
            "columns",
            "callFrame",
            "url",
            "functionName",
            "scriptId",
            "lineNumber",
            "columnNumber",
            "id",
            "other",
            "initiator");
    private static final List<String> EVENTS =
        List.of("FunctionCall", "ProfileChunk", "Profile", "Layout", "EvaluateScript");
    private final Random random;

    RandomEvents(long seed) {
      random = new Random(seed);
    }

    private String space() {
      return " \n\t".substring(0, random.nextInt(4)).repeat(random.nextInt(8) == 0 ? 1 : 0);
    }

    private String scalar() {
      return switch (random.nextInt(8)) {
        case 0 -> "\"a.js\"";
        case 1 -> "\"\\u00e9\u00e9\"";
        case 2 -> "null";
        case 3 -> "1.50";
        case 4 -> "\"" + random.nextInt(9) + "\"";
        default -> Integer.toString(random.nextInt(5));
      };
    }

    private String call() {
      String url = random.nextInt(4) == 0 ? "b.js" : "a.js";
      return quoted(
          "{"
              + space()
              + "'url':'"
              + url
              + "','lineNumber':"
              + random.nextInt(3)
              + space()
              + ",'columnNumber':"
              + random.nextInt(9)
              + ",'functionName'"
              + space()
              + ":'m','scriptId':"
              + scalar()
              + "}");
    }

    private String numbers() {
      List<String> numbers = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        numbers.add(space() + random.nextInt(4) + space());
      }
      return "[" + String.join(",", numbers) + "]";
    }

    private String node() {
      return quoted("{'id':" + random.nextInt(4) + ",'callFrame':" + call() + "}");
    }

    private String data() {
      List<String> members = new ArrayList<>();
      members.add("\"lines\":" + numbers());
      members.add("\"columns\":" + space() + numbers());
      members.add(
          "\"cpuProfile\":{\"samples\":"
              + numbers()
              + ",\"nodes\":["
              + node()
              + ","
              + node()
              + "]}");
      members.add("\"stackTrace\":[" + call() + space() + "," + call() + "]");
      members.add("\"url\":\"a.js\"");
      members.add("\"lineNumber\":1,\"columnNumber\":2");
      members.add("\"" + NAMES.get(random.nextInt(NAMES.size())) + "\":" + value(3));
      Collections.shuffle(members, random);
      return "{" + String.join("," + space(), members.subList(0, random.nextInt(8))) + "}";
    }

    private String value(int depth) {
      switch (depth == 0 ? 0 : random.nextInt(6)) {
        case 1 -> {
          return "[" + value(depth - 1) + "," + value(depth - 1) + "]";
        }
        case 2 -> {
          return "{\"" + NAMES.get(random.nextInt(NAMES.size())) + "\":" + value(depth - 1) + "}";
        }
        case 3 -> {
          return call();
        }
        case 4 -> {
          return data();
        }
        default -> {
          return scalar();
        }
      }
    }

    private String event() {
      if (random.nextInt(20) == 0) {
        return value(3);
      }
      String args = random.nextInt(3) == 0 ? value(3) : "{\"data\":" + space() + data() + "}";
      String name = "\"name\":\"" + EVENTS.get(random.nextInt(EVENTS.size())) + "\"";
      String ids = "\"pid\":" + random.nextInt(2) + ",\"id\":\"0x" + random.nextInt(2) + "\"";
      return random.nextBoolean()
          ? "{\"args\":" + args + "," + name + space() + "," + ids + "}"
          : "{" + ids + "," + name + ",\"args\"" + space() + ":" + args + "}";
    }

    String trace() {
      List<String> events = new ArrayList<>();
      for (int i = random.nextInt(8); i > 0; i--) {
        events.add(event());
      }
      String all = "[" + space() + String.join("," + space(), events) + "]";
      return random.nextBoolean()
          ? all
          : "{\"metadata\":" + value(3) + ",\"traceEvents\":" + all + space() + "}";
    }
  }

  @Property
  void valuesAtOtherPlacesKeepTheirBytes(@ForAll long seed) throws IOException {
    byte[] body = new RandomEvents(seed).trace().getBytes(UTF_8);
    assertInstanceOf(
        ReadProfile.class, Traces.reading(body, ProfileLimits.DEFAULT, Allowances.plenty()));
    assertTold(body);
  }
}

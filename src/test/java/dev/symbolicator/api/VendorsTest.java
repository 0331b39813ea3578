package dev.symbolicator.api;

import static dev.symbolicator.testing.VendorCase.form;
import static dev.symbolicator.testing.VendorCase.latin1;
import static dev.symbolicator.testing.VendorCase.text;
import static io.restassured.RestAssured.given;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.symbolicator.testing.AnswerScore;
import dev.symbolicator.testing.TestOrigin;
import dev.symbolicator.testing.VendorCase;
import dev.symbolicator.testing.VendorCase.Form;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.config.EncoderConfig;
import io.restassured.config.RestAssuredConfig;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Requests that Sentry's and Datadog's SDKs sent, compared with the right answers. */
@QuarkusTest
@Tag("service")
class VendorsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String STRING = "\"((?:[^\"\\\\]|\\\\.)*)\"";
  private static final Pattern SENTRY_FRAME =
      Pattern.compile(
          "\\{\"function\":("
              + STRING
              + "),\"abs_path\":"
              + STRING
              + ",\"lineno\":\\d+,\"colno\":\\d+}");
  private static final Pattern DATADOG_FRAME =
      Pattern.compile(
          "\\{\"column\":\\d+,\"line\":\\d+,\"name\":" + STRING + ",\"resourceId\":\\d+}");
  private static final Pattern PROFILE_LINE =
      Pattern.compile("(?m)^\\{\"type\":\"profile(?:_chunk)?\".*\n(.*)$");
  private static final Pattern DEBUG_META =
      Pattern.compile("\"debug_meta\":\\{\"images\":\\[(.*?)]},");

  private TestOrigin origin;

  @BeforeEach
  void start() {
    assumeFalse(VendorCase.shared().isEmpty(), "../shared/formats/vendors is absent");
    origin = TestOrigin.start();
  }

  @AfterEach
  void close() {
    if (origin != null) {
      origin.close();
    }
  }

  private static Response symbolicate(String body, String type) {
    return given()
        .config(
            RestAssuredConfig.config()
                .encoderConfig(
                    EncoderConfig.encoderConfig()
                        .encodeContentTypeAs("multipart/form-data", ContentType.BINARY)
                        .appendDefaultContentCharsetToContentTypeIfUndefined(false)))
        .contentType(type)
        .body(latin1(body))
        .post("/symbolicate");
  }

  private String answer(VendorCase sent, String body) {
    Response answer = symbolicate(body, sent.contentType());
    assertEquals(200, answer.statusCode(), sent.toString());
    assertEquals(normalised(sent.contentType()), normalised(answer.contentType()));
    return text(answer.asByteArray());
  }

  private static String normalised(String type) {
    return type.replace(" ", "");
  }

  @Test
  void everyUndisputedFrameIsRight() throws IOException {
    int scored = 0;
    List<String> wrong = new ArrayList<>();
    for (VendorCase sent : VendorCase.shared()) {
      if (!sent.hasTruth()) {
        continue;
      }
      close();
      origin = TestOrigin.start(); // Two builds use the same paths.
      sent.serveFrom(origin);
      String answer = answer(sent, sent.body(origin));
      for (JsonNode row : sent.rows()) {
        scored++;
        Shown shown = shown(sent, answer, row.get("frameIndex").asInt());
        if (!isRight(shown, row.get("original"))) {
          wrong.add(sent + " " + row + " " + shown);
        }
      }
    }
    assertTrue(scored > 300, () -> "few frames");
    assertEquals(List.of(), wrong);
  }

  private record Shown(String source, int line, int column, String name) {}

  private static Shown shown(VendorCase sent, String answer, int index) throws IOException {
    if (sent.isForm()) {
      JsonNode trace = JSON.readTree(latin1(form(answer).trace()));
      JsonNode frame = trace.get("frames").get(index);
      return new Shown(
          trace.get("resources").get(frame.get("resourceId").asInt()).asText(),
          frame.get("line").asInt(),
          frame.get("column").asInt(),
          frame.get("name").asText());
    }
    JsonNode frame = JSON.readTree(latin1(profile(answer))).at("/profile/frames/" + index);
    return new Shown(
        frame.get("abs_path").asText(),
        frame.get("lineno").asInt(),
        frame.get("colno").asInt(),
        frame.get("function").asText());
  }

  private static boolean isRight(Shown shown, JsonNode original) {
    return !original.isObject()
        || (shown.line() == original.get("line").asInt()
            && shown.column() == original.get("column").asInt()
            && AnswerScore.isName(shown.name(), original)
            && AnswerScore.isSameSource(shown.source(), original.get("source").asText()));
  }

  @Test
  void onlyThePermittedBytesChange() throws IOException {
    for (VendorCase sent : VendorCase.shared()) {
      close();
      origin = TestOrigin.start();
      if (sent.hasTruth()) {
        sent.serveFrom(origin);
      }
      String body = sent.body(origin);
      String answer = answer(sent, body);
      if (!sent.hasTruth()) {
        assertEquals(body, answer, sent.toString());
      } else if (sent.isForm()) {
        Form before = form(body);
        Form after = form(answer);
        assertEquals(before.before(), after.before());
        assertEquals(before.behind(), after.behind());
        assertEquals(before.isZlib(), after.isZlib());
        assertEquals(permittedTrace(before.trace(), after.trace()), after.trace());
      } else {
        String changed = permittedProfile(profile(body), profile(answer));
        assertEquals(body.replace(profile(body), changed), answer, sent.toString());
      }
    }
  }

  private static String profile(String envelope) {
    return PROFILE_LINE.matcher(envelope).results().findFirst().orElseThrow().group(1);
  }

  /**
   * Returns a trace with the changes that are permitted, as far as the answer has them: in frames
   * the values of column, line, name and resource, and resources behind all others.
   */
  private static String permittedTrace(String before, String after) throws IOException {
    JsonNode frames = withPosition(JSON.readTree(latin1(after)).get("frames"), "line");
    List<MatchResult> matches = DATADOG_FRAME.matcher(before).results().toList();
    assertEquals(frames.size(), matches.size());
    StringBuilder permitted = new StringBuilder();
    int at = 0;
    for (int i = 0; i < matches.size(); i++) {
      JsonNode frame = frames.get(i);
      permitted
          .append(before, at, matches.get(i).start())
          .append("{\"column\":" + frame.get("column") + ",\"line\":" + frame.get("line"))
          .append(",\"name\":" + utf8(frame.get("name")))
          .append(",\"resourceId\":" + frame.get("resourceId") + "}");
      at = matches.get(i).end();
    }
    permitted.append(before, at, before.length());
    JsonNode resources = JSON.readTree(latin1(after)).get("resources");
    int known = JSON.readTree(latin1(before)).get("resources").size();
    assertTrue(resources.size() > known);
    StringBuilder appended = new StringBuilder();
    for (int i = known; i < resources.size(); i++) {
      appended.append(',').append(utf8(resources.get(i)));
    }
    int start = permitted.indexOf("\"resources\":[");
    return permitted.insert(permitted.indexOf("]", start), appended).toString();
  }

  /**
   * Returns a profile with the changes that are permitted, as far as the answer has them: in frames
   * the values of function, path, line and column, an added file name, and fewer images or none.
   */
  private static String permittedProfile(String before, String after) throws IOException {
    JsonNode profile = JSON.readTree(latin1(after));
    JsonNode frames = withPosition(profile.at("/profile/frames"), "lineno");
    List<MatchResult> matches = SENTRY_FRAME.matcher(before).results().toList();
    assertEquals(frames.size(), matches.size());
    StringBuilder permitted = new StringBuilder();
    int at = 0;
    for (int i = 0; i < matches.size(); i++) {
      JsonNode frame = frames.get(i);
      String added =
          frame.has("filename") ? "\"filename\":" + utf8(frame.get("filename")) + "," : "";
      permitted
          .append(before, at, matches.get(i).start())
          .append("{" + added + "\"function\":" + utf8(frame.get("function")))
          .append(",\"abs_path\":" + utf8(frame.get("abs_path")))
          .append(",\"lineno\":" + frame.get("lineno") + ",\"colno\":" + frame.get("colno") + "}");
      at = matches.get(i).end();
      assertEquals(
          frame.has("filename"), !frame.get("abs_path").asText().equals(path(matches.get(i))));
    }
    permitted.append(before, at, before.length());
    MatchResult images = DEBUG_META.matcher(permitted).results().findFirst().orElseThrow();
    List<String> kept = new ArrayList<>();
    for (JsonNode image : profile.at("/debug_meta/images")) {
      assertTrue(images.group(1).contains(utf8(image)));
      kept.add(utf8(image));
    }
    assertEquals(kept.isEmpty(), !profile.has("debug_meta"));
    String left =
        kept.isEmpty() ? "" : "\"debug_meta\":{\"images\":[" + String.join(",", kept) + "]},";
    return permitted.replace(images.start(), images.end(), left).toString();
  }

  private static String path(MatchResult frame) {
    return frame.group(3);
  }

  private static JsonNode withPosition(JsonNode frames, String member) {
    return JsonNodeFactory.instance
        .arrayNode()
        .addAll(frames.valueStream().filter(frame -> frame.has(member)).toList());
  }

  /** Returns a value in UTF-8, whose bytes are the units of the text. */
  private static String utf8(JsonNode value) throws IOException {
    return text(JSON.writeValueAsBytes(value));
  }

  @Test
  void debugMetaStaysIfTheCallerKeepsIt() throws IOException {
    for (VendorCase sent : VendorCase.shared()) {
      if (sent.isForm() || !sent.hasTruth()) {
        continue;
      }
      sent.serveFrom(origin);
      String body = sent.body(origin);
      String kept =
          text(
              given()
                  .contentType(sent.contentType())
                  .body(latin1(body))
                  .post("/symbolicate?debugMeta=keep")
                  .asByteArray());
      String images = DEBUG_META.matcher(body).results().findFirst().orElseThrow().group();
      assertTrue(kept.contains(images), sent.toString());
      assertFalse(answer(sent, body).contains(images), sent.toString());
    }
  }

  @Test
  void declaredTypeDoesNotMatter() {
    for (VendorCase sent : VendorCase.shared()) {
      String body = sent.body(origin);
      for (String type :
          List.of("application/octet-stream", "x/y; z=\"", "text/html", sent.contentType())) {
        Response answer = symbolicate(body, type);
        assertEquals(200, answer.statusCode(), () -> sent + " as " + type);
        assertFalse(answer.contentType().contains("html"));
        assertFalse(sent.isForm() && !answer.contentType().contains("boundary"));
      }
    }
  }
}

package dev.symbolicator.api;

import static io.restassured.RestAssured.given;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.LogLines;
import dev.symbolicator.testing.RecordedCase;
import dev.symbolicator.testing.TestOrigin;
import dev.symbolicator.testing.Traced;
import dev.symbolicator.threads.Spans;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
@TestProfile(Traced.class)
class TracesTest {
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String CALLER = "b7ad6b7169203331";

  @Inject Traced.Spans spans;

  private TestOrigin origin;

  @BeforeEach
  void startOrigin() {
    origin = TestOrigin.start();
  }

  @AfterEach
  void stopOrigin() {
    origin.close();
  }

  @Test
  void profileHasASpanForEachScriptWithItsFetchesAndCompilation() {
    send(TRACE, RecordedCase.own("mini-vite8").serveFrom(origin).trace(origin).toString());
    SpanData request = awaited(TRACE, "POST /symbolicate");
    assertEquals(CALLER, request.getParentSpanId());
    List<SpanData> places = spans.named(TRACE, "find source map");
    assertFalse(places.isEmpty());
    for (SpanData place : places) {
      assertEquals(request.getSpanId(), place.getParentSpanId());
      assertTrue(place.getAttributes().get(Spans.URL).startsWith(origin.origin()));
      assertEquals("web", place.getAttributes().get(Spans.PLACE));
      assertEquals("found", place.getAttributes().get(Spans.OUTCOME));
    }
    Set<String> searches = places.stream().map(SpanData::getSpanId).collect(Collectors.toSet());
    for (String name : List.of("fetch script", "fetch map", "compile")) {
      List<SpanData> steps = spans.named(TRACE, name);
      assertEquals(
          searches, steps.stream().map(SpanData::getParentSpanId).collect(Collectors.toSet()));
      String outcome = name.equals("compile") ? "compiled" : "fetched";
      assertEquals(outcome, steps.get(0).getAttributes().get(Spans.OUTCOME), name);
    }
  }

  @Test
  void failedFetchSaysWhy() {
    String trace = TRACE.replace('0', '1');
    send(trace, RecordedCase.own("mini-vite8").trace(origin).toString());
    SpanData fetch = awaited(trace, "fetch script");
    assertEquals("not-found", fetch.getAttributes().get(Spans.OUTCOME));
    assertEquals("ERROR", fetch.getStatus().getStatusCode().name());
  }

  @Test
  void noQueryIsInASpan() {
    String trace = TRACE.replace('0', '2');
    String profile = RecordedCase.own("mini-vite8").trace(origin).toString();
    given()
        .header("traceparent", "00-" + trace + "-" + CALLER + "-01")
        .queryParam("release", "secret-of-a-page")
        .body(profile.replace(".js", ".js?signature=secret").getBytes(StandardCharsets.UTF_8))
        .post("/symbolicate")
        .then()
        .statusCode(200);
    for (String name : List.of("POST /symbolicate", "find source map", "fetch script")) {
      SpanData span = awaited(trace, name);
      assertFalse(span.toString().contains("secret"), span.toString());
    }
  }

  @Test
  void requestsLineHasTheTrace() {
    String trace = TRACE.replace('0', '3');
    try (LogLines log = LogLines.listen()) {
      send(trace, RecordedCase.own("mini-vite8").serveFrom(origin).trace(origin).toString());
      Await.until(() -> !log.of("dev.symbolicator.request").isEmpty());
      String line = log.of("dev.symbolicator.request").get(0);
      assertTrue(line.contains("traceId=" + trace), line);
    }
  }

  private SpanData awaited(String trace, String name) {
    Await.until(() -> !spans.named(trace, name).isEmpty());
    return spans.named(trace, name).get(0);
  }

  private static void send(String trace, String profile) {
    given()
        .header("traceparent", "00-" + trace + "-" + CALLER + "-01")
        .body(profile.getBytes(StandardCharsets.UTF_8))
        .post("/symbolicate")
        .then()
        .statusCode(200);
  }
}

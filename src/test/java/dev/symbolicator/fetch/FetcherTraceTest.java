package dev.symbolicator.fetch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.testing.TestOrigin;
import dev.symbolicator.threads.Spans;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks that only origins of the operator learn the identity of a trace. */
class FetcherTraceTest {
  private static final String NONE = "none";

  private final List<String> sent = new CopyOnWriteArrayList<>();
  private final List<String> sentToOther = new CopyOnWriteArrayList<>();
  private final TestOrigin origin = TestOrigin.start();
  private final TestOrigin other = TestOrigin.start();
  private final OpenTelemetrySdk sdk = OpenTelemetrySdk.builder().build();

  @BeforeEach
  void serve() {
    GlobalOpenTelemetry.resetForTest();
    GlobalOpenTelemetry.set(sdk);
    origin.handle("/app.js", request -> answer(request, sent));
    other.handle("/app.js", request -> answer(request, sentToOther));
  }

  @AfterEach
  void stop() {
    GlobalOpenTelemetry.resetForTest();
    sdk.close();
    origin.close();
    other.close();
  }

  private static void answer(HttpServerRequest request, List<String> sent) {
    String parent = request.getHeader("traceparent");
    sent.add(parent == null ? NONE : parent.substring(3, 35));
    request.response().end("app();");
  }

  /** Fetches within a span, and returns its trace. */
  private static String traced(TestFetcher fetcher, String url) {
    Span span = GlobalOpenTelemetry.getTracer("test").spanBuilder("test").startSpan();
    assertArrayEquals(
        "app();".getBytes(StandardCharsets.UTF_8), Spans.within(span, () -> fetcher.body(url)));
    span.end();
    return span.getSpanContext().getTraceId();
  }

  @Test
  void originsThatAreWrittenOutLearnTheTrace() {
    try (TestFetcher fetcher =
        new TestFetcher(
            "allow-private-addresses", "true", "allowed-origins", "*," + origin.origin())) {
      String trace = traced(fetcher, origin.url("/app.js"));
      traced(fetcher, other.url("/app.js"));
      assertEquals(List.of(trace), sent);
      assertEquals(List.of(NONE), sentToOther);
    }
  }

  @Test
  void originsWithHeadersOfTheirOwnLearnTheTrace() {
    try (TestFetcher fetcher =
        new TestFetcher("allow-private-addresses", "true", "origin.cdn.url", origin.origin())) {
      assertEquals(List.of(traced(fetcher, origin.url("/app.js"))), sent);
    }
  }

  @Test
  void redirectFromElsewhereLearnsNothing() {
    other.redirect("/away.js", origin.url("/app.js"));
    try (TestFetcher fetcher =
        new TestFetcher("allow-private-addresses", "true", "origin.cdn.url", origin.origin())) {
      traced(fetcher, other.url("/away.js"));
      assertEquals(List.of(NONE), sent);
    }
  }

  @Test
  void nothingIsSentWithoutASpan() {
    try (TestFetcher fetcher =
        new TestFetcher("allow-private-addresses", "true", "origin.cdn.url", origin.origin())) {
      fetcher.body(origin.url("/app.js"));
      assertEquals(List.of(NONE), sent);
    }
  }
}

package dev.symbolicator.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.Traced;
import dev.symbolicator.threads.Spans;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
@TestProfile(Traced.class)
class KafkaTracesTest extends PipelineFixture {
  private static final String TRACE = "5af7651916cd43dd8448eb211c80319c";
  private static final String SENDER = "b7ad6b7169203331";

  @Inject Traced.Spans spans;

  @Test
  void recordGoesOnTheTraceOfItsSender() {
    makeTopics(1);
    serve("/app.js");
    start(settings(false));
    String sent = "00-" + TRACE + "-" + SENDER + "-01";
    broker.send(record(in(), "user-1", profile("/app.js"), "traceparent", sent));
    String answered = header(broker.await(out(), 1).get(0), "traceparent");
    Await.until(() -> !spans.named(TRACE, "process " + in()).isEmpty());
    SpanData work = spans.named(TRACE, "process " + in()).get(0);
    assertEquals(SENDER, work.getParentSpanId());
    assertEquals("symbolicated", work.getAttributes().get(Spans.OUTCOME));
    assertEquals("00-" + TRACE + "-" + work.getSpanId() + "-01", answered);
    SpanData place = spans.named(TRACE, "find source map").get(0);
    assertEquals(work.getSpanId(), place.getParentSpanId());
    List<SpanData> fetches = spans.named(TRACE, "fetch script");
    assertEquals(place.getSpanId(), fetches.get(0).getParentSpanId());
  }

  @Test
  void deadLetterIsAnErrorOfATraceOfItsOwn() {
    makeTopics(1);
    start(settings(false));
    broker.send(record(in(), "user-1", "{".getBytes(UTF_8)));
    String parent = header(broker.await(dead(), 1).get(0), "traceparent");
    String trace = parent.substring(3, 35);
    Await.until(() -> !spans.named(trace, "process " + in()).isEmpty());
    SpanData work = spans.named(trace, "process " + in()).get(0);
    assertFalse(work.getParentSpanContext().isValid());
    assertEquals("not-json", work.getAttributes().get(Spans.OUTCOME));
    assertTrue(work.getStatus().getDescription().length() > 0);
  }
}

package dev.symbolicator.testing;

import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.quarkus.test.junit.QuarkusTestProfile;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A service that traces, and sends nothing while a test runs. */
public final class Traced implements QuarkusTestProfile {
  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "quarkus.otel.sdk.disabled", "false",
        "quarkus.otel.bsp.schedule.delay", "1H");
  }

  /** Keeps the spans that ended, as an exporter gets them. */
  @Singleton
  public static class Spans implements SpanProcessor {
    private final List<SpanData> ended = new CopyOnWriteArrayList<>();

    /** Returns the spans of a trace that have a name, in the order of their ends. */
    public List<SpanData> named(String traceId, String name) {
      return ended.stream()
          .filter(span -> span.getTraceId().equals(traceId) && span.getName().equals(name))
          .toList();
    }

    @Override
    public void onStart(Context parent, ReadWriteSpan span) {}

    @Override
    public boolean isStartRequired() {
      return false;
    }

    @Override
    public void onEnd(ReadableSpan span) {
      ended.add(span.toSpanData());
    }

    @Override
    public boolean isEndRequired() {
      return true;
    }
  }
}

package dev.symbolicator.threads;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapSetter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.Nullable;

/**
 * Spans of OpenTelemetry for work that goes on over threads. The pools of {@link WorkerThreads} and
 * what {@link #continued} returns pass on the context of their caller, which has the span around
 * the work. Without a recorded span there is none below it, so tracing that is off costs a look.
 *
 * <p>Names of attributes are those of OpenTelemetry's semantic conventions where these have one.
 * Addresses come without their query.
 */
public final class Spans {
  /** The address of a file, without query and fragment. */
  public static final AttributeKey<String> URL = AttributeKey.stringKey("url.full");

  /** Of a closed list: how a fetch ended, the status of a script, what became of a record. */
  public static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("symbolicator.outcome");

  /** The place that answered for a script, such as {@code web}. */
  public static final AttributeKey<String> PLACE = AttributeKey.stringKey("symbolicator.place");

  private static final String INSTRUMENTATION = "dev.symbolicator";

  private Spans() {}

  /** Starts a span within a recorded one; an invalid span, to be used alike, if there is none. */
  public static Span start(String name, SpanKind kind) {
    return Span.current().isRecording()
        ? startWithin(Context.current(), name, kind)
        : Span.getInvalid();
  }

  /**
   * Starts the span of a record, within that of its sender if its headers name one; an invalid span
   * if tracing is off, when the SDK would still make one.
   */
  public static <C> Span startOf(C headers, TextMapGetter<C> getter, String name) {
    boolean isOff =
        ConfigProvider.getConfig()
            .getOptionalValue("quarkus.otel.sdk.disabled", Boolean.class)
            .orElse(true);
    if (isOff) {
      return Span.getInvalid();
    }
    Context sender =
        W3CTraceContextPropagator.getInstance().extract(Context.root(), headers, getter);
    return startWithin(sender, name, SpanKind.CONSUMER);
  }

  private static Span startWithin(Context parent, String name, SpanKind kind) {
    return GlobalOpenTelemetry.getTracer(INSTRUMENTATION)
        .spanBuilder(name)
        .setParent(parent)
        .setSpanKind(kind)
        .startSpan();
  }

  /** Does work, and begins what goes on elsewhere, within a span, which the caller ends. */
  public static <T> T within(Span span, Supplier<T> work) {
    return Context.current().with(span).wrapSupplier(work).get();
  }

  /** Ends a span with its outcome, and as an error if there is a reason for one. */
  public static void end(Span span, String outcome, @Nullable String reason) {
    span.setAttribute(OUTCOME, outcome);
    if (reason != null) {
      span.setStatus(StatusCode.ERROR, reason);
    }
    span.end();
  }

  /**
   * Writes {@code traceparent} and {@code tracestate} (W3C Trace Context) of a span; nothing for an
   * invalid one. Baggage stays here, since callers choose it.
   */
  public static <C> void inject(Span span, C headers, TextMapSetter<C> setter) {
    W3CTraceContextPropagator.getInstance().inject(Context.root().with(span), headers, setter);
  }

  /** Returns an executor whose work runs in the context of this call. */
  public static Executor continuing(Executor executor) {
    return Context.current().wrap(executor);
  }

  /** Returns a copy of a future whose dependents run in the context of this call. */
  public static <T> CompletableFuture<T> continued(CompletableFuture<T> future) {
    CompletableFuture<T> copy = new CompletableFuture<>();
    CompletableFuture<?> unused =
        future.whenComplete(
            Context.current().wrapConsumer((value, fault) -> Futures.end(copy, value, fault)));
    return copy;
  }
}

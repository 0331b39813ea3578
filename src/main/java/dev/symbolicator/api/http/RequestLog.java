package dev.symbolicator.api.http;

import dev.symbolicator.access.Caller;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.symbolication.SymbolicationReport;
import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import dev.symbolicator.threads.Futures;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.Level;
import org.jboss.logmanager.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One line and one outcome per request, but for the warm-up's, of values from closed lists,
 * counters and token names, never from a profile or URL. In JSON logs they are fields under {@code
 * mdc}.
 */
@Singleton
public class RequestLog {
  private static final Logger LOG = Logger.getLogger("dev.symbolicator.request");

  private final MeterRegistry metrics;

  /** By outcome: registering a counter again takes longer than counting. */
  private final Map<String, Counter> counters = new ConcurrentHashMap<>();

  public RequestLog(MeterRegistry metrics) {
    this.metrics = metrics;
  }

  /** Records a profile: inflated bytes, and {@link System#nanoTime} when work on the body began. */
  public void symbolicated(Caller caller, Symbolicated result, long bodySize, long startNanos) {
    count("symbolicated");
    SymbolicationReport report = result.report();
    log(
        Level.INFO,
        "symbolicated a profile",
        caller,
        Map.of(
            "status", 200,
            "format", result.format(),
            "bytes", bodySize,
            "frames", report.total(),
            "mapped", report.mapped(),
            "scripts", report.scripts().size(),
            "pending", report.pending(),
            "statuses", statuses(report),
            "ms", (System.nanoTime() - startNanos) / 1_000_000));
  }

  /** Returns how many scripts have each status, such as {@code found=2, no-source-map=1}. */
  static String statuses(SymbolicationReport report) {
    Map<String, Integer> counts = new TreeMap<>();
    report.scripts().forEach(script -> counts.merge(script.status(), 1, Integer::sum));
    StringJoiner statuses = new StringJoiner(", ");
    counts.forEach((status, count) -> statuses.add(status + "=" + count));
    return statuses.toString();
  }

  /** Records the bytes of a phase such as {@code receiving}, and those of the last second. */
  public void progressed(Caller caller, String phase, long bytes, long bytesPerSecond) {
    log(
        Level.INFO,
        "works on a large body",
        caller,
        Map.of("phase", phase, "bytes", bytes, "mbPerSecond", bytesPerSecond / 1_000_000));
  }

  /** Records that the client left, or that the answer could not be written to its end. */
  public void brokenOff(Caller caller, String phase) {
    count("broken-off");
    log(Level.INFO, "broke off the work on a large body", caller, Map.of("phase", phase));
  }

  public void warmed(Caller caller, int scripts, long startNanos) {
    count("warmed");
    log(
        Level.INFO,
        "loaded scripts in advance",
        caller,
        Map.of(
            "status", 200, "scripts", scripts, "ms", (System.nanoTime() - startNanos) / 1_000_000));
  }

  /** Records a dictionary that was read to its end. */
  public void listed(Caller caller, long functions, long startNanos) {
    count("listed");
    log(
        Level.INFO,
        "listed the functions of a script",
        caller,
        Map.of(
            "status",
            200,
            "functions",
            functions,
            "ms",
            (System.nanoTime() - startNanos) / 1_000_000));
  }

  /** Records a profile of a page that is kept. */
  public void collected(Caller caller, long bytes, long startNanos) {
    count("collected");
    log(
        Level.INFO,
        "took a profile of a page",
        caller,
        Map.of("status", 202, "bytes", bytes, "ms", (System.nanoTime() - startNanos) / 1_000_000));
  }

  public void uploaded(Caller caller, int status, int scripts, int stored, long startNanos) {
    count("uploaded");
    log(
        Level.INFO,
        "took source maps",
        caller,
        Map.of(
            "status", status,
            "scripts", scripts,
            "stored", stored,
            "ms", (System.nanoTime() - startNanos) / 1_000_000));
  }

  public void symbolicatedLine() {
    count("symbolicated");
  }

  public void failedLine(Problem problem) {
    count(problem.name());
  }

  /**
   * {@code complete}, {@code left} if the client has left, or a problem; with its lines' counts.
   */
  public void batched(Caller caller, String end, Map<String, Long> totals, long startNanos) {
    Map<String, Object> fields = new HashMap<>(totals);
    fields.put("end", end);
    fields.put("ms", (System.nanoTime() - startNanos) / 1_000_000);
    log(Level.INFO, "symbolicated a batch", caller, fields);
  }

  public void notRead() {
    log(Level.INFO, "closed a connection whose client did not read the answer in time", Map.of());
  }

  /** Records a request that is answered with a problem, and whose caller is not known. */
  public void failed(Throwable failure) {
    failed(Caller.ANYBODY, failure);
  }

  public void failed(Caller caller, Throwable failure) {
    Problem problem =
        Futures.cause(failure) instanceof ProblemException known
            ? known.problem()
            : Problem.of(Problem.ProblemKind.INTERNAL, "");
    count(problem.name());
    log(
        problem.status() >= 500 ? Level.WARN : Level.INFO,
        "answered with a problem",
        caller,
        Map.of("status", problem.status(), "problem", problem.name()));
  }

  private void count(String outcome) {
    counters.computeIfAbsent(outcome, this::counter).increment();
  }

  private Counter counter(String outcome) {
    return Counter.builder("symbolicator.requests")
        .description("Requests by outcome")
        .tag("outcome", outcome)
        .register(metrics);
  }

  private void log(Level level, String message, Caller caller, Map<String, Object> fields) {
    if (caller.token().isEmpty()) {
      log(level, message, fields);
      return;
    }
    Map<String, Object> all = new HashMap<>(fields);
    all.put("scope", caller.scope());
    all.put("token", caller.token());
    log(level, message, all);
  }

  private void log(Level level, String message, Map<String, Object> fields) {
    if (LOG.isLoggable(level)) {
      LOG.logRaw(new RequestRecord(level, message, traced(fields)));
    }
  }

  /** A line whose numbers are numbers in JSON too, where other records write texts. */
  private static final class RequestRecord extends ExtLogRecord {
    private static final long serialVersionUID = 1;

    private final transient Map<String, Object> fields;

    private RequestRecord(Level level, String message, Map<String, Object> fields) {
      super(level, message, RequestLog.class.getName());
      this.fields = fields;
    }

    @Override
    public @Nullable String getMdc(String key) {
      Object value = fields.get(key);
      return value == null ? null : value.toString();
    }

    /** Returns values of any type, as which all formatters take them. */
    @Override
    @SuppressWarnings("unchecked")
    public Map<String, String> getMdcCopy() {
      return (Map<String, String>) (Map<String, ?>) new TreeMap<>(fields);
    }
  }

  /** Adds the names by which Quarkus shows a span in other lines, if there is one. */
  private static Map<String, Object> traced(Map<String, Object> fields) {
    SpanContext span = Span.current().getSpanContext();
    if (!span.isValid()) {
      return fields;
    }
    Map<String, Object> all = new HashMap<>(fields);
    all.put("traceId", span.getTraceId());
    all.put("spanId", span.getSpanId());
    return all;
  }

  /** Empties the queries of requests' spans: tokens of pages and addresses of scripts are there. */
  @Singleton
  static class QuerylessSpans implements SpanProcessor {
    private static final AttributeKey<String> QUERY = AttributeKey.stringKey("url.query");

    @Override
    public void onStart(Context parent, ReadWriteSpan span) {
      if (span.getAttribute(QUERY) != null) {
        span.setAttribute(QUERY, "");
      }
    }

    @Override
    public boolean isStartRequired() {
      return true;
    }

    @Override
    public void onEnd(ReadableSpan span) {}

    @Override
    public boolean isEndRequired() {
      return false;
    }
  }
}

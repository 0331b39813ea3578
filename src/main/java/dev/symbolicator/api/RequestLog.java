package dev.symbolicator.api;

import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletionException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One line and one count per request. What they say comes from closed lists and counters: nothing
 * of a profile, no URL.
 */
@ApplicationScoped
class RequestLog {
  private static final Logger LOG = Logger.getLogger("dev.symbolicator.request");
  private static final String COUNTER = "symbolicator.requests";

  private final MeterRegistry metrics;

  RequestLog(MeterRegistry metrics) {
    this.metrics = metrics;
  }

  void symbolicated(Symbolicated result, int bodySize, long startNanos) {
    metrics.counter(COUNTER, "outcome", "symbolicated").increment();
    LOG.infof(
        "symbolicated format=%s bytes=%d frames=%d mapped=%d scripts=%d pending=%d ms=%d",
        result.format(),
        bodySize,
        result.report().total(),
        result.report().mapped(),
        result.report().scripts().size(),
        result.report().pending(),
        (System.nanoTime() - startNanos) / 1_000_000);
  }

  void failed(@Nullable Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    String kind =
        cause instanceof ProblemException known ? known.problem().name() : "internal-error";
    metrics.counter(COUNTER, "outcome", kind).increment();
    LOG.infof("refused problem=%s", kind);
  }
}

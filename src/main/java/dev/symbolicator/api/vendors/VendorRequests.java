package dev.symbolicator.api.vendors;

import dev.symbolicator.api.maps.RefusedBodies;
import dev.symbolicator.api.maps.UploadBody;
import dev.symbolicator.api.maps.UploadProblems;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.Problem.ProblemKind;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.maps.upload.UploadLimits;
import dev.symbolicator.threads.WorkerThreads;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPInputStream;

/** Reads and works on the requests of other vendors' uploaders, on threads of their own. */
@ApplicationScoped
class VendorRequests {
  private static final VendorLimits LIMITS = VendorLimits.DEFAULT;
  private static final Duration RETRY_AFTER = Duration.ofSeconds(2);
  private static final int BUFFER_BYTES = 1 << 16;

  private final Vertx vertx;
  private final ExecutorService threads = WorkerThreads.pool("vendor-upload", LIMITS.threads());
  private final AtomicInteger underWay = new AtomicInteger();

  VendorRequests(Vertx vertx) {
    this.vertx = vertx;
  }

  @PreDestroy
  void stop() {
    threads.shutdownNow();
  }

  /** The work on a request. */
  interface BodyWork<T> {
    /**
     * Reads the body, and works.
     *
     * @param body without its content coding
     */
    T run(InputStream body) throws IOException;
  }

  /**
   * Receives a body of which nothing was read yet, and works on it. Called on the request's event
   * loop.
   *
   * @param maxSize the most bytes of the body as it is sent
   * @return the result of the work; fails with a {@link ProblemException}
   */
  <T> CompletionStage<T> receive(HttpServerRequest request, long maxSize, BodyWork<T> work) {
    UploadBody body;
    boolean isGzip;
    try {
      isGzip = isGzip(request);
      if (underWay.incrementAndGet() > LIMITS.threads() + LIMITS.waiting()) {
        underWay.decrementAndGet();
        throw new ProblemException(busy());
      }
      body = begin(request, maxSize);
    } catch (ProblemException refused) {
      RefusedBodies.drop(request);
      return CompletableFuture.failedFuture(refused);
    }
    return CompletableFuture.supplyAsync(() -> work(body, isGzip, work), threads)
        .whenComplete((done, failed) -> underWay.decrementAndGet());
  }

  private UploadBody begin(HttpServerRequest request, long maxSize) {
    try {
      return UploadBody.begin(vertx, request, maxSize, UploadLimits.DEFAULT.idle());
    } catch (ProblemException tooLarge) {
      underWay.decrementAndGet();
      throw tooLarge;
    }
  }

  private static <T> T work(UploadBody body, boolean isGzip, BodyWork<T> work) {
    try (body;
        InputStream plain = isGzip ? gzip(body) : body) {
      return work.run(plain);
    } catch (IOException failure) {
      throw UploadProblems.of(failure);
    }
  }

  private static InputStream gzip(InputStream body) {
    try {
      return new GZIPInputStream(body, BUFFER_BYTES);
    } catch (IOException malformed) {
      throw new ProblemException(Multipart.damaged());
    }
  }

  private static boolean isGzip(HttpServerRequest request) {
    String coding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
    if (coding == null || coding.isBlank() || coding.strip().equalsIgnoreCase("identity")) {
      return false;
    }
    if (!coding.strip().matches("(?i)(x-)?gzip")) {
      throw new ProblemException(UploadProblems.coding(coding));
    }
    return true;
  }

  private static Problem busy() {
    return Problem.of(
            ProblemKind.OVERLOADED,
            "Too many requests of uploaders are under way. Send the request again after as many"
                + " seconds as Retry-After says.")
        .withLimit("max-vendor-requests")
        .withRetryAfter(RETRY_AFTER);
  }
}

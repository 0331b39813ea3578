package dev.symbolicator.api.vendors;

import dev.symbolicator.access.Caller;
import dev.symbolicator.api.http.BodyStream;
import dev.symbolicator.api.maps.UploadProblems;
import dev.symbolicator.api.maps.UploadRunner.UploadBody;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.Problem.ProblemKind;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.content.GzipStream;
import dev.symbolicator.maps.upload.UploadLimits;
import dev.symbolicator.threads.Slots;
import dev.symbolicator.threads.Slots.Turn;
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
import java.util.zip.ZipException;

/** Reads and works on the requests of other vendors' uploaders, on threads of their own. */
@ApplicationScoped
class VendorRequests {
  private static final VendorLimits LIMITS = VendorLimits.DEFAULT;
  private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

  private final Vertx vertx;
  private final ExecutorService threads = WorkerThreads.pool("vendor-upload", LIMITS.threads());
  private final Slots slots =
      new Slots(LIMITS.threads(), (LIMITS.threads() + 1) / 2, LIMITS.waiting());

  VendorRequests(Vertx vertx) {
    this.vertx = vertx;
  }

  @PreDestroy
  void stop() {
    threads.shutdownNow();
  }

  interface BodyWork<T> {
    /** Works on the body, without its content coding. */
    T run(InputStream body) throws IOException;
  }

  /** Called on the event loop; works on a thread. Scopes share these evenly, half at most each. */
  <T> CompletionStage<T> receive(
      HttpServerRequest request, Caller caller, long maxSize, Problem tooLarge, BodyWork<T> work) {
    CompletableFuture<T> result = new CompletableFuture<>();
    try {
      boolean isGzip = isGzip(request);
      BodyStream body = UploadBody.begin(vertx, request, maxSize, tooLarge, UploadLimits.DEFAULT);
      Turn turn = new Turn(caller.scope(), caller.scope());
      slots.start(
          turn,
          new Slots.Job() {
            @Override
            public void run() {
              threads.execute(
                  () -> {
                    try {
                      result.complete(work(body, isGzip, work));
                    } catch (RuntimeException | Error failure) {
                      result.completeExceptionally(failure);
                    } finally {
                      slots.end(turn);
                    }
                  });
            }

            @Override
            public void refuse() {
              body.close();
              result.completeExceptionally(new ProblemException(busy()));
            }
          });
    } catch (ProblemException refused) {
      result.completeExceptionally(refused);
    }
    return result;
  }

  private static <T> T work(BodyStream body, boolean isGzip, BodyWork<T> work) {
    try (body;
        InputStream plain = isGzip ? new GzipStream(body) : body) {
      return work.run(plain);
    } catch (ZipException damaged) {
      throw new ProblemException(Multipart.damaged());
    } catch (IOException failure) {
      throw UploadProblems.of(failure);
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

  /** Returns the problem of a request for which there is no place or no memory now. */
  static Problem busy() {
    return Problem.of(
            ProblemKind.OVERLOADED,
            "Too many requests of uploaders are under way. Send the request again after as many"
                + " seconds as Retry-After says.")
        .withLimit("max-vendor-requests")
        .withRetryAfter(RETRY_AFTER);
  }
}

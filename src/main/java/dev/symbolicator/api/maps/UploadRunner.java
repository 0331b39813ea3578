package dev.symbolicator.api.maps;

import dev.symbolicator.api.http.BodyStream;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.maps.MapLibrary.Uploader;
import dev.symbolicator.maps.upload.SourceMapUpload;
import dev.symbolicator.maps.upload.SourceMapUploads;
import dev.symbolicator.maps.upload.UploadLimits;
import dev.symbolicator.maps.upload.UploadRefusedException;
import dev.symbolicator.threads.WorkerThreads;
import dev.symbolicator.vertx.Connections;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;

/**
 * Runs uploads on threads of their own, one for each upload that may be under way. The thread also
 * reads the body, so a body is never in memory as a whole.
 */
@ApplicationScoped
public class UploadRunner {
  private final SourceMapUploads uploads;
  private final Vertx vertx;
  private final ExecutorService threads =
      WorkerThreads.pool("upload", UploadLimits.DEFAULT.atOnce());

  UploadRunner(SourceMapUploads uploads, Vertx vertx) {
    this.uploads = uploads;
    this.vertx = vertx;
  }

  @PreDestroy
  void stop() {
    threads.shutdownNow();
  }

  /** The work on an upload. */
  public interface UploadWork<T> {
    /**
     * Reads the body and works on the upload.
     *
     * @param body as it was sent, with its content coding
     * @throws IOException if the upload is refused, or the store cannot be used
     */
    T run(SourceMapUpload upload, InputStream body) throws IOException;
  }

  /**
   * Receives a body of which nothing was read yet, and works on it. Called on the request's event
   * loop.
   *
   * @return the result of the work; fails with a {@link ProblemException}
   */
  public <T> CompletionStage<T> run(
      HttpServerRequest request, Uploader uploader, UploadWork<T> work) {
    SourceMapUpload upload = null;
    BodyStream body;
    try {
      checkHeaders(request);
      upload = uploads.begin(uploader);
      long maxSize = uploads.maxSize();
      body =
          UploadBody.begin(
              vertx, request, maxSize, UploadProblems.bodyTooLarge(maxSize), UploadLimits.DEFAULT);
    } catch (UploadRefusedException | ProblemException refused) {
      if (upload != null) {
        upload.close();
      }
      return CompletableFuture.failedFuture(
          refused instanceof UploadRefusedException known
              ? UploadProblems.of((IOException) known)
              : refused);
    }
    SourceMapUpload begun = upload;
    Runnable endOfSilence = Connections.allowSilence(request.connection());
    return CompletableFuture.supplyAsync(() -> work(begun, body, work), threads)
        .whenComplete((result, failure) -> endOfSilence.run());
  }

  private static <T> T work(SourceMapUpload upload, BodyStream body, UploadWork<T> work) {
    try (upload;
        body) {
      return work.run(upload, body);
    } catch (IOException failure) {
      throw UploadProblems.of(failure);
    }
  }

  private static void checkHeaders(HttpServerRequest request) {
    String coding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
    if (coding != null && !coding.matches("(?i)\\s*(identity|gzip|x-gzip)\\s*")) {
      throw new ProblemException(UploadProblems.coding(coding));
    }
    String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
    if (type != null && type.toLowerCase(Locale.ROOT).startsWith("multipart/")) {
      throw new ProblemException(UploadProblems.multipart());
    }
  }

  /** Receives the bodies of uploads. */
  public static final class UploadBody {
    private UploadBody() {}

    /**
     * Begins to receive the body of a request of which nothing was read yet. Called on the
     * request's event loop.
     *
     * @param maxSize the most bytes of the body as it is sent
     * @param tooLarge answers a larger body
     * @param limits tell how fast the client has to send
     * @throws ProblemException if the body is announced to be too large
     */
    public static BodyStream begin(
        Vertx vertx,
        HttpServerRequest request,
        long maxSize,
        Problem tooLarge,
        UploadLimits limits) {
      return BodyStream.begin(
          vertx,
          request,
          new BodyStream.Rules(
              maxSize,
              tooLarge,
              limits.idle(),
              limits.progressBytes(),
              UploadProblems.idle(limits),
              BodyStream.MAX_DROPPED));
    }
  }
}

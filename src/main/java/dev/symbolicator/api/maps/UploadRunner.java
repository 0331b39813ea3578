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

/** Runs uploads. Each one's thread also reads its body, which is never in memory as a whole. */
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

  public interface UploadWork<T> {
    /** Reads the body, with its coding, and works; throws if refused, or the store is away. */
    T run(SourceMapUpload upload, InputStream body) throws IOException;
  }

  /** Called on the event loop; works on a thread, and fails with a {@link ProblemException}. */
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

  public static final class UploadBody {
    private UploadBody() {}

    /** Begins to receive a body, on the event loop; throws if too much is announced. */
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

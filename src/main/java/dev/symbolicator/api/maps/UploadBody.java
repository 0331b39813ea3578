package dev.symbolicator.api.maps;

import dev.symbolicator.api.http.BodyStream;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.maps.upload.UploadLimits;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;

/** Receives the bodies of uploads. */
public final class UploadBody {
  private UploadBody() {}

  /**
   * Begins to receive the body of a request of which nothing was read yet. Called on the request's
   * event loop.
   *
   * @param maxSize the most bytes of the body as it is sent
   * @param tooLarge answers a larger body
   * @param limits tell how fast the client has to send
   * @throws ProblemException if the body is announced to be too large
   */
  public static BodyStream begin(
      Vertx vertx, HttpServerRequest request, long maxSize, Problem tooLarge, UploadLimits limits) {
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

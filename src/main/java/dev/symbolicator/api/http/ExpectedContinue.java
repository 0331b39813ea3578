package dev.symbolicator.api.http;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;

/**
 * Recognises clients that send a body only after an interim answer (RFC 9110, section 10.1.1). A
 * request that is refused by its headers gets no interim answer, so its body is never sent.
 */
public final class ExpectedContinue {
  private ExpectedContinue() {}

  /** Tells whether a client awaits the status 100 before it sends the body. */
  public static boolean isIn(HttpServerRequest request) {
    return "100-continue".equalsIgnoreCase(request.getHeader(HttpHeaders.EXPECT));
  }
}

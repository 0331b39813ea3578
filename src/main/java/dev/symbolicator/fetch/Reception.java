package dev.symbolicator.fetch;

import dev.symbolicator.content.ByteBudget;
import dev.symbolicator.content.ContentCodings;
import dev.symbolicator.content.Decoder;
import dev.symbolicator.content.Decoding;
import dev.symbolicator.url.WebUrl;
import io.quarkus.runtime.configuration.MemorySize;
import io.vertx.core.Future;
import io.vertx.core.http.HttpClientResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Receives an answer that has the body that was asked for, within its limits. */
final class Reception {
  private final FetchRuntime runtime;
  private final WebUrl url;
  private final List<Redirection> redirects;
  private final FetchRequest.Kind kind;
  private final ByteBudget.Lease lease;
  private final IdleTimer idle;
  private @Nullable BodyReceiver receiver;

  /**
   * @param url where the answer comes from
   * @param redirects the answers that led there
   * @param lease empty; holds headers and body on success and nothing that counts on failure
   */
  Reception(
      FetchRuntime runtime,
      WebUrl url,
      List<Redirection> redirects,
      FetchRequest.Kind kind,
      ByteBudget.Lease lease,
      IdleTimer idle) {
    this.runtime = runtime;
    this.url = url;
    this.redirects = redirects;
    this.kind = kind;
    this.lease = lease;
    this.idle = idle;
  }

  /**
   * Receives the body; called in the event that brought the response.
   *
   * @return what became of it; a failed future if the connection broke
   */
  Future<FetchResult> receive(HttpClientResponse response) {
    ResponseHeaders headers = new ResponseHeaders(response.headers());
    String type = headers.mediaType();
    if (type.equals("text/html") || type.equals("application/xhtml+xml")) {
      return failed(new FetchFailure.NotAScript("The answer is a page: " + type + "."));
    }
    ContentCodings codings = ContentCodings.parse(headers.joined("content-encoding"));
    if (!(codings instanceof ContentCodings.Known known)) {
      String detail = ((ContentCodings.Unsupported) codings).detail();
      return failed(new FetchFailure.Unsupported("The answer's content coding is " + detail + "."));
    }
    long limit = limit();
    boolean encoded = !known.applied().isEmpty();
    if (!encoded && announcedLength(headers) > limit) {
      return failed(new FetchFailure.TooLarge(limit));
    }
    long besides = headers.memory() + redirects.stream().mapToLong(Redirection::memory).sum();
    if (!lease.grow(besides)) { // It stays with the body, and may be larger.
      return failed(overBudget());
    }
    Decoder decoder = new Decoder(known, limit, lease);
    receiver = new BodyReceiver(response, decoder, encoded, runtime.workers(), idle);
    return receiver.receive().map(decoding -> result(decoding, headers));
  }

  private static Future<FetchResult> failed(FetchFailure failure) {
    return Future.succeededFuture(failure);
  }

  private long limit() {
    FetchConfig config = runtime.config();
    MemorySize limit =
        switch (kind) {
          case SCRIPT -> config.maxScriptSize();
          case SOURCE_MAP -> config.maxMapSize();
          case SOURCE -> config.maxSourceSize();
        };
    return limit.asLongValue();
  }

  private static long announcedLength(ResponseHeaders headers) {
    String length = headers.first("content-length");
    try {
      return length == null ? -1 : Long.parseLong(length.strip());
    } catch (NumberFormatException unreadable) {
      return -1;
    }
  }

  private FetchResult result(Decoding decoding, ResponseHeaders headers) {
    if (decoding instanceof Decoding.Decoded decoded) {
      return new Fetched(url, decoded.bytes(), headers, redirects, lease);
    }
    if (decoding instanceof Decoding.TooLarge tooLarge) {
      return new FetchFailure.TooLarge(tooLarge.limit());
    }
    if (decoding instanceof Decoding.Corrupt corrupt) {
      return new FetchFailure.Corrupt(corrupt.detail());
    }
    return overBudget();
  }

  private FetchFailure overBudget() {
    return lease.passesLimitAlone()
        ? new FetchFailure.TooLargeForMemory()
        : new FetchFailure.OverBudget("Too many bytes are in flight.");
  }

  /** Whether the body is being read, and not refused for what its headers say. */
  boolean hasBegun() {
    return receiver != null;
  }

  /** Whether all of the body has come. */
  boolean isAtItsEnd() {
    return receiver != null && receiver.isAtItsEnd();
  }

  /** Stops receiving, if that has begun. */
  void abort() {
    if (receiver != null) {
      receiver.abort(new IllegalStateException("The fetch has ended."));
    }
  }
}

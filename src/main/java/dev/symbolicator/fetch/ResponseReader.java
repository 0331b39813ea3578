package dev.symbolicator.fetch;

import dev.symbolicator.content.ContentCodings;
import dev.symbolicator.content.Decoder;
import dev.symbolicator.content.Decoder.Decoding;
import dev.symbolicator.freshness.ResponseHeaders;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.url.WebUrl;
import io.vertx.core.Future;
import io.vertx.core.http.HttpClientResponse;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Reads an answer that carries the requested body, within its limits. */
final class ResponseReader {
  private final FetchRuntime runtime;
  private final WebUrl url;
  private final List<Redirect> redirects;
  private final FetchRequest.FileKind kind;
  private final ByteBudget.Lease lease;
  private final IdleTimer idle;
  private @Nullable BodyReceiver receiver;

  /**
   * @param url the URL that answers
   * @param redirects the redirects that led there
   * @param lease empty; holds headers and body on success, and nothing that counts on failure
   */
  ResponseReader(
      FetchRuntime runtime,
      WebUrl url,
      List<Redirect> redirects,
      FetchRequest.FileKind kind,
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
   * Reads the body; called in the event that brought the response.
   *
   * @return the fetched body or a failure; a failed future if the connection broke
   */
  Future<FetchResult> receive(HttpClientResponse response) {
    ResponseHeaders headers = new ResponseHeaders(response.headers());
    String type = headers.mediaType();
    if (type.equals("text/html") || type.equals("application/xhtml+xml")) {
      return failed(
          new FetchFailure(FetchFailure.Kind.NOT_A_SCRIPT, "The answer is a page: " + type + "."));
    }
    ContentCodings codings = ContentCodings.parse(headers.joined("content-encoding"));
    if (!(codings instanceof ContentCodings.Supported supported)) {
      String detail = ((ContentCodings.Unsupported) codings).detail();
      return failed(unsupported(detail));
    }
    long limit = limit();
    if (supported.applied().isEmpty() && announcedLength(headers) > limit) {
      return failed(FetchFailure.tooLarge(limit));
    }
    long besides = headers.memory() + redirects.stream().mapToLong(Redirect::memory).sum();
    // Headers and redirects stay with the body, and may be larger.
    if (!lease.grow(besides)) {
      return failed(overBudget());
    }
    Decoder decoder = new Decoder(supported, limit, lease);
    UnaryOperator<Decoding> served =
        kind == FetchRequest.FileKind.SOURCE_MAP // JSON is in UTF-8 (RFC 8259, section 8.1).
            ? UnaryOperator.identity()
            : body -> ServedText.utf8(body, headers.charset(), lease);
    receiver = new BodyReceiver(response, decoder, lease, runtime.workers(), idle, served);
    return receiver.receive().map(decoding -> result(decoding, headers));
  }

  private static Future<FetchResult> failed(FetchFailure failure) {
    return Future.succeededFuture(failure);
  }

  private static FetchFailure unsupported(String coding) {
    return new FetchFailure(FetchFailure.Kind.UNSUPPORTED, "The answer's content coding is " + coding + ".");
  }

  private long limit() {
    return switch (kind) {
      case SCRIPT -> runtime.config().maxScriptSize().asLongValue();
      case SOURCE_MAP -> runtime.config().maxMapSize().asLongValue();
      case SOURCE -> runtime.limits().sourceBytes();
    };
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
      if (kind == FetchRequest.FileKind.SCRIPT && isWebAssembly(decoded.bytes())) {
        return new FetchFailure(
            FetchFailure.Kind.NOT_A_SCRIPT, "The answer is a WebAssembly module.");
      }
      return new Fetched(url, decoded.bytes(), headers, redirects, lease);
    }
    if (decoding instanceof Decoding.TooLarge tooLarge) {
      return FetchFailure.tooLarge(tooLarge.limit());
    }
    if (decoding instanceof Decoding.NoLibrary missing) {
      return unsupported(missing.detail());
    }
    if (decoding instanceof Decoding.Corrupt corrupt) {
      return new FetchFailure(FetchFailure.Kind.CORRUPT, corrupt.detail());
    }
    return overBudget();
  }

  /** Tells whether bytes begin like a module: WebAssembly Core, section 5.5.16. */
  private static boolean isWebAssembly(byte[] bytes) {
    return bytes.length >= 4
        && bytes[0] == 0
        && bytes[1] == 'a'
        && bytes[2] == 's'
        && bytes[3] == 'm';
  }

  private FetchFailure overBudget() {
    return lease.passesLimitAlone()
        ? new FetchFailure(
            FetchFailure.Kind.TOO_LARGE,
            "The file takes more memory than the service may use. Have the operator give it more"
                + " heap or raise symbolicator.memory.max-bytes-in-flight.")
        : new FetchFailure(FetchFailure.Kind.OVER_BUDGET, "Too many bytes are in flight.");
  }

  /** Tells whether reading the body has begun; false if the headers ruled the body out. */
  boolean hasBegun() {
    return receiver != null;
  }

  /** Tells whether all of the body has come. */
  boolean isAtItsEnd() {
    return receiver != null && receiver.isAtItsEnd();
  }

  /** Stops reading the body, if reading has begun. */
  void abort() {
    if (receiver != null) {
      receiver.abort(new IllegalStateException("The fetch has ended."));
    }
  }
}

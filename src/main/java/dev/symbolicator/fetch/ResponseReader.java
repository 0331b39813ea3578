package dev.symbolicator.fetch;

import dev.symbolicator.content.ContentCodings;
import dev.symbolicator.content.Decoder;
import dev.symbolicator.content.Decoder.Decoding;
import dev.symbolicator.fetch.FetchResult.Fetched;
import dev.symbolicator.fetch.FetchResult.Redirect;
import dev.symbolicator.fetch.FetchRun.IdleTimer;
import dev.symbolicator.fetch.Fetcher.FetchRuntime;
import dev.symbolicator.freshness.ResponseHeaders;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.url.WebUrl;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpClientResponse;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

final class ResponseReader {
  private final FetchRuntime runtime;
  private final WebUrl url;
  private final List<Redirect> redirects;
  private final FetchRequest.FileKind kind;
  private final ByteBudget.Lease lease;
  private final IdleTimer idle;
  private @Nullable BodyReceiver receiver;

  /** Makes a reader. On success the lease holds headers and body, on failure nothing. */
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

  /** Reads the body, in the event that brought the response; fails if the connection broke. */
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
    return new FetchFailure(
        FetchFailure.Kind.UNSUPPORTED, "The answer's content coding is " + coding + ".");
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

  boolean isAtItsEnd() {
    return receiver != null && receiver.isAtItsEnd();
  }

  void abort() {
    if (receiver != null) {
      receiver.abort(new IllegalStateException("The fetch has ended."));
    }
  }

  /** Receives a body on its event loop, within the decoder's limit; a worker decodes it. */
  static final class BodyReceiver {
    private final HttpClientResponse response;
    private final Decoder decoder;
    private final ByteBudget.Lease lease;
    private final WorkerExecutor workers;
    private final IdleTimer idle;
    private final UnaryOperator<Decoding> served;
    private final Promise<Decoding> received = Promise.promise();
    private boolean isEnded;
    private boolean isAtItsEnd;

    /** Makes a receiver. The body stays charged until no worker uses it. */
    BodyReceiver(
        HttpClientResponse response,
        Decoder decoder,
        ByteBudget.Lease lease,
        WorkerExecutor workers,
        IdleTimer idle,
        UnaryOperator<Decoding> served) {
      this.served = served;
      this.response = response;
      this.decoder = decoder;
      this.lease = lease;
      this.workers = workers;
      this.idle = idle;
    }

    /** Receives the body, in the event that brought the response; fails if the connection ended. */
    Future<Decoding> receive() {
      response.exceptionHandler(this::abort);
      response.endHandler(
          end -> {
            isAtItsEnd = true;
            finish();
          });
      response.handler(
          buffer -> {
            idle.touch();
            if (!isEnded && !decoder.accept(buffer.length(), buffer::getBytes)) {
              finish();
            }
          });
      return received.future();
    }

    /** Tells whether all of the body has come, so that its connection can be used again. */
    boolean isAtItsEnd() {
      return isAtItsEnd;
    }

    private void finish() {
      if (!isEnded) {
        isEnded = true;
        idle.stop();
        ByteBudget.Hold hold = lease.hold();
        if (hold == null) {
          received.tryFail(new IllegalStateException("The fetch has ended."));
          return;
        }
        workers
            .executeBlocking(() -> served.apply(decoder.finishServed()))
            .onComplete(
                decoded -> {
                  hold.close();
                  received.handle(decoded);
                });
      }
    }

    void abort(Throwable cause) {
      if (!isEnded) {
        isEnded = true;
        idle.stop();
        received.tryFail(cause);
      }
    }
  }

  /**
   * Turns other encodings into UTF-8, since columns count the browser's characters. A byte order
   * mark decides, else the bytes if UTF-8, else the charset (WHATWG Encoding Standard, "decode"). A
   * browser believes the charset first; but bytes that are UTF-8 are hardly ever another text, and
   * the map of such a script was made from UTF-8.
   */
  static final class ServedText {
    private static final int PIECE = 8 * 1024;

    /** The most UTF-8 bytes of a character that takes one byte in another encoding. */
    private static final int MOST_BYTES = 3;

    private ServedText() {}

    /** Returns a body in UTF-8. The lease holds the body, and the result afterwards. */
    static Decoding utf8(Decoding body, @Nullable String charset, ByteBudget.Lease lease) {
      if (!(body instanceof Decoding.Decoded decoded)) {
        return body;
      }
      byte[] bytes = decoded.bytes();
      Charset encoding = encoding(bytes, charset);
      if (encoding == null) {
        return body;
      }
      long before = lease.held() - bytes.length;
      if (!lease.grow(2L * MOST_BYTES * bytes.length)) {
        lease.shrinkTo(before);
        return new Decoding.OverBudget();
      }
      byte[] text = new String(bytes, encoding).getBytes(StandardCharsets.UTF_8);
      lease.shrinkTo(before + text.length);
      return new Decoding.Decoded(text);
    }

    /** Returns the encoding of a text that is not in UTF-8; null for UTF-8 and unknown ones. */
    private static @Nullable Charset encoding(byte[] bytes, @Nullable String charset) {
      int first = bytes.length < 2 ? 0 : (bytes[0] & 0xff) << 8 | (bytes[1] & 0xff);
      if (first == 0xfeff) {
        return StandardCharsets.UTF_16BE;
      }
      if (first == 0xfffe) {
        return StandardCharsets.UTF_16LE;
      }
      return charset == null || isUtf8(bytes) ? null : named(charset);
    }

    /** Returns the encoding of a label; Latin-1 and ASCII are names of windows-1252 in browsers. */
    private static @Nullable Charset named(String label) {
      try {
        Charset charset = Charset.forName(label);
        String name = charset.name().toUpperCase(Locale.ROOT);
        return switch (name) {
          case "UTF-8" -> null;
          case "ISO-8859-1", "US-ASCII" -> Charset.forName("windows-1252");
          default -> charset;
        };
      } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
        return null;
      }
    }

    private static boolean isUtf8(byte[] bytes) {
      CharsetDecoder decoder =
          StandardCharsets.UTF_8
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT);
      ByteBuffer from = ByteBuffer.wrap(bytes);
      CharBuffer into = CharBuffer.allocate(PIECE);
      CoderResult result;
      do {
        into.clear();
        result = decoder.decode(from, into, true);
      } while (result.isOverflow());
      return !result.isError();
    }
  }
}

package dev.symbolicator.fetch;

import dev.symbolicator.content.ByteBudget;
import dev.symbolicator.content.ContentCodings;
import dev.symbolicator.content.Decoder;
import dev.symbolicator.content.Decoding;
import dev.symbolicator.fetch.FetchFailure.Blocked;
import dev.symbolicator.fetch.FetchFailure.BlockedBy;
import dev.symbolicator.url.WebUrl;
import io.quarkus.runtime.configuration.MemorySize;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One fetch on its way: hop after hop, all of it on one event loop, until its time is over. */
final class RunningFetch {
  private final FetchRuntime runtime;
  private final FetchRequest.Kind kind;
  private final @Nullable Validators validators;
  private final ByteBudget.Lease lease;
  private final Consumer<FetchResult> whenDone;

  private WebUrl url;
  private int redirects;
  private long timer;
  private boolean done;
  private @Nullable HttpClientRequest asked;
  private @Nullable BodyReceiver receiver;

  /**
   * @param lease empty; closed on failure, handed on with what was fetched on success
   * @param whenDone called once, on the event loop
   */
  RunningFetch(
      FetchRuntime runtime,
      FetchRequest request,
      ByteBudget.Lease lease,
      Consumer<FetchResult> whenDone) {
    this.runtime = runtime;
    this.kind = request.kind();
    this.validators = request.validators();
    this.url = request.url().withoutFragment();
    this.lease = lease;
    this.whenDone = whenDone;
  }

  /** Called on the event loop that the fetch stays on. */
  void start() {
    long millis = Math.max(1, runtime.config().timeout().toMillis());
    timer = runtime.vertx().setTimer(millis, late -> end(new FetchFailure.TimedOut(millis)));
    hop();
  }

  private void hop() {
    FetchFailure refused = runtime.policy().refuse(url, kind);
    if (refused != null) {
      end(refused);
      return;
    }
    new HostAddresses(runtime.vertx())
        .of(url)
        .onSuccess(this::check)
        .onFailure(unknown -> end(new FetchFailure.Unreachable("The host has no address.")));
  }

  private void check(List<InetAddress> addresses) {
    FetchFailure refused = runtime.policy().refuse(url, addresses);
    if (refused != null) {
      end(refused);
    } else {
      connect(addresses, 0);
    }
  }

  private void connect(List<InetAddress> checked, int index) {
    if (done) {
      return;
    }
    runtime
        .client()
        .request(options(checked.get(index)))
        .onSuccess(this::ask)
        .onFailure(
            cause -> {
              if (index + 1 < checked.size()) {
                connect(checked, index + 1);
              } else {
                end(Causes.unreachable(cause));
              }
            });
  }

  private RequestOptions options(InetAddress checked) {
    RequestOptions options = new RequestOptions();
    conditions().forEach(options::putHeader);
    return options
        .setServer(SocketAddress.inetSocketAddress(url.port(), checked.getHostAddress()))
        .setHost(url.host())
        .setPort(url.port())
        .setSsl(url.scheme().equals("https"))
        .setURI(url.pathAndQuery())
        .setFollowRedirects(false)
        .putHeader(HttpHeaders.ACCEPT, "*/*")
        .putHeader(HttpHeaders.ACCEPT_ENCODING, "gzip, br, zstd")
        .putHeader(HttpHeaders.USER_AGENT, runtime.config().userAgent());
  }

  /** Headers that make the hop conditional; none unless it asks where the validators come from. */
  private Map<String, String> conditions() {
    return validators == null ? Map.of() : validators.conditions(url);
  }

  private void ask(HttpClientRequest request) {
    if (done) {
      request.reset();
      return;
    }
    asked = request;
    request.send().onSuccess(this::answered).onFailure(cause -> end(Causes.unreachable(cause)));
  }

  private void answered(HttpClientResponse response) {
    if (done) {
      return;
    }
    response.exceptionHandler(unread -> {}); // Until somebody reads it; Vert.x logs it otherwise.
    int status = response.statusCode();
    String location = response.getHeader(HttpHeaders.LOCATION);
    if (isRedirect(status) && location != null) {
      redirect(location);
    } else if (status == 200 || status == 203) {
      receive(response, new ResponseHeaders(response.headers()));
    } else if (status == 304 && !conditions().isEmpty()) {
      end(new NotModified(url, new ResponseHeaders(response.headers())));
    } else if (status == 404 || status == 410) {
      end(new FetchFailure.NotFound(status));
    } else {
      end(new FetchFailure.HttpStatus(status));
    }
  }

  private static boolean isRedirect(int status) {
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
  }

  private void redirect(String location) {
    reset();
    // Header values come as Latin-1; servers write UTF-8, and browsers read it so.
    String text =
        new String(location.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    WebUrl target = WebUrl.parse(text, url);
    if (target == null) {
      end(new FetchFailure.Unsupported("The redirect's target is no URL."));
    } else if (++redirects > runtime.config().maxRedirects()) {
      end(new FetchFailure.TooManyRedirects(runtime.config().maxRedirects()));
    } else if (url.scheme().equals("https") && target.scheme().equals("http")) {
      end(new Blocked(BlockedBy.DOWNGRADE, "An https URL redirects to an http one."));
    } else {
      url = target.withoutFragment();
      hop();
    }
  }

  private void receive(HttpClientResponse response, ResponseHeaders headers) {
    String type = headers.mediaType();
    if (type.equals("text/html") || type.equals("application/xhtml+xml")) {
      end(new FetchFailure.NotAScript("The answer is a page: " + type + "."));
      return;
    }
    ContentCodings codings = ContentCodings.parse(headers.joined("content-encoding"));
    if (!(codings instanceof ContentCodings.Known known)) {
      String detail = ((ContentCodings.Unsupported) codings).detail();
      end(new FetchFailure.Unsupported("The answer's content coding is " + detail + "."));
      return;
    }
    long limit = limit();
    boolean encoded = !known.applied().isEmpty();
    if (!encoded && announcedLength(headers) > limit) {
      end(new FetchFailure.TooLarge(limit));
      return;
    }
    Decoder decoder = new Decoder(known, limit, lease);
    receiver = new BodyReceiver(response, decoder, encoded, runtime.workers());
    receiver
        .receive()
        .onSuccess(decoding -> end(result(decoding, headers)))
        .onFailure(cause -> end(Causes.unreachable(cause)));
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
      return new Fetched(url, decoded.bytes(), headers, lease);
    }
    if (decoding instanceof Decoding.TooLarge tooLarge) {
      return new FetchFailure.TooLarge(tooLarge.limit());
    }
    if (decoding instanceof Decoding.Corrupt corrupt) {
      return new FetchFailure.Corrupt(corrupt.detail());
    }
    return new FetchFailure.OverBudget("Too many bytes are in flight.");
  }

  private void end(FetchResult result) {
    if (done) {
      return;
    }
    done = true;
    runtime.vertx().cancelTimer(timer);
    if (!(result instanceof Fetched)) {
      reset();
      if (receiver != null) {
        receiver.abort(new IllegalStateException("The fetch has ended."));
      }
      lease.close();
    }
    whenDone.accept(result);
  }

  /** Ends the current exchange with its connection; the rest of its body is not worth reading. */
  private void reset() {
    if (asked != null) {
      asked.reset();
      asked = null;
    }
  }
}

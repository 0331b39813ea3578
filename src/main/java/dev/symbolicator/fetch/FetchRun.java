package dev.symbolicator.fetch;

import dev.symbolicator.fetch.CircuitBreaker.OriginVerdict;
import dev.symbolicator.fetch.CircuitBreaker.Ticket;
import dev.symbolicator.fetch.FetchFailure.FailureReasons;
import dev.symbolicator.fetch.FetchFailure.Kind;
import dev.symbolicator.fetch.FetchResult.Fetched;
import dev.symbolicator.fetch.FetchResult.NotModified;
import dev.symbolicator.fetch.FetchResult.Redirect;
import dev.symbolicator.fetch.Fetcher.FetchRuntime;
import dev.symbolicator.freshness.Freshness.HttpDate;
import dev.symbolicator.freshness.ResponseHeaders;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.url.WebUrl;
import io.opentelemetry.api.trace.Span;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Runs one fetch, hop after hop, on one event loop and within the fetch's time. */
final class FetchRun {
  /** The number of no timer of Vert.x, which counts from 0. */
  private static final long NO_TIMER = -1;

  private final FetchRuntime runtime;
  private final FetchRequest request;
  private final ByteBudget.Lease lease;
  private final Span span;
  private final Consumer<FetchResult> whenDone;
  private final IdleTimer idle;
  private final String firstOrigin;

  private WebUrl url;

  /** The files that led to the URL: those of the request, then every redirect. */
  private final List<WebUrl> namedBy;

  /** From then on no configured headers are sent: a redirect could choose what to ask with them. */
  private boolean leftFirstOrigin;

  private final List<Redirect> redirects = new ArrayList<>();
  private boolean retried;
  private long endsAt;
  private long timer = NO_TIMER;
  private long retryTimer = NO_TIMER;
  private boolean done;

  private @Nullable Ticket entered;

  /** Whether an answer to the current hop has begun. */
  private boolean hasAnswer;

  private @Nullable HttpClientRequest asked;
  private @Nullable ResponseReader reader;

  /** Makes a fetch. The lease is handed on on success; {@code whenDone} runs on the event loop. */
  FetchRun(
      FetchRuntime runtime,
      FetchRequest request,
      Span span,
      ByteBudget.Lease lease,
      Consumer<FetchResult> whenDone) {
    this.runtime = runtime;
    this.request = request;
    this.span = span;
    this.url = request.url().withoutFragment();
    this.firstOrigin = url.origin();
    this.namedBy = new ArrayList<>(request.namedBy());
    this.lease = lease;
    this.whenDone = whenDone;
    long idleMillis = runtime.config().idleTimeout().toMillis();
    this.idle =
        new IdleTimer(
            runtime.vertx(),
            runtime.nanoTime(),
            idleMillis,
            () -> end(FetchFailure.idle(idleMillis)));
  }

  /** Starts on this event loop, where the fetch stays; does nothing after {@link #giveUp}. */
  void start() {
    if (done) {
      return;
    }
    long millis = Math.max(1, runtime.config().timeout().toMillis());
    endsAt = runtime.nanoTime().getAsLong() + millis * 1_000_000;
    timer = runtime.vertx().setTimer(millis, late -> end(FetchFailure.timedOut(millis)));
    hop();
  }

  /** Ends a fetch that nobody waits for, with no verdict on its origin. On the event loop. */
  void giveUp() {
    leave(OriginVerdict.UNKNOWN);
    end(FetchFailure.unreachable("Nobody waits for the file any longer."));
  }

  private void hop() {
    String origin = url.origin();
    leftFirstOrigin |= !origin.equals(firstOrigin);
    FetchFailure refused = runtime.policy().refuse(url, request.kind(), namedBy);
    if (refused != null) {
      end(refused);
      return;
    }
    boolean withHeaders = !leftFirstOrigin && runtime.policy().allowsHeaders(url, namedBy);
    Span shown = withHeaders && runtime.policy().isOwn(url) ? span : Span.getInvalid();
    Hop hop = new Hop(runtime, url, namedBy, withHeaders, shown, request.validators(), () -> done);
    hop.check().onSuccess(checked -> enter(hop)).onFailure(cause -> broken(hop, cause));
  }

  /** Asks the circuit breaker after the checks: its answer shows how an origin fares. */
  private void enter(Hop hop) {
    if (done) {
      return;
    }
    CircuitBreaker.Entry entry = runtime.breaker().enter(url.origin());
    if (entry instanceof CircuitBreaker.EntryRefused refusal) {
      end(refusal.failure());
    } else {
      entered = (Ticket) entry;
      attempt(hop);
    }
  }

  private void attempt(Hop hop) {
    hasAnswer = false;
    if (!done) {
      hop.connect().onSuccess(request -> ask(hop, request)).onFailure(cause -> broken(hop, cause));
    }
  }

  private void ask(Hop hop, HttpClientRequest exchange) {
    asked = exchange;
    idle.start();
    exchange
        .send()
        .onSuccess(response -> answered(hop, exchange, response))
        .onFailure(cause -> broken(hop, cause));
  }

  private void answered(Hop hop, HttpClientRequest exchange, HttpClientResponse response) {
    if (done) {
      return;
    }
    hasAnswer = true;
    idle.touch();
    response.exceptionHandler(unread -> {}); // Vert.x would log a break before the body is read.
    int status = response.statusCode();
    String location = Redirect.location(response);
    long retryAfter = RetryAfter.millis(response, runtime.limits().breakerPause());
    if (status == 200 || status == 203) {
      receive(hop, exchange, response);
      return;
    }
    discard(exchange, response);
    if (location != null) {
      redirect(location, response);
    } else if (status == 304 && hop.isConditional()) {
      end(new NotModified(url, new ResponseHeaders(response.headers()), redirects));
    } else if (status == 404 || status == 410) {
      end(FetchFailure.status(status));
    } else if ((status == 401 || status == 403) && headersWereWithheld()) {
      end(
          new FetchFailure(
              Kind.HEADERS_WITHHELD,
              "The server answered with status "
                  + status
                  + ". The headers that are configured for it were not sent: the script that leads"
                  + " there is at another origin, which is not in this one's"
                  + " symbolicator.fetch.origin.*.scripts-from."));
    } else if (!OriginVerdict.isOfGateway(status)
        || retryAfter > 0 // The origin is left alone until then, also by this fetch.
        || !retry(hop)) {
      end(FetchFailure.status(status, retryAfter));
    }
  }

  private boolean headersWereWithheld() {
    return !leftFirstOrigin
        && runtime.originHeaders().has(firstOrigin)
        && !runtime.policy().allowsHeaders(url, namedBy);
  }

  private void receive(Hop hop, HttpClientRequest exchange, HttpClientResponse response) {
    ResponseReader body = new ResponseReader(runtime, url, redirects, request.kind(), lease, idle);
    reader = body;
    body.receive(response)
        .onSuccess(
            result -> {
              if (!body.hasBegun()) {
                discard(exchange, response);
              } else if (body.isAtItsEnd()) {
                asked = null;
              }
              end(result);
            })
        .onFailure(cause -> broken(hop, cause));
  }

  private void discard(HttpClientRequest exchange, HttpClientResponse response) {
    idle.stop();
    asked = null;
    BodyDrain.discard(runtime.vertx(), exchange, response);
  }

  private void redirect(String location, HttpClientResponse response) {
    leave(OriginVerdict.ANSWERED);
    WebUrl target = Redirect.target(location, url);
    if (target == null) {
      end(new FetchFailure(FetchFailure.Kind.UNSUPPORTED, "The redirect's target is not a URL."));
    } else if (redirects.size() >= runtime.limits().redirects()) {
      end(
          new FetchFailure(
              Kind.REDIRECTS,
              "There were more than " + runtime.limits().redirects() + " redirects."));
    } else if (url.scheme().equals("https") && target.scheme().equals("http")) {
      end(new FetchFailure(Kind.DOWNGRADE, "An https URL redirects to an http one."));
    } else {
      ResponseHeaders headers = new ResponseHeaders(response.headers());
      redirects.add(new Redirect(url, response.statusCode(), headers));
      namedBy.add(url);
      url = target.withoutFragment();
      hop();
    }
  }

  private void broken(Hop hop, Throwable cause) {
    if (cause instanceof Hop.Refused refused) {
      end(refused.failure());
    } else if (!done && !(FailureReasons.isConnectionError(cause) && retry(hop))) {
      end(FailureReasons.unreachable(cause));
    }
  }

  /** Tries the hop once more, a little later; false if the fetch has no retry or no time left. */
  private boolean retry(Hop hop) {
    long delay = runtime.limits().retryDelay().toMillis();
    long jittered = delay - ThreadLocalRandom.current().nextLong(delay / 2 + 1);
    long left = (endsAt - runtime.nanoTime().getAsLong()) / 1_000_000;
    if (retried || jittered >= left) {
      return false;
    }
    retried = true;
    reset();
    reader = null;
    lease.shrinkTo(0);
    retryTimer = runtime.vertx().setTimer(Math.max(1, jittered), now -> attempt(hop));
    return true;
  }

  private void end(FetchResult result) {
    if (done) {
      return;
    }
    done = true;
    runtime.vertx().cancelTimer(timer);
    runtime.vertx().cancelTimer(retryTimer);
    idle.stop();
    leave(result);
    if (result instanceof FetchFailure) {
      reset();
      if (reader != null) {
        reader.abort();
      }
    }
    if (!(result instanceof Fetched)) {
      lease.close();
    }
    whenDone.accept(result);
  }

  private void leave(FetchResult result) {
    if (entered != null
        && result instanceof FetchFailure answer
        && answer.kind() != Kind.LEFT_ALONE
        && answer.retryAfterMillis() > 0) {
      runtime.breaker().leaveAlone(entered, Duration.ofMillis(answer.retryAfterMillis()));
      entered = null;
    }
    leave(OriginVerdict.of(result, new FetchFailure.Exchange(hasAnswer, leftFirstOrigin)));
  }

  private void leave(OriginVerdict verdict) {
    if (entered != null) {
      runtime.breaker().leave(entered, verdict);
      entered = null;
    }
  }

  /** Cuts off the current exchange with its connection; the rest of its body is not needed. */
  private void reset() {
    idle.stop();
    if (asked != null) {
      asked.reset();
      asked = null;
    }
  }

  /**
   * Reports that no byte came for too long. A byte notes the time and needs no timer of its own.
   */
  static final class IdleTimer {
    private final Vertx vertx;
    private final LongSupplier nanoTime;
    private final long millis;
    private final Runnable whenIdle;
    private long lastByteAt;
    private long timer;
    private boolean isRunning;

    IdleTimer(Vertx vertx, LongSupplier nanoTime, long millis, Runnable whenIdle) {
      this.vertx = vertx;
      this.nanoTime = nanoTime;
      this.millis = millis;
      this.whenIdle = whenIdle;
    }

    void start() {
      stop();
      isRunning = true;
      touch();
      schedule(millis);
    }

    void touch() {
      lastByteAt = nanoTime.getAsLong();
    }

    void stop() {
      if (isRunning) {
        isRunning = false;
        vertx.cancelTimer(timer);
      }
    }

    private void schedule(long delay) {
      timer = vertx.setTimer(delay, fired -> check());
    }

    private void check() {
      if (!isRunning) {
        return;
      }
      long idle = (nanoTime.getAsLong() - lastByteAt) / 1_000_000;
      if (idle < millis) {
        schedule(millis - idle);
      } else {
        isRunning = false;
        whenIdle.run();
      }
    }
  }

  /**
   * Disposes of a body: a short one is read, any other cut off with its connection. Cutting off at
   * once would be wrong: a complete answer has returned its connection, and the next exchange would
   * be hit.
   */
  static final class BodyDrain {
    static final long MAX_BYTES = 64 << 10;
    private static final long MAX_MILLIS = 1_000;

    private final Vertx vertx;
    private final HttpClientRequest request;
    private final long timer;
    private long read;

    private BodyDrain(Vertx vertx, HttpClientRequest request) {
      this.vertx = vertx;
      this.request = request;
      this.timer = vertx.setTimer(MAX_MILLIS, late -> request.reset());
    }

    /** Discards a body; called on its event loop, in the event that brought the response. */
    static void discard(Vertx vertx, HttpClientRequest request, HttpClientResponse response) {
      BodyDrain drain = new BodyDrain(vertx, request);
      response.exceptionHandler(broken -> drain.end());
      response.endHandler(end -> drain.end());
      response.handler(buffer -> drain.add(buffer.length()));
    }

    private void add(int bytes) {
      read += bytes;
      if (read > MAX_BYTES) {
        end();
        request.reset();
      }
    }

    private void end() {
      vertx.cancelTimer(timer);
    }
  }

  /** Reads Retry-After: seconds, or a date (RFC 9110, section 10.2.3). */
  static final class RetryAfter {
    private static final int TOO_MANY_REQUESTS = 429;

    /** The most digits that are parsed; a longer number of seconds passes every limit. */
    private static final int MOST_DIGITS = 9;

    private RetryAfter() {}

    /** Returns milliseconds from now, for 429, 502, 503 and 504; 0 if unreadable or past. */
    static long millis(HttpClientResponse answer, Duration longest) {
      int status = answer.statusCode();
      String value = answer.getHeader("retry-after");
      if (value == null || !(status == TOO_MANY_REQUESTS || OriginVerdict.isOfGateway(status))) {
        return 0;
      }
      return Math.max(0, Math.min(longest.toMillis(), millis(value.strip(), date(answer))));
    }

    private static long millis(String value, long now) {
      if (!value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
        return value.length() > MOST_DIGITS ? Long.MAX_VALUE : Long.parseLong(value) * 1000;
      }
      Long date = HttpDate.parse(value, now);
      return date == null ? 0 : date - now;
    }

    /** Returns the origin's own time, so that a difference between the clocks does not matter. */
    private static long date(HttpClientResponse answer) {
      long now = System.currentTimeMillis();
      @Nullable String stated = answer.getHeader("date");
      Long date = stated == null ? null : HttpDate.parse(stated, now);
      return date == null ? now : date;
    }
  }
}

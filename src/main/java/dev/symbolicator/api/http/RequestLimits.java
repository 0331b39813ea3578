package dev.symbolicator.api.http;

import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.vertx.Connections;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.json.Json;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the requests under way, and their heads: each takes some 8 KB, and its head up to 30,
 * before anything is charged. One whose client has left counts until no thread has yet to drop it.
 */
@Singleton
class RequestLimits {
  /** The path of probes and metrics, which are answered while other requests are refused. */
  static final String OPERATIONS = "/q/";

  /** The path of probes alone, which a flood of requests for metrics does not keep out. */
  private static final String PROBES = "/q/health";

  /**
   * The most probes under way, and the most other requests for {@link #OPERATIONS}: those without a
   * thread wait in memory.
   */
  static final int MAX_OPERATIONS = 64;

  /** The most bytes that the heads of all other requests under way take. */
  static final long MAX_HEADS = 8 << 20;

  /** What a field of a head takes besides its text, in bytes. */
  private static final int FIELD = 128;

  /** The most requests of HTTP/1.1 that may wait on a connection behind an unanswered one. */
  static final int MAX_PIPELINED = 16;

  private static final String TRACKED = RequestLimits.class.getName();

  /** In bytes: a small stack, profiles, the limit in memory, and the largest in a file. */
  private static final double[] BUCKETS = {
    1 << 10, 16 << 10, 128 << 10, 1 << 20, 8 << 20, 32 << 20, 256 << 20, 2L << 30
  };

  private final UnreadAnswers answers;
  private final DistributionSummary received;
  private final DistributionSummary sent;
  private final int maxRequests;
  private final Workers workers;
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger operations = new AtomicInteger();
  private final AtomicInteger probes = new AtomicInteger();
  private final AtomicLong heads = new AtomicLong();

  RequestLimits(HttpConfig config, UnreadAnswers answers, Workers workers, MeterRegistry metrics) {
    maxRequests = config.maxRequests();
    this.answers = answers;
    this.workers = workers;
    received = bytes("received", metrics);
    sent = bytes("sent", metrics);
    Gauge.builder("symbolicator.requests.active", requests, AtomicInteger::get)
        .description("Requests under way")
        .register(metrics);
    Gauge.builder("symbolicator.requests.max", config, HttpConfig::maxRequests)
        .description("Requests that may be under way at once")
        .register(metrics);
  }

  private static DistributionSummary bytes(String direction, MeterRegistry metrics) {
    return DistributionSummary.builder("symbolicator.request")
        .description("Bytes of bodies as they were received and sent, compressed or not")
        .baseUnit("bytes")
        .tag("direction", direction)
        .serviceLevelObjectives(BUCKETS)
        .register(metrics);
  }

  /** Leaves out requests and answers without a body. */
  private static void record(DistributionSummary sizes, long bytes) {
    if (bytes > 0) {
      sizes.record((double) bytes);
    }
  }

  void install(@Observes Router router) {
    router
        .route()
        .order(Integer.MIN_VALUE)
        .handler(this::admit)
        .failureHandler(
            context -> {
              track(context);
              context.next();
            });
  }

  private void admit(RoutingContext context) {
    track(context);
    if (answers.isBehind()) {
      Connections.breakOff(context.request());
      return;
    }
    if (context.request().headers().getAll(HttpHeaders.HOST).size() > 1) { // in HTTP/2
      answer(
          context,
          Problem.of(
              Problem.ProblemKind.BAD_REQUEST, "The request has more than one header Host."));
      return;
    }
    String path = context.request().path();
    boolean isOperation = path.startsWith(OPERATIONS);
    AtomicInteger underWay = path.startsWith(PROBES) ? probes : isOperation ? operations : requests;
    long head = isOperation ? 0 : memoryOfHead(context.request());
    Runnable leave =
        () -> {
          underWay.decrementAndGet();
          heads.addAndGet(-head);
        };
    int count = underWay.incrementAndGet();
    long together = heads.addAndGet(head);
    int most = isOperation ? MAX_OPERATIONS : maxRequests;
    if (count > most || (together > MAX_HEADS && !isOperation)) {
      leave.run();
      answer(context, Problems.tooManyRequests());
      return;
    }
    context.addEndHandler(
        end -> {
          if (end.succeeded()) {
            Connections.whenWritten(context.request(), leave);
          } else {
            workers.afterWaiting(leave);
          }
          if (!isOperation) {
            record(received, context.request().bytesRead());
            record(sent, context.response().bytesWritten());
          }
        });
    context.next();
  }

  /** Returns about how many bytes of heap the head of a request takes. */
  private static long memoryOfHead(HttpServerRequest request) {
    long[] bytes = {request.uri().length()};
    request.headers().forEach((name, value) -> bytes[0] += FIELD + name.length() + value.length());
    return bytes[0];
  }

  /** Tells a request's connection that it is under way until the socket has taken the answer. */
  private void track(RoutingContext context) {
    OpenConnection connection = OpenConnection.of(context.request().connection());
    if (connection == null || context.get(TRACKED) != null) {
      return;
    }
    context.put(TRACKED, TRACKED);
    connection.begins();
    HttpServerRequest request = context.request();
    if (!request.isEnded()) {
      // Drops the body that comes once the request is resumed, unless the body gets another
      // handler.
      long[] received = new long[1];
      request.handler(
          piece ->
              BodyStream.dropped(request, received[0] += piece.length(), BodyStream.MAX_DROPPED));
    }
    context.addEndHandler(
        end -> {
          if (end.succeeded()) {
            if (!request.isEnded()) {
              request.resume(); // Nobody may have read the body, and its bytes would stay.
            }
            answers.ended(context, connection, connection::ends);
          } else {
            connection.ends();
          }
        });
  }

  private static void answer(RoutingContext context, Problem problem) {
    HttpServerResponse response =
        context
            .response()
            .setStatusCode(problem.status())
            .putHeader(HttpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE);
    if (problem.status() == 503) {
      response.putHeader("Retry-After", String.valueOf(problem.retryAfter()));
    }
    response
        .end(Json.encode(problem))
        .onComplete(
            sent -> {
              if (context.request().version() == HttpVersion.HTTP_2) {
                response.reset(0); // the stream would stay open until the client ends its body
              }
            });
  }

  /**
   * Bounds unread answers that were given to their connections as a whole: problems, metrics,
   * health, the page. The oldest are broken off while they are too many, and each after {@code
   * symbolicator.http.answer-timeout}; so a new request is always answered.
   */
  @Singleton
  static class UnreadAnswers {
    /** The most bytes of all unread answers. */
    static final long MAX_TOGETHER = 8 << 20;

    /** The most bytes of the unread answers of a connection, unless it is one answer. */
    static final long MAX_OF_CONNECTION = 2 << 20;

    /** What an unread answer takes besides its body and the request's head: its stream, say. */
    static final long OVERHEAD = 8 << 10;

    /** The most unread answers, those included that are about to be broken off. */
    static final int MAX_UNTAKEN = (int) (MAX_TOGETHER / OVERHEAD) + MAX_OPERATIONS;

    private static final String BOUNDED = UnreadAnswers.class.getName();
    private static final long LOOK_MILLIS = 1000;

    private final HttpConfig config;
    private final RequestLog log;

    /** Answers that were neither taken nor, even if they were told to be, broken off. */
    private final AtomicInteger untaken = new AtomicInteger();

    /** The oldest first. */
    private final Set<Unread> answers = new LinkedHashSet<>();

    private long together;

    UnreadAnswers(HttpConfig config, RequestLog log) {
      this.config = config;
      this.log = log;
    }

    /** Says that the unread bytes of an answer's body are bounded elsewhere. */
    static void areBoundedElsewhere(RoutingContext context) {
      context.put(BOUNDED, BOUNDED);
    }

    void install(@Observes Router router, Vertx vertx) {
      long look = Math.min(LOOK_MILLIS, config.answerTimeout().toMillis());
      long unused = vertx.setPeriodic(Math.max(1, look), now -> breakOffLate());
    }

    /** Watches an answer; {@code taken} runs on the event loop once it was taken or broken off. */
    void ended(RoutingContext context, OpenConnection connection, Runnable taken) {
      untaken.incrementAndGet();
      Connections.whenWritten(context.request(), () -> watch(context, connection, taken));
    }

    private void watch(RoutingContext context, OpenConnection connection, Runnable taken) {
      boolean isBounded = context.get(BOUNDED) != null || context.response().isChunked();
      long bytes =
          OVERHEAD
              + memoryOfHead(context.request())
              + (isBounded ? 0 : context.response().bytesWritten());
      Unread answer = new Unread(context.request(), connection, bytes, System.nanoTime());
      breakOff(added(answer));
      Connections.whenTaken(
          answer.request,
          () -> {
            untaken.decrementAndGet();
            remove(answer);
            taken.run();
          });
    }

    private synchronized List<Unread> added(Unread answer) {
      answers.add(answer);
      together += answer.bytes;
      answer.connection.unread += answer.bytes;
      List<Unread> tooMany = new ArrayList<>();
      while (answer.connection.unread > MAX_OF_CONNECTION
          && removeOldest(answer.connection, answer, tooMany)) {}
      while (together > MAX_TOGETHER && removeOldest(null, answer, tooMany)) {}
      return tooMany;
    }

    private boolean removeOldest(
        @Nullable OpenConnection connection, Unread newest, List<Unread> removed) {
      for (Unread answer : answers) {
        if (answer != newest && (connection == null || answer.connection == connection)) {
          remove(answer);
          removed.add(answer);
          return true;
        }
      }
      return false;
    }

    private synchronized void remove(Unread answer) {
      if (answers.remove(answer)) {
        together -= answer.bytes;
        answer.connection.unread -= answer.bytes;
      }
    }

    private void breakOffLate() {
      List<Unread> late = new ArrayList<>();
      synchronized (this) {
        long now = System.nanoTime();
        for (Unread answer : answers) {
          if (now - answer.since < config.answerTimeout().toNanos()) {
            break;
          }
          late.add(answer);
        }
        late.forEach(this::remove);
      }
      breakOff(late);
    }

    private void breakOff(List<Unread> unread) {
      for (Unread answer : unread) {
        log.notRead();
        Connections.breakOff(answer.request);
      }
    }

    /**
     * Tells whether answers come faster than old ones are broken off, each on its connection's
     * event loop, which first reads all that has come.
     */
    boolean isBehind() {
      return untaken.get() > MAX_UNTAKEN;
    }

    /** Returns the bytes of all unread answers. */
    synchronized long together() {
      return together;
    }

    /** An answer that has ended. Only the same one is equal. */
    private static final class Unread {
      private final HttpServerRequest request;
      private final OpenConnection connection;
      private final long bytes;
      private final long since;

      Unread(HttpServerRequest request, OpenConnection connection, long bytes, long since) {
        this.request = request;
        this.connection = connection;
        this.bytes = bytes;
        this.since = since;
      }
    }
  }
}

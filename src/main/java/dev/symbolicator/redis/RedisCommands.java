package dev.symbolicator.redis;

import dev.symbolicator.store.Pause;
import dev.symbolicator.store.StoreState;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.core.net.NetClientOptions;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Clock;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Sends commands to Redis, which may be slow, hang or be gone. Each command has a time limit, and
 * after a failure nothing is asked for a while. So a Redis that hangs costs a load one time limit
 * at most, however many commands the load needs. A Redis that is slow, but in time, costs a load
 * the time of all answers, commonly four. A Redis that refuses to be written, such as a full one or
 * a replica, is still read. Nothing is connected to unless an address is configured.
 *
 * <p>Futures never fail: a command without an answer has the value that its caller gives for that.
 */
final class RedisCommands {
  private static final Logger LOG = Logger.getLogger(RedisCommands.class);

  /** Error codes by which Redis refuses a write, and goes on answering reads. */
  private static final Set<String> WRITE_REFUSALS =
      Set.of("OOM", "READONLY", "MISCONF", "NOREPLICAS", "NOPERM");

  /** The error code of a key whose value is no string, which only others can have written. */
  private static final String WRONG_TYPE = "WRONGTYPE";

  private final Vertx vertx;
  private final @Nullable String url;
  private final long timeoutMillis;
  private final RedisLimits limits;
  private final NetClientOptions connecting;
  private final Pause pause;
  private final Pause writePause;
  private final Counter failures;
  private @Nullable Redis client;
  private volatile boolean isStopped;

  /**
   * Reads the configuration.
   *
   * @param connecting what the client begins with: certificates it trusts
   * @throws IllegalArgumentException if the address is malformed
   */
  RedisCommands(
      Vertx vertx,
      RedisConfig config,
      RedisLimits limits,
      NetClientOptions connecting,
      MeterRegistry metrics,
      Clock clock) {
    this.vertx = vertx;
    this.limits = limits;
    this.connecting = connecting;
    url = RedisSettings.url(config);
    timeoutMillis = config.timeout().toMillis();
    pause = new Pause(limits.pause(), clock);
    writePause = new Pause(limits.pause(), clock);
    failures =
        Counter.builder("symbolicator.redis.failures")
            .description("Commands to Redis that failed or took too long")
            .register(metrics);
  }

  /** Tells whether there is anything to ask at all. */
  boolean isUsable() {
    return url != null && !isStopped && !pause.isOn();
  }

  /** Tells whether there is anything to write to. */
  boolean isWritable() {
    return isUsable() && !writePause.isOn();
  }

  /** Returns what is being done with Redis. */
  StoreState state() {
    if (url == null) {
      return StoreState.OFF;
    }
    return pause.isFailing() || writePause.isFailing() ? StoreState.PAUSED : StoreState.USED;
  }

  /**
   * Sends a command that reads.
   *
   * @param read makes a value of the answer, which is null for a nil; may throw
   * @param unanswered the value if there is no answer in time, or none that can be read
   */
  <T> Future<@Nullable T> read(
      Request request, Function<@Nullable Response, @Nullable T> read, @Nullable T unanswered) {
    return isUsable() ? ask(request, false, read, unanswered) : Future.succeededFuture(unanswered);
  }

  /** Like {@link #read}, but sends a command that writes. */
  <T> Future<@Nullable T> write(
      Request request, Function<@Nullable Response, @Nullable T> read, @Nullable T unanswered) {
    return isWritable() ? ask(request, true, read, unanswered) : Future.succeededFuture(unanswered);
  }

  private <T> Future<@Nullable T> ask(
      Request request,
      boolean isWrite,
      Function<@Nullable Response, @Nullable T> read,
      @Nullable T unanswered) {
    Redis asked = client();
    Promise<@Nullable T> answer = Promise.promise();
    inTime(asked.send(request))
        .map(read)
        .onSuccess(
            value -> {
              worked(isWrite);
              answer.complete(value);
            })
        .onFailure(
            cause -> {
              failed(asked, isWrite, cause);
              answer.complete(unanswered);
            });
    return answer.future();
  }

  /**
   * Fails a future when its time is over. The time is waited for in two halves: what arrived while
   * this process itself stood still is read before the second half is over.
   */
  private <T> Future<T> inTime(Future<T> future) {
    Promise<T> inTime = Promise.promise();
    long half = Math.max(1, timeoutMillis / 2);
    long first =
        vertx.setTimer(
            half, waited -> vertx.setTimer(half, over -> inTime.tryFail(new TimeoutException())));
    future.onSuccess(inTime::tryComplete).onFailure(inTime::tryFail);
    return inTime.future().onComplete(done -> vertx.cancelTimer(first));
  }

  private synchronized Redis client() {
    if (client == null) {
      client = Redis.createClient(vertx, options());
    }
    return client;
  }

  private RedisOptions options() {
    NetClientOptions net =
        new NetClientOptions(connecting)
            .setConnectTimeout((int) Math.min(Integer.MAX_VALUE, timeoutMillis))
            .setHostnameVerificationAlgorithm("HTTPS");
    return new RedisOptions()
        .setNetClientOptions(net)
        .setConnectionString(String.valueOf(url))
        .setMaxPoolSize(limits.connections())
        .setMaxPoolWaiting(limits.waiting());
  }

  private void worked(boolean isWrite) {
    boolean isBack = pause.end();
    if ((isWrite && writePause.end()) || isBack) {
      LOG.info("Redis is used again.");
    }
  }

  /** Begins a pause, unless the failure says nothing about Redis as a whole. */
  private void failed(Redis asked, boolean isWrite, Throwable cause) {
    failures.increment();
    String code = code(cause);
    boolean isOfCommand =
        cause instanceof ConnectionPoolTooBusyException || code.equals(WRONG_TYPE);
    if (isOfCommand) {
      return;
    }
    if (isWrite && WRITE_REFUSALS.contains(code)) {
      if (begin(writePause, asked)) {
        LOG.warnf(
            "Nothing is written to Redis for now: Redis refused a command (%s). Redis is tried"
                + " again every %d ms.",
            code, writePause.length().toMillis());
      }
    } else if (begin(pause, asked)) {
      LOG.warnf(
          "Redis is not asked for now: a command failed or took more than %d ms (%s). Redis is"
              + " tried again every %d ms.",
          timeoutMillis, code, pause.length().toMillis());
    }
  }

  /** Returns Redis's error code, such as OOM; the name of the exception where there is none. */
  private static String code(Throwable cause) {
    String message = cause instanceof Response ? cause.getMessage() : null;
    String first = message == null ? "" : message.split(" ", 2)[0];
    return first.matches("[A-Z_]{2,20}") ? first : cause.getClass().getSimpleName();
  }

  /**
   * Begins a pause, with new connections behind it: nothing may come back on the old ones, and new
   * ones may lead to a Redis that works.
   *
   * @param failed the client of the command; nothing begins if its connections are closed already
   * @return whether this is the first of a run of failures
   */
  private synchronized boolean begin(Pause pause, Redis failed) {
    if (failed != client) {
      return false;
    }
    boolean isFirst = pause.begin();
    close();
    return isFirst;
  }

  /** Stops for good. */
  void stop() {
    isStopped = true;
    close();
  }

  /** Closes the connections; the next command makes others. */
  synchronized void close() {
    if (client != null) {
      client.close();
      client = null;
    }
  }
}

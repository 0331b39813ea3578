package dev.symbolicator.redis;

import dev.symbolicator.store.StoreState;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Clock;
import java.util.concurrent.TimeoutException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Sends commands to Redis, which may be slow, hang or be gone. Each command has a time limit, and
 * after a failure nothing is asked for a while. So a Redis that hangs costs a load one time limit
 * at most, however many commands the load needs. Nothing is connected to unless an address is
 * configured. Futures never fail.
 */
final class RedisCommands {
  private static final Logger LOG = Logger.getLogger(RedisCommands.class);

  private final Vertx vertx;
  private final RedisConfig config;
  private final RedisLimits limits;
  private final Clock clock;
  private final Counter failures;
  private @Nullable Redis client;
  private volatile long pausedUntil;

  RedisCommands(
      Vertx vertx, RedisConfig config, RedisLimits limits, MeterRegistry metrics, Clock clock) {
    this.vertx = vertx;
    this.config = config;
    this.limits = limits;
    this.clock = clock;
    failures =
        Counter.builder("symbolicator.redis.failures")
            .description("Commands to Redis that failed or took too long")
            .register(metrics);
  }

  /** Tells whether there is anything to ask at all. */
  boolean isUsable() {
    return config.url().isPresent() && clock.millis() >= pausedUntil;
  }

  /** Returns what is being done with Redis. */
  StoreState state() {
    if (config.url().isEmpty()) {
      return StoreState.OFF;
    }
    return isUsable() ? StoreState.USED : StoreState.PAUSED;
  }

  /** Returns the answer to a command; a future of null if there is none, or none in time. */
  Future<@Nullable Response> send(Request request) {
    if (!isUsable()) {
      return Future.succeededFuture();
    }
    return inTime(client(config.url().orElseThrow()).send(request)).otherwise(this::failed);
  }

  /**
   * Fails a future when its time is over. The time is waited for in two halves: what arrived while
   * this process itself stood still is read before the second half is over.
   */
  private <T> Future<T> inTime(Future<T> future) {
    Promise<T> inTime = Promise.promise();
    long half = Math.max(1, config.timeout().toMillis() / 2);
    long first =
        vertx.setTimer(
            half, waited -> vertx.setTimer(half, over -> inTime.tryFail(new TimeoutException())));
    future.onSuccess(inTime::tryComplete).onFailure(inTime::tryFail);
    return inTime.future().onComplete(done -> vertx.cancelTimer(first));
  }

  private synchronized Redis client(String url) {
    if (client == null) {
      client = Redis.createClient(vertx, options(url));
    }
    return client;
  }

  private RedisOptions options(String url) {
    RedisOptions options =
        new RedisOptions()
            .setConnectionString(url)
            .setMaxPoolSize(limits.connections())
            .setMaxPoolWaiting(limits.waiting());
    options.getNetClientOptions().setConnectTimeout((int) config.timeout().toMillis());
    return options;
  }

  /** Begins a pause, with new connections behind it: nothing may come back on the old ones. */
  private @Nullable Response failed(Throwable cause) {
    failures.increment();
    if (beginPause()) {
      LOG.warnf(
          "Redis is not asked for the next %d ms: a command failed or took more than %d ms (%s).",
          limits.pause().toMillis(), config.timeout().toMillis(), cause.getClass().getName());
      close();
    }
    return null;
  }

  private synchronized boolean beginPause() {
    if (clock.millis() < pausedUntil) {
      return false;
    }
    pausedUntil = clock.millis() + limits.pause().toMillis();
    return true;
  }

  /** Stops for good. */
  void stop() {
    pausedUntil = Long.MAX_VALUE;
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

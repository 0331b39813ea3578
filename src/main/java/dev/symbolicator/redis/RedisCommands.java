package dev.symbolicator.redis;

import dev.symbolicator.script.Patience;
import dev.symbolicator.store.StoreState;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Clock;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Sends commands to Redis, which may be slow, hang or be gone: each has a short time limit, all
 * that one load waits for together has the same, and after a failure nothing is asked for a while.
 * Nothing is connected to unless an address is configured. Futures never fail.
 */
final class RedisCommands {
  private static final Logger LOG = Logger.getLogger(RedisCommands.class);

  private final Vertx vertx;
  private final RedisConfig config;
  private final RedisPause pause;
  private final Counter failures;
  private @Nullable Redis client;

  RedisCommands(Vertx vertx, RedisConfig config, MeterRegistry metrics, Clock clock) {
    this.vertx = vertx;
    this.config = config;
    pause = new RedisPause(config.pause(), clock);
    failures =
        Counter.builder("symbolicator.redis.failures")
            .description("Commands to Redis that failed or took too long")
            .register(metrics);
  }

  /** Whether there is anything to ask at all. */
  boolean isUsable() {
    return config.url().isPresent() && !pause.isOn();
  }

  /** What is being done with Redis. */
  StoreState state() {
    if (config.url().isEmpty()) {
      return StoreState.OFF;
    }
    return isUsable() ? StoreState.USED : StoreState.PAUSED;
  }

  /** The answer to a command; null if there is none, or none in time. */
  Future<@Nullable Response> send(Request request) {
    if (!isUsable()) {
      return Future.succeededFuture();
    }
    Future<Response> sent = client(config.url().orElseThrow()).send(request);
    return StallProofTimeout.of(vertx, sent, config.timeout())
        .onSuccess(answer -> pause.end())
        .otherwise(this::failed);
  }

  /** The same for who waits for it: null too once he is out of patience, no failure of Redis. */
  Future<@Nullable Response> send(Request request, Patience patience) {
    if (!isUsable() || patience.isOver()) {
      return Future.succeededFuture();
    }
    return StallProofTimeout.of(vertx, send(request), patience.left(), patience::take)
        .otherwise(
            late -> {
              patience.end();
              return null;
            });
  }

  private synchronized Redis client(String url) {
    if (client == null) {
      client = Redis.createClient(vertx, options(url, config));
    }
    return client;
  }

  private static RedisOptions options(String url, RedisConfig config) {
    RedisOptions options =
        new RedisOptions()
            .setConnectionString(url)
            .setMaxPoolSize(config.maxConnections())
            .setMaxPoolWaiting(config.maxWaiting());
    options.getNetClientOptions().setConnectTimeout((int) config.timeout().toMillis());
    return options;
  }

  /** Connections on which nothing comes back again and again are of no use later either. */
  private @Nullable Response failed(Throwable cause) {
    failures.increment();
    long millis = pause.begin();
    if (millis > 0) {
      LOG.warnf(
          "Redis is not asked for the next %d ms: a command failed or took more than %d ms (%s).",
          millis, config.timeout().toMillis(), cause.getClass().getName());
      if (pause.isRepeated()) {
        close();
      }
    }
    return null;
  }

  /** For good. */
  void stop() {
    pause.forEver();
    close();
  }

  /** Closes its connections; the next command makes others. */
  synchronized void close() {
    if (client != null) {
      client.close();
      client = null;
    }
  }
}

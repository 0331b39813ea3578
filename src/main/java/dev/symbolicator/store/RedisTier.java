package dev.symbolicator.store;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.Startup;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * What instances share through Redis or Valkey. It is neither trusted nor needed: values carry a
 * {@link Seal}, each command has a short time limit, and after a failure nothing is asked for a
 * while. Nothing is connected to unless an address is configured.
 */
@Startup
@Singleton
public class RedisTier implements SharedTier {
  private static final Logger LOG = Logger.getLogger(RedisTier.class);
  private static final String PREFIX = "profile-symbolicator:1:";
  private static final String RELEASE =
      "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";

  private final Vertx vertx;
  private final Seal seal;
  private final StoreConfig.Redis config;
  private final RedisPause pause;
  private final Counter failures;
  private final Counter forgeries;
  private @Nullable Redis client;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if an address is configured and no secret, or a short one
   */
  @Inject
  public RedisTier(Vertx vertx, StoreConfig store, MeterRegistry metrics, Clock clock) {
    this.vertx = vertx;
    this.config = store.redis();
    pause = new RedisPause(config.pause(), clock);
    failures =
        Counter.builder("symbolicator.redis.failures")
            .description("Commands to Redis that failed or took too long")
            .register(metrics);
    forgeries =
        Counter.builder("symbolicator.redis.forgeries")
            .description("Values in Redis that were not written with our key")
            .register(metrics);
    seal = new Seal(RedisSettings.secret(config));
  }

  private synchronized Redis client(String url) {
    if (client == null) {
      client = Redis.createClient(vertx, options(url, config));
    }
    return client;
  }

  private static RedisOptions options(String url, StoreConfig.Redis config) {
    RedisOptions options =
        new RedisOptions()
            .setConnectionString(url)
            .setMaxPoolSize(config.maxConnections())
            .setMaxPoolWaiting(config.maxWaiting());
    options.getNetClientOptions().setConnectTimeout((int) config.timeout().toMillis());
    return options;
  }

  @Override
  public boolean isUsable() {
    return config.url().isPresent() && !pause.isOn();
  }

  /** What is being done with Redis. */
  StoreState state() {
    if (config.url().isEmpty()) {
      return StoreState.OFF;
    }
    return isUsable() ? StoreState.USED : StoreState.PAUSED;
  }

  @Override
  public CompletableFuture<byte @Nullable []> get(StoreKey key) {
    long max = config.maxValueSize().asLongValue();
    // A range, so that whoever can write to Redis cannot have us read without end.
    Request request = Request.cmd(Command.GETRANGE).arg(name(key)).arg(0).arg(max);
    return java(
        send(request)
            .compose(
                answer ->
                    answer == null
                        ? Future.succeededFuture()
                        : vertx.executeBlocking(() -> opened(key, answer.toBytes()), false)));
  }

  private byte @Nullable [] opened(StoreKey key, byte[] sealed) {
    byte[] value = seal.open(key, sealed);
    if (value == null && sealed.length > 0) {
      forgeries.increment();
    }
    return value;
  }

  @Override
  public CompletableFuture<Void> put(StoreKey key, ByteBuffer value) {
    if (!isUsable()) {
      return CompletableFuture.completedFuture(null);
    }
    byte[] sealed = seal.seal(key, value.duplicate());
    if (sealed.length > config.maxValueSize().asLongValue()) {
      return CompletableFuture.completedFuture(null);
    }
    Request request =
        Request.cmd(Command.SET)
            .arg(name(key))
            .arg(Buffer.buffer(sealed))
            .arg("PX")
            .arg(config.timeToLive().toMillis());
    return java(send(request).mapEmpty());
  }

  @Override
  public CompletableFuture<Void> delete(StoreKey key) {
    return java(send(Request.cmd(Command.DEL).arg(name(key))).mapEmpty());
  }

  @Override
  public CompletableFuture<Lease> lease(StoreKey key, Duration time) {
    String name = PREFIX + "lease:" + key.text();
    String mine = UUID.randomUUID().toString();
    Lease lease =
        () -> {
          Future<?> unused =
              send(Request.cmd(Command.EVAL).arg(RELEASE).arg(1).arg(name).arg(mine));
        };
    // Without an answer everybody works for himself, as without Redis.
    Request request =
        Request.cmd(Command.SET).arg(name).arg(mine).arg("NX").arg("PX").arg(time.toMillis());
    return java(send(request).map(answer -> answer != null || !isUsable() ? lease : Lease.TAKEN));
  }

  private static String name(StoreKey key) {
    return PREFIX + key.text();
  }

  /** The answer to a command; null if there is none, or none in time. */
  private Future<@Nullable Response> send(Request request) {
    if (!isUsable()) {
      return Future.succeededFuture();
    }
    Future<Response> sent = client(config.url().orElseThrow()).send(request);
    return StallProofTimeout.of(vertx, sent, config.timeout())
        .onSuccess(answer -> pause.end())
        .otherwise(this::failed);
  }

  private static <T> CompletableFuture<T> java(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture();
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

  @PreDestroy
  void stop() {
    pause.forEver();
    close();
  }

  synchronized void close() {
    if (client != null) {
      client.close();
      client = null;
    }
  }
}

package dev.symbolicator.redis;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.store.SharedTier;
import dev.symbolicator.store.StoreKey;
import dev.symbolicator.store.StoreState;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.Startup;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What instances share through Redis or Valkey. Redis is neither trusted nor needed: values carry a
 * {@link Seal}, and a value for which {@link RedisCommands} has no answer in time is absent.
 */
@Startup
@Singleton
public class RedisTier implements SharedTier {
  private static final String PREFIX = "profile-symbolicator:1:";

  /** A value is there as the client holds it, as bytes of ours, opened, and as what it tells. */
  private static final int COPIES = 4;

  private final Vertx vertx;
  private final RedisCommands commands;
  private final Seal seal;
  private final RedisConfig config;
  private final RedisLimits limits;
  private final Counter forgeries;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if an address is configured without a secret of some length
   */
  @Inject
  public RedisTier(Vertx vertx, RedisConfig config, MeterRegistry metrics, Clock clock) {
    this(vertx, config, RedisLimits.DEFAULT, metrics, clock);
  }

  /** A tier with limits of its own, for tests. */
  public RedisTier(
      Vertx vertx, RedisConfig config, RedisLimits limits, MeterRegistry metrics, Clock clock) {
    this.vertx = vertx;
    this.config = config;
    this.limits = limits;
    commands = new RedisCommands(vertx, config, limits, metrics, clock);
    forgeries =
        Counter.builder("symbolicator.redis.forgeries")
            .description("Values in Redis that were not written with our key")
            .register(metrics);
    seal = new Seal(RedisSettings.secret(config));
  }

  @Override
  public boolean isUsable() {
    return commands.isUsable();
  }

  /** Returns what is being done with Redis. */
  StoreState state() {
    return commands.state();
  }

  @Override
  public CompletableFuture<byte @Nullable []> get(StoreKey key, ByteBudget.Lease memory) {
    return java(
        commands
            .send(Request.cmd(Command.STRLEN).arg(name(key)))
            .compose(
                answer ->
                    answer == null || answer.toLong() == 0
                        ? Future.succeededFuture()
                        : get(key, answer.toLong(), memory)));
  }

  private Future<byte @Nullable []> get(StoreKey key, long length, ByteBudget.Lease memory) {
    if (length > limits.valueBytes() || !memory.grow(COPIES * length)) {
      return Future.succeededFuture();
    }
    // A range, so that whoever can write to Redis cannot have us read without end.
    Request request = Request.cmd(Command.GETRANGE).arg(name(key)).arg(0).arg(length);
    return commands
        .send(request)
        .compose(
            answer ->
                answer == null || answer.toBuffer().length() > length // replaced by a longer one
                    ? Future.succeededFuture()
                    : vertx.executeBlocking(() -> opened(key, answer.toBytes()), false));
  }

  private byte @Nullable [] opened(StoreKey key, byte[] sealed) {
    byte[] value = seal.open(key, sealed);
    if (value == null && sealed.length > 0) {
      forgeries.increment();
    }
    return value;
  }

  @Override
  public CompletableFuture<Void> put(StoreKey key, ByteBudget.Lease memory, ByteBuffer... value) {
    long size = Seal.sizeOf(value);
    if (!isUsable() || size > limits.valueBytes() || !memory.grow(COPIES * size)) {
      return CompletableFuture.completedFuture(null);
    }
    Request request =
        Request.cmd(Command.SET)
            .arg(name(key))
            .arg(seal.seal(key, value))
            .arg("PX")
            .arg(config.timeToLive().toMillis());
    return java(commands.send(request).mapEmpty());
  }

  @Override
  public CompletableFuture<Void> delete(StoreKey key) {
    return java(commands.send(Request.cmd(Command.DEL).arg(name(key))).mapEmpty());
  }

  /**
   * The lock is no secret and carries no seal. Whoever can write to Redis can hold others up for a
   * few seconds, and can as well make Redis slow.
   */
  @Override
  public CompletableFuture<Lock> lock(StoreKey key) {
    String name = name(new StoreKey(key.scope(), StoreKey.StoredKind.LOCK, key.hash()));
    Request take =
        Request.cmd(Command.SET)
            .arg(name)
            .arg("")
            .arg("NX")
            .arg("PX")
            .arg(limits.lock().toMillis());
    return java(
        commands
            .send(take)
            .map(
                answer -> {
                  if (answer != null) {
                    return () -> commands.send(Request.cmd(Command.DEL).arg(name));
                  }
                  // No answer, or the answer that somebody has the lock: Redis tells by a null.
                  return commands.isUsable() ? Lock.TAKEN : Lock.NONE;
                }));
  }

  private static String name(StoreKey key) {
    return PREFIX + key.text();
  }

  private static <T> CompletableFuture<T> java(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture();
  }

  @PreDestroy
  void stop() {
    commands.stop();
  }

  void close() {
    commands.close();
  }
}

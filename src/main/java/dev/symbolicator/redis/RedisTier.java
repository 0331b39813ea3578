package dev.symbolicator.redis;

import dev.symbolicator.content.ByteBudget;
import dev.symbolicator.script.Patience;
import dev.symbolicator.script.SharedTier;
import dev.symbolicator.store.StoreKey;
import dev.symbolicator.store.StoreState;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.Startup;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.ResponseType;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What instances share through Redis or Valkey. It is neither trusted nor needed: values carry a
 * {@link Seal}, and what {@link RedisCommands} has no answer for in time is absent.
 */
@Startup
@Singleton
public class RedisTier implements SharedTier {
  private static final String PREFIX = "profile-symbolicator:1:";

  /**
   * Answers whether the record is there, 0 or 1; or what the other one who has the lease has
   * written, so much of it at most.
   */
  private static final String TAKE =
      "if redis.call('set', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then"
          + " return redis.call('exists', KEYS[2]) end"
          + " return redis.call('getrange', KEYS[1], 0, ARGV[3])";

  private static final String RELEASE =
      "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";

  /** A value is there as the client holds it, as bytes of ours, as opened, and as what it tells. */
  private static final int COPIES = 4;

  private final Vertx vertx;
  private final RedisCommands commands;
  private final Seal seal;
  private final RedisConfig config;
  private final Clock clock;
  private final Counter forgeries;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if an address is configured and no secret, or a short one
   */
  @Inject
  public RedisTier(Vertx vertx, RedisConfig config, MeterRegistry metrics, Clock clock) {
    this.vertx = vertx;
    this.config = config;
    this.clock = clock;
    commands = new RedisCommands(vertx, config, metrics, clock);
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

  /** What is being done with Redis. */
  StoreState state() {
    return commands.state();
  }

  @Override
  public Patience patience() {
    return new Patience(config.timeout());
  }

  @Override
  public Duration leaseTime() {
    return config.lease();
  }

  @Override
  public CompletableFuture<byte @Nullable []> get(
      StoreKey key, ByteBudget.Lease memory, Patience patience) {
    return java(
        commands
            .send(Request.cmd(Command.STRLEN).arg(name(key)), patience)
            .compose(
                answer ->
                    answer == null || answer.toLong() == 0
                        ? Future.succeededFuture()
                        : get(key, answer.toLong(), memory, patience)));
  }

  private Future<byte @Nullable []> get(
      StoreKey key, long length, ByteBudget.Lease memory, Patience patience) {
    if (length > config.maxValueSize().asLongValue() || !memory.grow(COPIES * length)) {
      return Future.succeededFuture();
    }
    // A range, so that whoever can write to Redis cannot have us read without end.
    Request request = Request.cmd(Command.GETRANGE).arg(name(key)).arg(0).arg(length);
    return commands
        .send(request, patience)
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
    if (!isUsable() || size > config.maxValueSize().asLongValue() || !memory.grow(COPIES * size)) {
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

  @Override
  public CompletableFuture<Lease> lease(StoreKey key, Duration time, Patience patience) {
    StoreKey name = new StoreKey(key.scope(), StoreKey.Kind.LEASE, key.hash());
    byte[] mine = seal.seal(name, LeaseTerm.beginning(clock, time).bytes());
    Request request =
        Request.cmd(Command.EVAL)
            .arg(TAKE)
            .arg(2)
            .arg(name(name))
            .arg(name(key))
            .arg(mine)
            .arg(time.toMillis())
            .arg(mine.length);
    Request release = Request.cmd(Command.EVAL).arg(RELEASE).arg(1).arg(name(name)).arg(mine);
    return java(commands.send(request, patience).map(answer -> lease(name, answer, release)));
  }

  /** Without an answer everybody works for himself, as without Redis. */
  private Lease lease(StoreKey name, @Nullable Response answer, Request release) {
    if (answer == null || answer.type() == ResponseType.NUMBER) {
      return new Ours(answer != null && answer.toLong() != 0, () -> commands.send(release));
    }
    return isUsable() && isHeld(opened(name, answer.toBytes()))
        ? Lease.TAKEN
        : new Ours(false, () -> commands.send(release));
  }

  private record Ours(boolean isTooLate, Supplier<?> giveBack) implements Lease {
    @Override
    public void release() {
      Object unused = giveBack.get();
    }
  }

  /** What is not sealed, or was put back when its time was over, is nobody's lease. */
  private boolean isHeld(byte @Nullable [] theirs) {
    LeaseTerm term = theirs == null ? null : LeaseTerm.of(theirs);
    return term != null && term.includes(clock.instant());
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

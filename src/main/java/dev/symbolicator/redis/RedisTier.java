package dev.symbolicator.redis;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.redis.RedisCommands.RedisSettings;
import dev.symbolicator.redis.RedisConfig.RedisLimits;
import dev.symbolicator.store.LayeredStore.StoreState;
import dev.symbolicator.store.SharedTier;
import dev.symbolicator.store.StoreKey;
import dev.symbolicator.threads.Spans;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import io.quarkus.runtime.Startup;
import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.health.api.Wellness;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClientOptions;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.jspecify.annotations.Nullable;

/**
 * Stores values in Redis or Valkey, for all instances. The values are neither trusted nor needed:
 * each carries a {@link Seal}, and a value that does not come in time counts as absent.
 */
@Startup
@Singleton
public class RedisTier implements SharedTier {
  private static final String PREFIX = "profile-symbolicator:1:";

  /** The copies of a value: the client's buffer, our array, the opened value, and the result. */
  private static final int COPIES = 4;

  private final Vertx vertx;
  private final RedisCommands commands;
  private final Seal seal;
  private final RedisConfig config;
  private final RedisLimits limits;
  private final Counter forgeries;

  /**
   * Reads the configuration; the first command connects.
   *
   * @throws IllegalArgumentException if the address or the secret is malformed
   */
  @Inject
  public RedisTier(Vertx vertx, RedisConfig config, MeterRegistry metrics, Clock clock) {
    this(vertx, config, RedisLimits.DEFAULT, metrics, clock);
  }

  public RedisTier(
      Vertx vertx, RedisConfig config, RedisLimits limits, MeterRegistry metrics, Clock clock) {
    this(vertx, config, limits, new NetClientOptions(), metrics, clock);
  }

  RedisTier(
      Vertx vertx,
      RedisConfig config,
      RedisLimits limits,
      NetClientOptions connecting,
      MeterRegistry metrics,
      Clock clock) {
    this.vertx = vertx;
    this.config = config;
    this.limits = limits;
    commands = new RedisCommands(vertx, config, limits, connecting, metrics, clock);
    forgeries =
        Counter.builder("symbolicator.redis.forgeries")
            .description("Values in Redis that were not sealed with our secret")
            .register(metrics);
    seal = new Seal(RedisSettings.secret(config));
  }

  @Override
  public boolean isUsable() {
    return commands.isUsable();
  }

  StoreState state() {
    return commands.state();
  }

  @Override
  public CompletableFuture<byte @Nullable []> get(StoreKey key, ByteBudget.Lease memory) {
    return java(
        commands
            .read(Request.cmd(Command.STRLEN).arg(name(key)), RedisTier::length, 0L)
            .compose(length -> length <= 0 ? Future.succeededFuture() : get(key, length, memory)));
  }

  private static long length(@Nullable Response answer) {
    return answer == null ? 0 : answer.toLong();
  }

  private Future<byte @Nullable []> get(StoreKey key, long length, ByteBudget.Lease memory) {
    if (length > limits.valueBytes() || !memory.grow(COPIES * length)) {
      return Future.succeededFuture();
    }
    // A longer value may have replaced the one that is charged. The range ends one byte behind the
    // charged length, so that such a value is seen, but not read as a whole.
    Request request = Request.cmd(Command.GETRANGE).arg(name(key)).arg(0).arg(length);
    return commands
        .read(request, answer -> atMost(length, answer), null)
        .compose(
            bytes ->
                bytes == null
                    ? Future.succeededFuture()
                    : vertx.executeBlocking(() -> opened(key, bytes), false));
  }

  private static byte @Nullable [] atMost(long length, @Nullable Response answer) {
    Buffer bytes = answer == null ? null : answer.toBuffer();
    return bytes == null || bytes.length() > length ? null : bytes.getBytes();
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
    if (!commands.isWritable() || size > limits.valueBytes() || !memory.grow(COPIES * size)) {
      return CompletableFuture.completedFuture(null);
    }
    Request request =
        Request.cmd(Command.SET)
            .arg(name(key))
            .arg(seal.seal(key, value))
            .arg("PX")
            .arg(config.timeToLive().toMillis());
    return java(commands.write(request, answer -> null, null));
  }

  @Override
  public CompletableFuture<Void> delete(StoreKey key) {
    return java(delete(name(key)));
  }

  private Future<Void> delete(String name) {
    return commands.write(Request.cmd(Command.DEL).arg(name), answer -> null, null);
  }

  /** Takes a lock, which carries no seal: forging one holds others up for seconds only. */
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
    Lock mine = () -> delete(name);
    return java(commands.write(take, answer -> answer == null ? Lock.TAKEN : mine, Lock.NONE));
  }

  private static String name(StoreKey key) {
    return PREFIX + key.text();
  }

  private static <T> CompletableFuture<T> java(Future<T> future) {
    return Spans.continued(future.toCompletionStage().toCompletableFuture());
  }

  @PreDestroy
  void stop() {
    commands.stop();
  }

  void close() {
    commands.close();
  }

  /** Shows Redis in the health. Always up: a restart would mend none. */
  @Wellness
  @ApplicationScoped
  static class RedisHealth implements AsyncHealthCheck {
    private final RedisTier redis;

    RedisHealth(RedisTier redis) {
      this.redis = redis;
    }

    @Override
    public Uni<HealthCheckResponse> call() {
      HealthCheckResponse response =
          HealthCheckResponse.named("symbol tables in Redis")
              .withData("redis", redis.state().label())
              .up()
              .build();
      return Uni.createFrom().item(response);
    }
  }

  /**
   * Leaves out the Redis client's own metrics: random names of each new client would become more
   * and more series, and fixed names would go on showing the first client.
   */
  @Singleton
  static class RedisClientMeters implements MeterFilter {

    @Override
    public MeterFilterReply accept(Meter.Id id) {
      return "redis".equals(id.getTag("pool.type")) || "redis".equals(id.getTag("clientType"))
          ? MeterFilterReply.DENY
          : MeterFilterReply.NEUTRAL;
    }
  }

  /**
   * Marks values as ours, by 32 bytes of HMAC-SHA256 (RFC 2104) over key and value before the
   * value. Nobody without our secret can forge a value or move one to another key.
   */
  static final class Seal {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int LENGTH = 32;

    private final SecretKeySpec secret;

    Seal(String secret) {
      this.secret = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM);
    }

    static long sizeOf(ByteBuffer... value) {
      return LENGTH + Stream.of(value).mapToLong(ByteBuffer::remaining).sum();
    }

    byte[] seal(StoreKey key, ByteBuffer... value) {
      ByteBuffer sealed = ByteBuffer.allocate(Math.toIntExact(sizeOf(value)));
      sealed.put(mac(key, value));
      for (ByteBuffer part : value) {
        sealed.put(part.duplicate());
      }
      return sealed.array();
    }

    /** Returns the value; null if it was not sealed with our secret for this key. */
    byte @Nullable [] open(StoreKey key, byte[] sealed) {
      if (sealed.length < LENGTH) {
        return null;
      }
      byte[] mac = mac(key, ByteBuffer.wrap(sealed, LENGTH, sealed.length - LENGTH));
      return MessageDigest.isEqual(mac, Arrays.copyOf(sealed, LENGTH))
          ? Arrays.copyOfRange(sealed, LENGTH, sealed.length)
          : null;
    }

    /** Returns the HMAC of key and value. A zero, which no key contains, ends the key's text. */
    private byte[] mac(StoreKey key, ByteBuffer... value) {
      try {
        Mac mac = Mac.getInstance(ALGORITHM);
        mac.init(secret);
        mac.update(key.text().getBytes(StandardCharsets.UTF_8));
        mac.update((byte) 0);
        for (ByteBuffer part : value) {
          mac.update(part.duplicate());
        }
        return mac.doFinal();
      } catch (GeneralSecurityException impossible) {
        throw new IllegalStateException("every Java platform has HmacSHA256", impossible);
      }
    }
  }
}

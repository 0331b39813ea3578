package dev.symbolicator.redis;

import dev.symbolicator.redis.RedisConfig.RedisLimits;
import dev.symbolicator.store.LayeredStore.Pause;
import dev.symbolicator.store.LayeredStore.StoreState;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.core.net.NetClientOptions;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Clock;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Sends commands to Redis, which may be slow, hang or be gone; unconfigured, nothing is connected.
 *
 * <p>Each command has a time limit, and after a failure nothing is asked for a while, so a hanging
 * Redis costs a load one time limit at most. One that refuses writes is still read. Futures never
 * fail: the caller gives the value of a command without an answer.
 */
final class RedisCommands {
  private static final Logger LOG = Logger.getLogger(RedisCommands.class);

  /** Error codes by which Redis refuses a write but goes on answering reads. */
  private static final Set<String> WRITE_REFUSALS =
      Set.of("OOM", "READONLY", "MISCONF", "NOREPLICAS", "NOPERM");

  /** The error code of a key whose value is no string. This service writes only strings. */
  private static final String WRONG_TYPE = "WRONGTYPE";

  private final Vertx vertx;
  private final boolean isConfigured;
  private final RedisConnections connections;
  private final long timeoutMillis;
  private final Pause pause;
  private final Pause writePause;
  private final Counter failures;
  private volatile boolean isStopped;

  /** Reads the configuration; {@link ConfigurationException} if the address is malformed. */
  RedisCommands(
      Vertx vertx,
      RedisConfig config,
      RedisLimits limits,
      NetClientOptions connecting,
      MeterRegistry metrics,
      Clock clock) {
    this.vertx = vertx;
    isConfigured = config.url().isPresent();
    connections = new RedisConnections(vertx, RedisSettings.options(config, limits, connecting));
    timeoutMillis = config.timeout().toMillis();
    pause = new Pause(limits.pause(), clock);
    writePause = new Pause(limits.pause(), clock);
    failures =
        Counter.builder("symbolicator.redis.failures")
            .description("Commands to Redis that failed or took too long")
            .register(metrics);
    Gauge.builder(
            "symbolicator.redis.paused", this, redis -> redis.state() == StoreState.PAUSED ? 1 : 0)
        .description("1 from a failed command until the next successful one, else 0")
        .register(metrics);
  }

  boolean isUsable() {
    return isConfigured && !isStopped && !pause.isOn();
  }

  boolean isWritable() {
    return isUsable() && !writePause.isOn();
  }

  StoreState state() {
    if (!isConfigured) {
      return StoreState.OFF;
    }
    return pause.isFailing() || writePause.isFailing() ? StoreState.PAUSED : StoreState.USED;
  }

  /** Sends a command that reads; null stands for a nil. Unanswered if it is late or invalid. */
  <T> Future<@Nullable T> read(
      Request request, Function<@Nullable Response, @Nullable T> toValue, @Nullable T unanswered) {
    return isUsable()
        ? ask(request, false, toValue, unanswered)
        : Future.succeededFuture(unanswered);
  }

  <T> Future<@Nullable T> write(
      Request request, Function<@Nullable Response, @Nullable T> toValue, @Nullable T unanswered) {
    return isWritable()
        ? ask(request, true, toValue, unanswered)
        : Future.succeededFuture(unanswered);
  }

  private <T> Future<@Nullable T> ask(
      Request request,
      boolean isWrite,
      Function<@Nullable Response, @Nullable T> toValue,
      @Nullable T unanswered) {
    Redis asked = connections.client();
    // One step, so that a pause has begun before the caller goes on.
    return inTime(asked.send(request))
        .map(toValue)
        .transform(
            answered -> {
              if (answered.failed()) {
                failed(asked, isWrite, answered.cause());
                return Future.succeededFuture(unanswered);
              }
              worked(isWrite);
              return Future.succeededFuture(answered.result());
            });
  }

  /** Fails a future late, in two halves: what came while this process stood still counts. */
  private <T> Future<T> inTime(Future<T> future) {
    Promise<T> inTime = Promise.promise();
    long half = Math.max(1, timeoutMillis / 2);
    AtomicLong timer = new AtomicLong();
    timer.set(
        vertx.setTimer(
            half,
            waited ->
                timer.set(vertx.setTimer(half, over -> inTime.tryFail(new TimeoutException())))));
    future.onSuccess(inTime::tryComplete).onFailure(inTime::tryFail);
    return inTime.future().onComplete(done -> vertx.cancelTimer(timer.get()));
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
    if (cause instanceof ConnectionPoolTooBusyException
        || code.equals(WRONG_TYPE)
        || !connections.close(asked)) {
      return;
    }
    if (isWrite && WRITE_REFUSALS.contains(code)) {
      if (writePause.begin()) {
        LOG.warnf(
            "Nothing is written to Redis for now: Redis refused a command (%s). Redis is tried"
                + " again every %d ms.",
            code, writePause.length().toMillis());
      }
    } else if (pause.begin()) {
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

  void stop() {
    isStopped = true;
    close();
  }

  /** Closes the connections. The next command makes others. */
  void close() {
    connections.close();
  }

  /** Makes the connections for the first command, and new ones after each closing. Thread-safe. */
  static final class RedisConnections {
    private final Vertx vertx;
    private final RedisOptions options;
    private @Nullable Redis client;

    RedisConnections(Vertx vertx, RedisOptions options) {
      this.vertx = vertx;
      this.options = options;
    }

    synchronized Redis client() {
      if (client == null) {
        client = Redis.createClient(vertx, options);
      }
      return client;
    }

    /** Closes connections on which a command failed; false if they were closed before. */
    synchronized boolean close(Redis failed) {
      if (failed != client) {
        return false;
      }
      close();
      return true;
    }

    synchronized void close() {
      Redis closing = client;
      client = null;
      if (closing != null) {
        closing.close();
      }
    }
  }

  static final class RedisSettings {
    private static final int SHORTEST_SECRET = 16;
    private static final int LARGEST_PORT = 65_535;
    private static final Pattern SCHEME = Pattern.compile("rediss?");
    private static final Pattern DATABASE = Pattern.compile("|/|/[0-9]{1,5}");

    private RedisSettings() {}

    /** Returns options; {@link ConfigurationException} if the address is bad. */
    static RedisOptions options(
        RedisConfig config, RedisLimits limits, NetClientOptions connecting) {
      NetClientOptions net =
          new NetClientOptions(connecting)
              .setConnectTimeout((int) Math.min(Integer.MAX_VALUE, config.timeout().toMillis()))
              .setHostnameVerificationAlgorithm("HTTPS");
      RedisOptions options =
          new RedisOptions()
              .setNetClientOptions(net)
              .setMaxPoolSize(limits.connections())
              .setMaxPoolWaiting(limits.waiting());
      config.url().ifPresent(url -> options.setConnectionString(checked(url)));
      return options;
    }

    private static String checked(String url) {
      if (!isAddress(url)) {
        throw new ConfigurationException(
            "symbolicator.cache.redis.url: this is no address of a Redis. Write"
                + " redis://user:password@host:6379/0, or rediss://… for TLS, with user and password"
                + " percent-encoded. Write redis://:password@host:6379/0 if there is no user.");
      }
      return url;
    }

    private static boolean isAddress(String text) {
      try {
        URI uri = new URI(text);
        String credentials = uri.getRawUserInfo();
        return uri.getScheme() != null
            && SCHEME.matcher(uri.getScheme()).matches()
            && uri.getHost() != null
            && uri.getPort() <= LARGEST_PORT
            && (credentials == null || credentials.contains(":"))
            && DATABASE.matcher(uri.getPath()).matches()
            && uri.getQuery() == null;
      } catch (URISyntaxException malformed) {
        return false;
      }
    }

    /** Returns the secret; {@link ConfigurationException} if it is missing or short. */
    static String secret(RedisConfig config) {
      String secret = config.key().orElse("");
      if (config.url().isPresent() && secret.length() < SHORTEST_SECRET) {
        throw new ConfigurationException(
            "symbolicator.cache.redis.url is set, so symbolicator.cache.redis.key has to be set too,"
                + " to a secret of at least "
                + SHORTEST_SECRET
                + " characters. The secret keeps others who can write to Redis from forging names.");
      }
      return secret.isEmpty() ? "unused" : secret;
    }
  }
}

package dev.symbolicator.redis;

import dev.symbolicator.redis.RedisConfig.RedisLimits;
import dev.symbolicator.store.LayeredStore.Pause;
import dev.symbolicator.store.LayeredStore.StoreState;
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
 * Sends commands to Redis, which may be slow, hang or be gone. Nothing is connected to unless an
 * address is configured.
 *
 * <p>Each command has a time limit, and after a failure nothing is asked for a while. So a Redis
 * that hangs costs a load one time limit at most, however many commands the load needs. A Redis
 * that is slow, but in time, costs a load the time of all answers, commonly four. A Redis that
 * refuses writes, such as a full one or a replica, is still read.
 *
 * <p>Futures never fail: a command without an answer has the value that its caller gives for that.
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

  /**
   * Reads the configuration.
   *
   * @param connecting the options that the client begins with, such as the certificates it trusts
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
    isConfigured = config.url().isPresent();
    connections = new RedisConnections(vertx, RedisSettings.options(config, limits, connecting));
    timeoutMillis = config.timeout().toMillis();
    pause = new Pause(limits.pause(), clock);
    writePause = new Pause(limits.pause(), clock);
    failures =
        Counter.builder("symbolicator.redis.failures")
            .description("Commands to Redis that failed or took too long")
            .register(metrics);
  }

  /** Tells whether Redis is configured and not paused. */
  boolean isUsable() {
    return isConfigured && !isStopped && !pause.isOn();
  }

  /** Tells whether Redis is usable and its writes are not paused. */
  boolean isWritable() {
    return isUsable() && !writePause.isOn();
  }

  /** Returns how Redis is used now. */
  StoreState state() {
    if (!isConfigured) {
      return StoreState.OFF;
    }
    return pause.isFailing() || writePause.isFailing() ? StoreState.PAUSED : StoreState.USED;
  }

  /**
   * Sends a command that reads.
   *
   * @param toValue makes a value of the answer, which is null for a nil; may throw
   * @param unanswered the value if there is no answer in time, or the answer is invalid
   */
  <T> Future<@Nullable T> read(
      Request request, Function<@Nullable Response, @Nullable T> toValue, @Nullable T unanswered) {
    return isUsable()
        ? ask(request, false, toValue, unanswered)
        : Future.succeededFuture(unanswered);
  }

  /** Like {@link #read}, but sends a command that writes. */
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

  /**
   * Fails a future after the time limit, which is waited for in two halves. So an answer that
   * arrived while this process itself stood still is read before the second half is over.
   */
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

  /** Stops for good. */
  void stop() {
    isStopped = true;
    close();
  }

  /** Closes the connections. The next command makes others. */
  void close() {
    connections.close();
  }

  /**
   * Makes the connections to Redis for the first command, and new ones after the old ones were
   * closed. Thread-safe.
   */
  static final class RedisConnections {
    private final Vertx vertx;
    private final RedisOptions options;
    private @Nullable Redis client;

    RedisConnections(Vertx vertx, RedisOptions options) {
      this.vertx = vertx;
      this.options = options;
    }

    /** Returns the client of the present connections. */
    synchronized Redis client() {
      if (client == null) {
        client = Redis.createClient(vertx, options);
      }
      return client;
    }

    /**
     * Closes the connections on which a command failed. No answer can come back on them any more,
     * and new connections may lead to a Redis that works.
     *
     * @param failed the client that sent the command
     * @return false if the client's connections were closed before
     */
    synchronized boolean close(Redis failed) {
      if (failed != client) {
        return false;
      }
      close();
      return true;
    }

    /** Closes the connections. */
    synchronized void close() {
      Redis closing = client;
      client = null;
      if (closing != null) {
        closing.close();
      }
    }
  }

  /** Reads and checks the configuration of Redis before the service starts. */
  static final class RedisSettings {
    private static final int SHORTEST_SECRET = 16;
    private static final int LARGEST_PORT = 65_535;
    private static final Pattern SCHEME = Pattern.compile("rediss?");
    private static final Pattern DATABASE = Pattern.compile("|/|/[0-9]{1,5}");

    private RedisSettings() {}

    /**
     * Returns the options of the client, which is made only if an address is configured.
     *
     * @param connecting the options that the client begins with
     * @throws IllegalArgumentException if the address is malformed; the message does not show the
     *     address, which may hold a password
     */
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
        throw new IllegalArgumentException(
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

    /**
     * Returns the secret; some text where Redis is not used.
     *
     * @throws IllegalArgumentException if Redis is used without a secret, or with a short one
     */
    static String secret(RedisConfig config) {
      String secret = config.key().orElse("");
      if (config.url().isPresent() && secret.length() < SHORTEST_SECRET) {
        throw new IllegalArgumentException(
            "symbolicator.cache.redis.url is set, so symbolicator.cache.redis.key has to be set too,"
                + " to a secret of at least "
                + SHORTEST_SECRET
                + " characters. The secret keeps others who can write to Redis from forging names.");
      }
      return secret.isEmpty() ? "unused" : secret;
    }
  }
}

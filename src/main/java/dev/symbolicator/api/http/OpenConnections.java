package dev.symbolicator.api.http;

import dev.symbolicator.api.http.HttpConfig.ProxyBlock;
import dev.symbolicator.api.http.OpenConnection.Http1Guard;
import dev.symbolicator.vertx.AcceptTransport;
import dev.symbolicator.vertx.Connections;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.Channel;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.vertx.http.HttpServerOptionsCustomizer;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;

/**
 * Bounds open connections from acceptance on, and the time without a request. At the limit, the
 * longest idle one of the client with most makes room; one with a request under way never. A client
 * is an address, of IPv6 the network's half; but connections of this machine or of a proxy are each
 * a client, as a sidecar or an ingress has one address.
 */
@Singleton
class OpenConnections implements HttpServerOptionsCustomizer {
  /** How long the head of a request may arrive, from its first byte on. */
  static final Duration MAX_HEAD_TIME = Duration.ofSeconds(20);

  /** How often connections that are late are looked for. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  private static final int IPV6_NETWORK_BYTES = 8;

  /** For unread bodies of all streams: with the default, one of 64 KB would block the others. */
  static final int CONNECTION_WINDOW = 2 << 20;

  private final int most;
  private final long mostIdle;
  private final long mostForHead;
  private final List<ProxyBlock> proxies;
  private final Draining draining;
  private final Set<OpenConnection> open = new HashSet<>();

  /** Has the limits of heads. */
  private volatile HttpServerOptions decoding = new HttpServerOptions();

  @Inject
  OpenConnections(
      HttpConfig config,
      @ConfigProperty(name = "quarkus.http.idle-timeout") Duration idle,
      Draining draining,
      MeterRegistry metrics) {
    this(
        config.maxConnections(), idle, MAX_HEAD_TIME, config.proxies().orElse(List.of()), draining);
    Gauge.builder("symbolicator.connections.active", this, OpenConnections::count)
        .description("Open connections of clients")
        .register(metrics);
    Gauge.builder("symbolicator.connections.max", config, HttpConfig::maxConnections)
        .description("Connections of clients that may be open at once")
        .register(metrics);
  }

  /** Makes limits; each connection of a proxy is a client of its own. */
  OpenConnections(
      int most, Duration idle, Duration head, List<ProxyBlock> proxies, Draining draining) {
    this.most = most;
    this.mostIdle = idle.toNanos();
    this.mostForHead = head.toNanos();
    this.proxies = List.copyOf(proxies);
    this.draining = draining;
  }

  /** Begins before the port is opened. */
  void install(@Observes Router router, Vertx vertx) {
    watch(vertx, LOOK);
  }

  @Override
  public void customizeHttpServer(HttpServerOptions options) {
    options.setHttp2ConnectionWindowSize(CONNECTION_WINDOW);
    decoding = options;
  }

  @Override
  public void customizeHttpsServer(HttpServerOptions options) {
    customizeHttpServer(options); // The limits are those of HTTP.
  }

  /** Bounds the connections that are accepted from now on. */
  void watch(Vertx vertx, Duration look) {
    AcceptTransport.show(vertx, this::admits);
    long unused = vertx.setPeriodic(look.toMillis(), now -> closeLate());
  }

  /** Returns how many connections are open, without those that are being closed to make room. */
  synchronized int count() {
    return open.size();
  }

  boolean admits(Channel channel) {
    OpenConnection connection = new OpenConnection(channel, client(channel), decoding, draining);
    if (!takePlace(connection)) {
      return false;
    }
    channel.closeFuture().addListener(closed -> leave(connection));
    channel.pipeline().addLast(connection);
    return true;
  }

  private synchronized boolean takePlace(OpenConnection connection) {
    if (open.size() >= most) {
      OpenConnection other = otherThanMakesRoom(connection);
      if (other == null) {
        return false;
      }
      leave(other);
      other.closeIfIdle(() -> stay(other));
    }
    return open.add(connection);
  }

  /** Returns the longest idle connection of the client with most; null if the asker has more. */
  private @Nullable OpenConnection otherThanMakesRoom(OpenConnection asking) {
    Map<Object, Integer> counts = new HashMap<>();
    open.forEach(connection -> counts.merge(connection.client(), 1, Integer::sum));
    OpenConnection found = null;
    int foundCount = counts.getOrDefault(asking.client(), 0);
    for (OpenConnection connection : open) {
      int count = counts.getOrDefault(connection.client(), 0);
      boolean isBetter =
          count > foundCount
              || (count == foundCount
                  && (found == null || connection.idleSince() - found.idleSince() < 0));
      if (connection.isIdle() && isBetter) {
        found = connection;
        foundCount = count;
      }
    }
    return found;
  }

  private synchronized void leave(OpenConnection connection) {
    open.remove(connection);
  }

  /** Keeps a connection on which a request has begun meanwhile. */
  private synchronized void stay(OpenConnection connection) {
    open.add(connection);
  }

  private synchronized void closeLate() {
    long now = System.nanoTime();
    for (OpenConnection connection : open) {
      if (connection.isLate(now, mostIdle, mostForHead)) {
        connection.closeIfIdle(() -> {});
      }
    }
  }

  private Object client(Channel channel) {
    SocketAddress remote = channel.remoteAddress();
    InetAddress address = remote instanceof InetSocketAddress inet ? inet.getAddress() : null;
    if (address == null || address.isLoopbackAddress()) {
      return channel;
    }
    byte[] bytes = address.getAddress();
    if (proxies.stream().anyMatch(block -> block.contains(bytes))) {
      return channel;
    }
    return ByteBuffer.wrap(
        Arrays.copyOf(bytes, Math.min(bytes.length, IPV6_NETWORK_BYTES))); // all of IPv4
  }

  /**
   * Empties the connections at a stop without losing a request. During {@code
   * quarkus.shutdown.delay} each answer says that it is its connection's last (RFC 9112, section
   * 9.6; in HTTP/2 a GOAWAY, RFC 9113, section 6.8). Near its end nothing is accepted, then idle
   * connections are closed; requests under way have {@code quarkus.shutdown.timeout}. Quarkus sees
   * to readiness and waiting.
   */
  @Singleton
  static class Draining {
    /** The part at the end of the delay in which no connection is accepted any more. */
    private static final Duration LONGEST_TAIL = Duration.ofMillis(500);

    private final Vertx vertx;
    private final Duration delay;
    private volatile boolean hasBegun;
    private volatile boolean isOver;

    Draining(
        Vertx vertx, @ConfigProperty(name = "quarkus.shutdown.delay") Optional<Duration> delay) {
      this.vertx = vertx;
      this.delay = delay.orElse(Duration.ZERO);
    }

    boolean hasBegun() {
      return hasBegun;
    }

    /** Tells whether a connection without a request under way is to be closed. */
    boolean isOver() {
      return isOver;
    }

    void begin(@Observes ShutdownDelayInitiatedEvent event) {
      hasBegun = true;
      isOver = delay.toMillis() < 2; // too short for timers
      if (isOver) {
        return;
      }
      Connections.forEach(vertx, Connections::announceEnd);
      long end = delay.toMillis();
      long tail = Math.min(LONGEST_TAIL.toMillis(), end / 2);
      long unused = vertx.setTimer(end - tail, now -> stopAccepting());
      unused = vertx.setTimer(end - tail / 4, now -> closeIdle());
    }

    private void stopAccepting() {
      Connections.stopAccepting(vertx);
      Connections.forEach(vertx, Connections::announceEnd); // to those that were accepted meanwhile
    }

    private void closeIdle() {
      isOver = true;
      Connections.forEach(
          vertx,
          channel -> {
            Http1Guard guard = channel.pipeline().get(Http1Guard.class);
            if (guard == null || guard.isIdle()) {
              Connections.end(channel);
            }
          });
    }
  }
}

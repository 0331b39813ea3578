package dev.symbolicator.api.http;

import dev.symbolicator.api.http.HttpConfig.ProxyBlock;
import dev.symbolicator.api.http.OpenConnection.Http1Guard;
import dev.symbolicator.vertx.AcceptTransport;
import dev.symbolicator.vertx.Connections;
import io.netty.channel.Channel;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.vertx.http.HttpServerOptionsCustomizer;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
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
 * Bounds the open connections from the moment that each is accepted, and the time of those on which
 * no request is under way. At the limit, an idle connection makes room for another: the longest
 * idle one of the client with most. So strangers that keep connections lock nobody out. A client is
 * an address, or the first half of one of IPv6, which is what a network assigns; but each
 * connection of this machine or of a proxy is a client of its own, since all clients of a sidecar
 * or an ingress have one address.
 *
 * <p>A connection on which a request is under way is never closed here.
 */
@ApplicationScoped
class OpenConnections implements HttpServerOptionsCustomizer {
  /** How long the head of a request may arrive, from its first byte on. */
  static final Duration MAX_HEAD_TIME = Duration.ofSeconds(20);

  /** How often connections that are late are looked for. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  private static final int IPV6_NETWORK_BYTES = 8;

  /**
   * How many bytes of bodies a connection of HTTP/2 may send that are not read, of all its streams
   * together. A body that waits holds 64 KB; with the default, which is as much, it would keep all
   * others of its connection from coming.
   */
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
      Draining draining) {
    this(
        config.maxConnections(), idle, MAX_HEAD_TIME, config.proxies().orElse(List.of()), draining);
  }

  /**
   * Makes limits.
   *
   * @param most how many connections may be open
   * @param idle how long no request may be under way, whatever bytes come
   * @param head how long the head of a request may arrive
   * @param proxies addresses of which each connection is a client of its own
   * @param draining knows whether the service is stopping
   */
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

  /**
   * Returns the longest idle connection of the client with most, unless the asking one has more.
   */
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
   * Empties the connections when the service is told to stop, so that no request that was sent is
   * lost. During {@code quarkus.shutdown.delay} requests are answered as ever, and each answer says
   * that it is the last one of its connection (RFC 9112, section 9.6; in HTTP/2 a GOAWAY does, RFC
   * 9113, section 6.8). Shortly before the end of the delay no more connections are accepted; what
   * was accepted has time to send its request. Then connections without a request under way are
   * closed, so none is left that could bring one to a server that has stopped. The requests under
   * way have {@code quarkus.shutdown.timeout} from then on.
   *
   * <p>Readiness is down from the beginning: Quarkus sees to that, and to the waiting.
   */
  @ApplicationScoped
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

    /** Tells whether each answer is to be the last one of its connection. */
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

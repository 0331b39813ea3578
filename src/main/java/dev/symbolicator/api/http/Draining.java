package dev.symbolicator.api.http;

import dev.symbolicator.vertx.Connections;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Empties the connections when the service is told to stop, so that no request that was sent is
 * lost. During {@code quarkus.shutdown.delay} requests are answered as ever, and each answer says
 * that it is the last one of its connection (RFC 9112, section 9.6; in HTTP/2 a GOAWAY does, RFC
 * 9113, section 6.8). Shortly before the end of the delay no more connections are accepted; what
 * was accepted has time to send its request. Then connections without a request under way are
 * closed, so none is left that could bring one to a server that has stopped. The requests under way
 * have {@code quarkus.shutdown.timeout} from then on.
 *
 * <p>Readiness is down from the beginning: Quarkus sees to that, and to the waiting.
 */
@ApplicationScoped
class Draining {
  /** The part at the end of the delay in which no connection is accepted any more. */
  private static final Duration LONGEST_TAIL = Duration.ofMillis(500);

  private final Vertx vertx;
  private final Duration delay;
  private volatile boolean hasBegun;
  private volatile boolean isOver;

  Draining(Vertx vertx, @ConfigProperty(name = "quarkus.shutdown.delay") Optional<Duration> delay) {
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

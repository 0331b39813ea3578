package dev.symbolicator.api.http;

import dev.symbolicator.access.Caller;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Recognises the one connection on which the warm-up sends profiles to its own service. Requests on
 * this connection need no token, are neither logged nor counted, and see no tenant's tables. No
 * other client can have the connection's address and port.
 */
@ApplicationScoped
public class PracticeConnection {
  /**
   * The path of practice. With a pattern of {@code application.properties}, meters leave it out.
   */
  public static final String PATH = RequestLimits.OPERATIONS + "warm-up";

  private static final String PRACTISED = "/symbolicate";

  private volatile @Nullable InetSocketAddress client;

  void install(@Observes Router router) {
    router.post(PATH).order(Integer.MIN_VALUE).handler(this::reroute);
  }

  private void reroute(RoutingContext context) {
    if (carries(context.request())) {
      context.reroute(PRACTISED);
    } else {
      context.next();
    }
  }

  /**
   * Recognises a connection from now on, in place of the former one.
   *
   * @param address the address and port of the connection's client; null for no connection
   */
  public void recognise(@Nullable InetSocketAddress address) {
    client = address;
  }

  /** Tells whether a request came on the connection, whatever its headers say of its client. */
  boolean carries(HttpServerRequest request) {
    InetSocketAddress practising = client;
    if (practising == null) {
      return false;
    }
    SocketAddress remote = request.connection().remoteAddress();
    return remote != null
        && remote.port() == practising.getPort()
        && practising.getAddress().getHostAddress().equals(remote.hostAddress());
  }

  /** Returns the caller of a request on the connection; null for a request on any other. */
  @Nullable Caller caller(HttpServerRequest request) {
    return carries(request) ? Caller.PRACTICE : null;
  }
}

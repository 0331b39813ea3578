package dev.symbolicator.fetch;

import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.dns.DnsResponseCode;
import io.netty.handler.proxy.ProxyConnectException;
import io.netty.resolver.dns.DnsErrorCauseException;
import io.netty.resolver.dns.DnsNameResolverTimeoutException;
import io.vertx.core.http.HttpClosedException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Says why an exchange failed, in words of ours: an exception's own message may hold anything. */
final class Causes {
  private Causes() {}

  static FetchFailure.Unreachable unreachable(Throwable failure) {
    @Nullable Throwable cause = failure;
    for (int depth = 0; cause != null && depth < 10; depth++, cause = cause.getCause()) {
      String detail = detail(cause);
      if (detail != null) {
        return new FetchFailure.Unreachable(detail);
      }
    }
    return new FetchFailure.Unreachable("The exchange with the server failed.");
  }

  /** Whether it was not the name that is unknown, but a name server that failed or was silent. */
  static boolean isOfNameServer(Throwable failure) {
    boolean found = false;
    @Nullable Throwable cause = failure;
    for (int depth = 0; cause != null && depth < 10; depth++, cause = cause.getCause()) {
      found |=
          cause instanceof DnsNameResolverTimeoutException
              || (cause instanceof DnsErrorCauseException answer
                  && !answer.getCode().equals(DnsResponseCode.NXDOMAIN));
    }
    return found;
  }

  /**
   * Whether the connection is to blame, so that another may do better: it was not made, or it
   * broke. A failed TLS handshake would fail again, and an answer that is no HTTP would come again.
   */
  static boolean isConnectionError(Throwable failure) {
    boolean found = false;
    @Nullable Throwable cause = failure;
    for (int depth = 0; cause != null && depth < 10; depth++, cause = cause.getCause()) {
      if (cause instanceof SSLException || cause instanceof UnknownHostException) {
        return false;
      }
      found |= cause instanceof IOException || cause instanceof HttpClosedException;
    }
    return found;
  }

  private static @Nullable String detail(Throwable cause) {
    if (cause instanceof SSLException) {
      return "The TLS handshake failed.";
    }
    if (cause instanceof ProxyConnectException) {
      return "The proxy did not make the connection.";
    }
    if (cause instanceof ConnectTimeoutException) {
      return "The connection was not made in time.";
    }
    if (cause instanceof ConnectException) {
      return "The connection was refused.";
    }
    if (cause instanceof HttpClosedException) {
      return "The connection was closed before the answer was complete.";
    }
    return null;
  }
}

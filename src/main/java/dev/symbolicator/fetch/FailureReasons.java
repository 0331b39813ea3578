package dev.symbolicator.fetch;

import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.dns.DnsResponseCode;
import io.netty.handler.proxy.ProxyConnectException;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.resolver.dns.DnsErrorCauseException;
import io.netty.resolver.dns.DnsNameResolverTimeoutException;
import io.vertx.core.http.HttpClosedException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.Objects;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/** Says why an exchange failed, in words of ours: an exception's own message may hold anything. */
final class FailureReasons {
  /** A chain that goes on for longer may go in a circle. */
  private static final int MOST_CAUSES = 10;

  private FailureReasons() {}

  /** A failure, its cause, the cause's cause and so on. */
  private static Stream<Throwable> chain(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause).limit(MOST_CAUSES);
  }

  static FetchFailure.Unreachable unreachable(Throwable failure) {
    return new FetchFailure.Unreachable(
        chain(failure)
            .map(FailureReasons::detail)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse("The exchange with the server failed."),
        !isRefusedHandshake(failure));
  }

  /** Whether it was not the name that is unknown, but a name server that failed or was silent. */
  static boolean isOfNameServer(Throwable failure) {
    return chain(failure)
        .anyMatch(
            cause ->
                cause instanceof DnsNameResolverTimeoutException
                    || (cause instanceof DnsErrorCauseException answer
                        && !answer.getCode().equals(DnsResponseCode.NXDOMAIN)));
  }

  /**
   * Whether the connection is to blame, so that another may do better: it was not made, or it
   * broke, be it during the TLS handshake. One that was refused would fail again, and an answer
   * that is no HTTP would come again.
   */
  static boolean isConnectionError(Throwable failure) {
    return !isRefusedHandshake(failure)
        && chain(failure).noneMatch(cause -> cause instanceof UnknownHostException)
        && chain(failure)
            .anyMatch(
                cause -> cause instanceof IOException || cause instanceof HttpClosedException);
  }

  /**
   * Whether one side refused the other in the TLS handshake, for its certificate or for what it
   * speaks: somebody has to mend that. Where it was cut off or took too long, Vert.x wraps what
   * says so in a failure of its own.
   */
  private static boolean isRefusedHandshake(Throwable failure) {
    return chain(failure)
        .anyMatch(
            cause ->
                cause instanceof CertificateException
                    || cause instanceof NotSslRecordException
                    || (cause.getClass() == SSLHandshakeException.class
                        && cause.getCause() == null));
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

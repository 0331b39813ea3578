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

/** Says why an exchange failed, in fixed words: an exception's own message may hold anything. */
final class FailureReasons {
  /** A longer chain may be a circle. */
  static final int MOST_CAUSES = 10;

  private FailureReasons() {}

  /** Returns a failure, its cause, the cause's cause and so on. */
  private static Stream<Throwable> chain(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause).limit(MOST_CAUSES);
  }

  static FetchFailure unreachable(Throwable failure) {
    return new FetchFailure(
        isRefusedHandshake(failure)
            ? FetchFailure.Kind.UNREACHABLE_FOR_GOOD
            : FetchFailure.Kind.UNREACHABLE,
        chain(failure)
            .map(FailureReasons::detail)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse("The exchange with the server failed."));
  }

  /** Tells whether a name server failed or was silent, rather than the name being unknown. */
  static boolean isOfNameServer(Throwable failure) {
    return chain(failure)
        .anyMatch(
            cause ->
                cause instanceof DnsNameResolverTimeoutException
                    || (cause instanceof DnsErrorCauseException answer
                        && !answer.getCode().equals(DnsResponseCode.NXDOMAIN)));
  }

  /**
   * Tells whether the connection was not made or broke, also during the TLS handshake. Another
   * connection may succeed then. A refused handshake would be refused again, and an answer that is
   * not HTTP would come again.
   */
  static boolean isConnectionError(Throwable failure) {
    return !isRefusedHandshake(failure)
        && chain(failure).noneMatch(cause -> cause instanceof UnknownHostException)
        && chain(failure)
            .anyMatch(
                cause -> cause instanceof IOException || cause instanceof HttpClosedException);
  }

  /**
   * Tells whether one side refused the other's certificate or protocol in the TLS handshake, which
   * somebody has to mend. If a handshake was cut off or took too long, Vert.x wraps the cause in an
   * exception of its own.
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

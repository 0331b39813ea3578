package dev.symbolicator.fetch;

import io.netty.channel.ConnectTimeoutException;
import io.vertx.core.http.HttpClosedException;
import java.net.ConnectException;
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

  private static @Nullable String detail(Throwable cause) {
    if (cause instanceof SSLException) {
      return "The TLS handshake failed.";
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

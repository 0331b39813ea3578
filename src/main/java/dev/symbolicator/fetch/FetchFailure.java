package dev.symbolicator.fetch;

import dev.symbolicator.fetch.CircuitBreaker.OriginVerdict;
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

/**
 * Why nothing was fetched. The detail, for people, has no query, credentials or resolved addresses.
 * The origin will not be asked for {@code retryAfterMillis}; 0 if unknown.
 */
public record FetchFailure(Kind kind, String detail, long retryAfterMillis) implements FetchResult {

  /** What a failure says of the file and of the origin. No kind is classified by accident. */
  public enum Kind {
    /** The origin is not among the allowed ones. */
    ORIGIN(Lasting.ABOUT_FILE),
    /** The port is neither its origin's own nor among the allowed ones. */
    PORT(Lasting.ABOUT_FILE),
    /** An address is private or reserved, or the host unknown, which must look like refused. */
    ADDRESS(Lasting.NOT_ABOUT_FILE),
    CREDENTIALS(Lasting.ABOUT_FILE),
    /** The source's origin is neither its script's nor its map's, nor may these lead to it. */
    SOURCE_ORIGIN(Lasting.ABOUT_FILE),
    /** An https URL redirects to an http one. */
    DOWNGRADE(Lasting.ABOUT_FILE),
    /** The URL is plain http, where a proxy would resolve the host anew. */
    PROXY(Lasting.ABOUT_FILE),
    /** A header is configured for this origin and cannot be read. */
    HEADERS(Lasting.ABOUT_FILE),
    /** The server answered with 401 or 403 to a request without the origin's own headers. */
    HEADERS_WITHHELD(Lasting.ABOUT_FILE),
    /** The server answered with 404 or 410. */
    NOT_FOUND(Lasting.ABOUT_FILE),
    /** The path looks like a page's and was not requested, or the answer is a page. */
    NOT_A_SCRIPT(Lasting.ABOUT_FILE),
    TOO_LONG(Lasting.ABOUT_FILE),
    /** The URL's scheme is neither http nor https, or the content coding cannot be undone. */
    UNSUPPORTED(Lasting.ABOUT_FILE),
    /** The file has more bytes than its limit, or than the whole byte budget. */
    TOO_LARGE(Lasting.ABOUT_FILE),
    /** There were too many redirects, or redirects in a circle. */
    REDIRECTS(Lasting.ABOUT_FILE),
    STATUS(Lasting.ABOUT_FILE),
    /** The name does not exist, or the TLS session was refused. */
    UNREACHABLE_FOR_GOOD(Lasting.NOT_ABOUT_FILE),
    /** The server answered with a status of an overload or of a fault. */
    PASSING_STATUS(Lasting.PASSING),
    /** A gateway answered for a server that did not: 502, 503 or 504. */
    GATEWAY_STATUS(Lasting.PASSING),
    /** There was no name, no connection, no TLS session, or one that ended too early. */
    UNREACHABLE(Lasting.PASSING),
    TIMED_OUT(Lasting.PASSING),
    IDLE(Lasting.PASSING),
    /** The origin failed several times in a row, or asked for time. Nothing was sent. */
    LEFT_ALONE(Lasting.PASSING),
    /** The body is not what its content coding says. */
    CORRUPT(Lasting.PASSING),
    /** A limit of the whole service is reached: the byte budget, or the queue of fetches. */
    OVER_BUDGET(Lasting.PASSING);

    private final Lasting lasting;

    Kind(Lasting lasting) {
      this.lasting = lasting;
    }
  }

  private enum Lasting {
    /** The failure stays until somebody changes something. */
    ABOUT_FILE,
    /** Like {@link #ABOUT_FILE}, but the failure says nothing about the file. */
    NOT_ABOUT_FILE,
    /** The same fetch may succeed a little later although nobody changes anything. */
    PASSING
  }

  /** Tells whether an answer had begun, and whether another origin had redirected here. */
  record Exchange(boolean hasAnswer, boolean isRedirected) {}

  /** Makes a failure that does not say when the origin will be asked again. */
  public FetchFailure(Kind kind, String detail) {
    this(kind, detail, 0);
  }

  /** Makes the failure of a status that is not a success. */
  public static FetchFailure status(int status) {
    return status(status, 0);
  }

  /** Makes the failure of a status, with the time for which the origin asked; 0 if it did not. */
  public static FetchFailure status(int status, long retryAfterMillis) {
    Kind kind =
        switch (status) {
          case 404, 410 -> Kind.NOT_FOUND;
          case 408, 429 -> Kind.PASSING_STATUS;
          case 502, 503, 504 -> Kind.GATEWAY_STATUS;
          default -> status >= 500 ? Kind.PASSING_STATUS : Kind.STATUS;
        };
    return new FetchFailure(
        kind, "The server answered with status " + status + ".", retryAfterMillis);
  }

  public static FetchFailure tooLarge(long limit) {
    return new FetchFailure(
        Kind.TOO_LARGE,
        "The file is larger than the " + limit + " bytes that symbolicator.fetch allows.");
  }

  /** Makes the failure of a fetch that took too long as a whole. */
  public static FetchFailure timedOut(long millis) {
    return new FetchFailure(
        Kind.TIMED_OUT,
        "The file did not arrive within the " + millis + " ms of symbolicator.fetch.timeout.");
  }

  /** Makes the failure of a fetch whose origin sent no byte for so long. */
  public static FetchFailure idle(long millis) {
    return new FetchFailure(
        Kind.IDLE, "No byte came for the " + millis + " ms of symbolicator.fetch.idle-timeout.");
  }

  /** Makes the failure of an origin that is left alone for so long. */
  public static FetchFailure leftAlone(long millis) {
    return new FetchFailure(
        Kind.LEFT_ALONE,
        "The origin failed several times in a row, or asked for time, and is left alone for"
            + " now. Try again later.",
        millis);
  }

  /** Makes the failure of an origin that may be reached a little later. */
  public static FetchFailure unreachable(String detail) {
    return new FetchFailure(Kind.UNREACHABLE, detail);
  }

  /** Tells whether the same fetch may succeed a little later although nobody changes anything. */
  public boolean isPassing() {
    return kind.lasting == Lasting.PASSING;
  }

  /** Tells whether an earlier copy may still be used. */
  public boolean leavesFileUnknown() {
    return kind.lasting != Lasting.ABOUT_FILE;
  }

  /** Returns the verdict on the origin that was asked last. */
  OriginVerdict verdict(Exchange exchange) {
    return switch (kind) {
      case ORIGIN,
          PORT,
          ADDRESS,
          CREDENTIALS,
          SOURCE_ORIGIN,
          DOWNGRADE,
          PROXY,
          HEADERS,
          LEFT_ALONE,
          OVER_BUDGET ->
          OriginVerdict.UNKNOWN;
      case UNREACHABLE, IDLE -> exchange.hasAnswer() ? OriginVerdict.UNKNOWN : OriginVerdict.FAILED;
      // The origin that redirected may have used up the fetch's time.
      case TIMED_OUT ->
          exchange.hasAnswer() || exchange.isRedirected()
              ? OriginVerdict.UNKNOWN
              : OriginVerdict.FAILED;
      case GATEWAY_STATUS -> OriginVerdict.FAILED;
      default -> OriginVerdict.ANSWERED;
    };
  }

  /** Says why an exchange failed, in fixed words: an exception's own message may hold anything. */
  static final class FailureReasons {
    /** A longer chain may be a circle. */
    static final int MOST_CAUSES = 10;

    private FailureReasons() {}

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
     * Another connection may succeed; but a refused handshake would be refused again, and an answer
     * that is not HTTP would come again.
     */
    static boolean isConnectionError(Throwable failure) {
      return !isRefusedHandshake(failure)
          && chain(failure).noneMatch(cause -> cause instanceof UnknownHostException)
          && chain(failure)
              .anyMatch(
                  cause -> cause instanceof IOException || cause instanceof HttpClosedException);
    }

    /**
     * One side refused the other's certificate or protocol. For one that was cut off or took too
     * long, Vert.x wraps the cause in an exception of its own.
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
}

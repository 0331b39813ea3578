package dev.symbolicator.fetch;

import dev.symbolicator.fetch.AllowedOrigins.Reach;
import dev.symbolicator.url.WebUrl;
import io.vertx.core.net.ProxyOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The way through the operator's HTTP proxy, if there is one. It is asked to CONNECT (RFC 9110,
 * section 9.3.6) to an address that was checked here, never to a name, so it has nothing to resolve
 * and TLS runs end to end. Plain http would be sent to it with the name instead, and is refused.
 */
final class ForwardProxy {
  private static final String KEY = "symbolicator.fetch.proxy";

  private final @Nullable ProxyOptions options;
  private final AllowedOrigins except;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if it makes no sense; the message names the key
   */
  ForwardProxy(FetchConfig config, FetchLimits limits) {
    except = new AllowedOrigins(KEY + "-except", config.proxyExcept().orElse(List.of()));
    options = config.proxy().map(url -> options(url, config, limits)).orElse(null);
    if (config.proxyUsername().isPresent() != config.proxyPassword().isPresent()) {
      throw new IllegalArgumentException(
          KEY + "-username and " + KEY + "-password: set both or neither.");
    }
  }

  private static ProxyOptions options(String text, FetchConfig config, FetchLimits limits) {
    WebUrl url = WebUrl.parse(text.strip());
    String host = url == null ? null : url.host();
    if (url == null
        || host == null
        || !url.scheme().equals("http")
        || !url.href().equals(url.origin() + "/")) {
      throw new IllegalArgumentException(
          KEY
              + ": this is no proxy. Write http://host:port, and its credentials as "
              + KEY
              + "-username and "
              + KEY
              + "-password.");
    }
    ProxyOptions options =
        new ProxyOptions()
            .setHost(host.startsWith("[") ? host.substring(1, host.length() - 1) : host)
            .setPort(url.port())
            .setConnectTimeout(limits.connectTimeout());
    config.proxyUsername().ifPresent(options::setUsername);
    config.proxyPassword().ifPresent(options::setPassword);
    return options;
  }

  /** Whether this URL is asked through the proxy. */
  boolean serves(WebUrl url) {
    return options != null && except.reach(url) == Reach.NOTHING;
  }

  /** The proxy that serves this URL, or null. */
  @Nullable ProxyOptions of(WebUrl url) {
    return serves(url) ? options : null;
  }
}

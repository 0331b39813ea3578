package dev.symbolicator.fetch;

import dev.symbolicator.fetch.AllowedOrigins.Reach;
import dev.symbolicator.url.WebUrl;
import io.vertx.core.net.ProxyOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Leads fetches through the operator's HTTP proxy, if there is one. The proxy is asked to CONNECT
 * (RFC 9110, section 9.3.6) to an address that was checked here, never to a name. So the proxy
 * resolves nothing, and TLS runs end to end. Plain http would send the name, and is refused.
 */
final class ForwardProxy {
  private static final String KEY = "symbolicator.fetch.proxy";

  private final @Nullable ProxyOptions options;
  private final AllowedOrigins except;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value cannot be used; the message names the key
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
              + ": this is not a proxy's URL. Write http://host:port, and the credentials as "
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

  /** Tells whether this URL is requested through the proxy. */
  boolean serves(WebUrl url) {
    return options != null && except.reach(url) == Reach.NOTHING;
  }

  /** Returns the proxy for this URL; null if the URL is requested without one. */
  @Nullable ProxyOptions of(WebUrl url) {
    return serves(url) ? options : null;
  }
}

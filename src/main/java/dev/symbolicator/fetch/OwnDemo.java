package dev.symbolicator.fetch;

import dev.symbolicator.url.WebUrl;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Set;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * The example of the page, which the service serves at its own port. Its files are the only ones at
 * a private address that may be fetched without a grant, so the example works out of the box. They
 * hold no secret, and a request for one has no effect.
 */
@Singleton
public final class OwnDemo {
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final String PATH = "/demo/";

  private final boolean isServed;

  /**
   * Makes the files of the example.
   *
   * @param isServed whether the page and its example are served
   */
  @Inject
  public OwnDemo(
      @ConfigProperty(name = "symbolicator.web.enabled", defaultValue = "true") boolean isServed) {
    this.isServed = isServed;
  }

  /** Returns whether a URL is one of the example, at the port at which the service listens. */
  boolean contains(WebUrl url) {
    return isServed
        && url.scheme().equals("http")
        && url.path().startsWith(PATH)
        && LOOPBACK.contains(String.valueOf(url.host()))
        && url.port() == port();
  }

  /** Returns the port, which is known once the service listens. */
  private static int port() {
    return ConfigProvider.getConfig()
        .getOptionalValue("quarkus.http.port", Integer.class)
        .orElse(0);
  }
}

package dev.symbolicator.redis;

import io.vertx.core.net.NetClientOptions;
import io.vertx.redis.client.RedisOptions;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;

/** Reads and checks the configuration of Redis before the service starts. */
final class RedisSettings {
  private static final int SHORTEST_SECRET = 16;
  private static final int LARGEST_PORT = 65_535;
  private static final Pattern SCHEME = Pattern.compile("rediss?");
  private static final Pattern DATABASE = Pattern.compile("|/|/[0-9]{1,5}");

  private RedisSettings() {}

  /**
   * Returns the options of the client, which is made only if an address is configured.
   *
   * @param connecting the options that the client begins with
   * @throws IllegalArgumentException if the address is malformed; the message does not show the
   *     address, which may hold a password
   */
  static RedisOptions options(RedisConfig config, RedisLimits limits, NetClientOptions connecting) {
    NetClientOptions net =
        new NetClientOptions(connecting)
            .setConnectTimeout((int) Math.min(Integer.MAX_VALUE, config.timeout().toMillis()))
            .setHostnameVerificationAlgorithm("HTTPS");
    RedisOptions options =
        new RedisOptions()
            .setNetClientOptions(net)
            .setMaxPoolSize(limits.connections())
            .setMaxPoolWaiting(limits.waiting());
    config.url().ifPresent(url -> options.setConnectionString(checked(url)));
    return options;
  }

  private static String checked(String url) {
    if (!isAddress(url)) {
      throw new IllegalArgumentException(
          "symbolicator.cache.redis.url: this is no address of a Redis. Write"
              + " redis://user:password@host:6379/0, or rediss://… for TLS, with user and password"
              + " percent-encoded. Write redis://:password@host:6379/0 if there is no user.");
    }
    return url;
  }

  private static boolean isAddress(String text) {
    try {
      URI uri = new URI(text);
      String credentials = uri.getRawUserInfo();
      return uri.getScheme() != null
          && SCHEME.matcher(uri.getScheme()).matches()
          && uri.getHost() != null
          && uri.getPort() <= LARGEST_PORT
          && (credentials == null || credentials.contains(":"))
          && DATABASE.matcher(uri.getPath()).matches()
          && uri.getQuery() == null;
    } catch (URISyntaxException malformed) {
      return false;
    }
  }

  /**
   * Returns the secret; some text where Redis is not used.
   *
   * @throws IllegalArgumentException if Redis is used without a secret, or with a short one
   */
  static String secret(RedisConfig config) {
    String secret = config.key().orElse("");
    if (config.url().isPresent() && secret.length() < SHORTEST_SECRET) {
      throw new IllegalArgumentException(
          "symbolicator.cache.redis.url is set, so symbolicator.cache.redis.key has to be set too,"
              + " to a secret of at least "
              + SHORTEST_SECRET
              + " characters. The secret keeps others who can write to Redis from forging names.");
    }
    return secret.isEmpty() ? "unused" : secret;
  }
}

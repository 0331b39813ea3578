package dev.symbolicator.redis;

/** What is checked of the configuration of Redis before the service starts. */
final class RedisSettings {
  private static final int SHORTEST_SECRET = 16;

  private RedisSettings() {}

  /**
   * The secret; any text where Redis is not used.
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
              + " characters: it keeps others who can write to Redis from forging names.");
    }
    return secret.isEmpty() ? "unused" : secret;
  }
}

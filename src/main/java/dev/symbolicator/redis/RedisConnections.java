package dev.symbolicator.redis;

import io.vertx.core.Vertx;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import org.jspecify.annotations.Nullable;

/**
 * Makes the connections to Redis for the first command, and new ones after the old ones were
 * closed. Thread-safe.
 */
final class RedisConnections {
  private final Vertx vertx;
  private final RedisOptions options;
  private @Nullable Redis client;

  RedisConnections(Vertx vertx, RedisOptions options) {
    this.vertx = vertx;
    this.options = options;
  }

  /** Returns the client of the present connections. */
  synchronized Redis client() {
    if (client == null) {
      client = Redis.createClient(vertx, options);
    }
    return client;
  }

  /**
   * Closes the connections on which a command failed. No answer can come back on them any more, and
   * new connections may lead to a Redis that works.
   *
   * @param failed the client that sent the command
   * @return false if the client's connections were closed before
   */
  synchronized boolean close(Redis failed) {
    if (failed != client) {
      return false;
    }
    close();
    return true;
  }

  /** Closes the connections. */
  synchronized void close() {
    Redis closing = client;
    client = null;
    if (closing != null) {
      closing.close();
    }
  }
}

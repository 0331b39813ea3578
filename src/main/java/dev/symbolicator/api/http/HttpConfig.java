package dev.symbolicator.api.http;

import dev.symbolicator.config.AtLeastOne;
import dev.symbolicator.config.AtLeastOneByte;
import dev.symbolicator.config.PositiveDuration;
import dev.symbolicator.config.PositiveSize;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Configures the limits of requests and answers. */
@ConfigMapping(prefix = "symbolicator.http")
public interface HttpConfig {

  /** Returns the size limit of a request's body, both as sent and inflated. */
  @WithDefault("32M")
  @WithConverter(PositiveSize.class)
  MemorySize maxBodySize();

  /**
   * Returns the size limit of bodies that are kept on disk, both as sent and inflated. These are
   * the formats that may be larger than the memory. A limit up to {@link #maxBodySize} keeps no
   * body on disk.
   */
  @WithDefault("2G")
  @WithConverter(AtLeastOneByte.class)
  MemorySize maxLargeBodySize();

  /** Returns how long a body may take to arrive. */
  @WithDefault("60S")
  @WithConverter(PositiveDuration.class)
  Duration bodyTimeout();

  /** Returns how long a client may take to read an answer before its connection is closed. */
  @WithDefault("60S")
  @WithConverter(PositiveDuration.class)
  Duration answerTimeout();

  /** Returns how many requests may be under way at once; further ones are answered with 503. */
  @WithDefault("2000")
  @WithConverter(AtLeastOne.class)
  int maxRequests();

  /**
   * Returns how many connections may be open. At the limit, the longest idle one of the client with
   * most makes room for another.
   */
  @WithDefault("1000")
  @WithConverter(AtLeastOne.class)
  int maxConnections();

  /**
   * Returns the addresses of proxies, or blocks of them like {@code 10.0.0.0/8}. All clients behind
   * a proxy have its address, so each of its connections counts as a client.
   */
  Optional<List<@WithConverter(ProxyBlock.Parser.class) ProxyBlock>> proxies();
}

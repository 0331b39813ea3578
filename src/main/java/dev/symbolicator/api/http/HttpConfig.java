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

/**
 * Configures the limits of requests and answers. {@code docs/configuration.md} describes each key.
 */
@ConfigMapping(prefix = "symbolicator.http")
public interface HttpConfig {
  @WithDefault("32M")
  @WithConverter(PositiveSize.class)
  MemorySize maxBodySize();

  @WithDefault("2G")
  @WithConverter(AtLeastOneByte.class)
  MemorySize maxLargeBodySize();

  @WithDefault("60S")
  @WithConverter(PositiveDuration.class)
  Duration bodyTimeout();

  @WithDefault("60S")
  @WithConverter(PositiveDuration.class)
  Duration answerTimeout();

  @WithDefault("2000")
  @WithConverter(AtLeastOne.class)
  int maxRequests();

  @WithDefault("1000")
  @WithConverter(AtLeastOne.class)
  int maxConnections();

  Optional<List<@WithConverter(ProxyBlock.Parser.class) ProxyBlock>> proxies();
}

package dev.symbolicator.fetch;

import dev.symbolicator.config.AtLeastOne;
import dev.symbolicator.config.Port;
import dev.symbolicator.config.PositiveDuration;
import dev.symbolicator.config.PositiveSize;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Configures what may be fetched, and how much and how long a fetch may take. {@code
 * docs/configuration.md} describes each key.
 */
@ConfigMapping(prefix = "symbolicator.fetch")
public interface FetchConfig {
  @WithDefault("*")
  List<String> allowedOrigins();

  @WithDefault("false")
  boolean allowPrivateAddresses();

  @WithDefault("80,443")
  List<@WithConverter(Port.class) Integer> allowedPorts();

  @WithDefault("*.js,*.mjs,*.cjs,*.jsx,*.ts,*.mts,*.tsx,*.vue,*.svelte,*.bundle")
  List<String> scriptPaths();

  @WithDefault("32M")
  @WithConverter(PositiveSize.class)
  MemorySize maxScriptSize();

  @WithDefault("64M")
  @WithConverter(PositiveSize.class)
  MemorySize maxMapSize();

  @WithDefault("5S")
  @WithConverter(PositiveDuration.class)
  Duration idleTimeout();

  @WithDefault("10S")
  @WithConverter(PositiveDuration.class)
  Duration timeout();

  @WithDefault("32")
  @WithConverter(AtLeastOne.class)
  int maxConcurrent();

  @WithDefault("8")
  @WithConverter(AtLeastOne.class)
  int maxConnectionsPerHost();

  Optional<String> caFile();

  Optional<String> proxy();

  Optional<String> proxyUsername();

  Optional<String> proxyPassword();

  Optional<List<String>> proxyExcept();

  Map<String, OriginConfig> origin();

  interface OriginConfig {
    String url();

    Optional<List<String>> scriptsFrom();

    Map<String, String> headers();

    Map<String, String> headerFiles();
  }

  @WithDefault("ProfileSymbolicator")
  String userAgent();
}

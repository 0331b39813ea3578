package dev.symbolicator.fetch;

import dev.symbolicator.config.Converters.AtLeastOne;
import dev.symbolicator.config.Converters.Port;
import dev.symbolicator.config.Converters.PositiveDuration;
import dev.symbolicator.config.Converters.PositiveSize;
import dev.symbolicator.config.Converters.TrueOrFalse;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Configures what may be fetched, how much, and how long; see {@code docs/configuration.md}. */
@ConfigMapping(prefix = "symbolicator.fetch")
public interface FetchConfig {
  @WithDefault("*")
  List<String> allowedOrigins();

  @WithDefault("false")
  @WithConverter(TrueOrFalse.class)
  boolean allowPrivateAddresses();

  @WithDefault("80,443")
  List<@WithConverter(Port.class) Integer> allowedPorts();

  @WithDefault(
      "*.js,*.mjs,*.cjs,*.jsx,*.ts,*.mts,*.tsx,*.vue,*.svelte,*.astro,*.marko,*.riot,*.bundle")
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

  /**
   * Fixed limits of fetching.
   *
   * @param urlLength in UTF-16 units
   * @param redirects that one fetch follows
   * @param sourceBytes of an original source, inflated
   * @param headerBytes of one answer's fields
   * @param connectTimeout to one address, and again for the TLS handshake
   * @param addresses of one host that are tried, IPv4 and IPv6 taking turns
   * @param queued fetches that may wait; one more makes one fail of the origin with most of them
   * @param hostNames whose addresses are remembered, for at most half a minute
   * @param decoders bodies that are inflated at once
   * @param retryDelay before the one retry, shortened at random by up to half
   * @param breakerFailures in a row until an origin is left alone
   * @param breakerPause for which an origin is left alone at most
   * @param breakerOrigins whose failures are remembered
   */
  public record FetchLimits(
      int urlLength,
      int redirects,
      int sourceBytes,
      int headerBytes,
      Duration connectTimeout,
      int addresses,
      int queued,
      int hostNames,
      int decoders,
      Duration retryDelay,
      int breakerFailures,
      Duration breakerPause,
      int breakerOrigins) {

    public static final FetchLimits DEFAULT =
        new FetchLimits(
            8192,
            5,
            4 << 20,
            16 << 10,
            Duration.ofSeconds(3),
            4,
            2_000,
            500,
            Math.max(2, Math.min(8, Runtime.getRuntime().availableProcessors())),
            Duration.ofMillis(200),
            5,
            Duration.ofSeconds(30),
            10_000);
  }
}

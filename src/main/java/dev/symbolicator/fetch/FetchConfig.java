package dev.symbolicator.fetch;

import dev.symbolicator.config.Converters.AtLeastOne;
import dev.symbolicator.config.Converters.Port;
import dev.symbolicator.config.Converters.PositiveDuration;
import dev.symbolicator.config.Converters.PositiveSize;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Configures what may be fetched, and how much and how long a fetch may take. */
@ConfigMapping(prefix = "symbolicator.fetch")
public interface FetchConfig {

  /**
   * Returns the origins that may be asked. {@code *} is any origin at a public address. {@code
   * https://*.example.com} is every sub-domain, at a public address. {@code
   * http://assets.web.svc:8080}, written out, is this origin, at a private address too.
   */
  @WithDefault("*")
  List<String> allowedOrigins();

  /**
   * Tells whether every allowed origin may be at a loopback or private address, for tests and
   * development. Link-local, cloud metadata, multicast and reserved addresses stay closed.
   */
  @WithDefault("false")
  boolean allowPrivateAddresses();

  /**
   * Returns the ports of origins that only {@code *} allows. Any other origin is asked at the port
   * of its entry; with {@link #allowPrivateAddresses}, any origin is asked at any port.
   */
  @WithDefault("80,443")
  List<@WithConverter(Port.class) Integer> allowedPorts();

  /**
   * Returns the paths of scripts and sources, {@code *} standing for any characters, in upper or
   * lower case. Any other path may be a page's, and requesting a page can have effects.
   */
  @WithDefault("*.js,*.mjs,*.cjs,*.jsx,*.ts,*.mts,*.tsx,*.vue,*.svelte,*.bundle")
  List<String> scriptPaths();

  /** Returns the largest script, in bytes, inflated. */
  @WithDefault("32M")
  @WithConverter(PositiveSize.class)
  MemorySize maxScriptSize();

  /** Returns the largest source map, in bytes, inflated. */
  @WithDefault("64M")
  @WithConverter(PositiveSize.class)
  MemorySize maxMapSize();

  /** Returns the longest time without a byte of the answer, once the request is sent. */
  @WithDefault("5S")
  @WithConverter(PositiveDuration.class)
  Duration idleTimeout();

  /** Returns the longest time of a whole fetch, from name resolution on, without the queue. */
  @WithDefault("10S")
  @WithConverter(PositiveDuration.class)
  Duration timeout();

  /** Returns how many fetches may be under way at once; further ones queue. */
  @WithDefault("32")
  @WithConverter(AtLeastOne.class)
  int maxConcurrent();

  /** Returns how many fetches from one origin may be under way at once. */
  @WithDefault("8")
  @WithConverter(AtLeastOne.class)
  int maxConnectionsPerHost();

  /** Returns a PEM file of certificate authorities that are trusted beside the JVM's own. */
  Optional<String> caFile();

  /**
   * Returns an HTTP proxy, {@code http://host:port}, that connects to the addresses checked here
   * (CONNECT). Only https is fetched through the proxy, and names are still resolved here.
   */
  Optional<String> proxy();

  /** Returns the proxy's user name. */
  Optional<String> proxyUsername();

  /** Returns the proxy's password. */
  Optional<String> proxyPassword();

  /** Returns the origins that are asked without the proxy, written as in allowed-origins. */
  Optional<List<String>> proxyExcept();

  /** Returns the settings of single origins, by names that the operator chooses. */
  Map<String, OriginConfig> origin();

  /** Configures the requests to one origin. */
  interface OriginConfig {
    /** Returns the origin, written out: {@code https://assets.example.com}. */
    String url();

    /**
     * Returns the origins whose files may lead to this one, written as in {@link
     * FetchConfig#allowedOrigins}: scripts that name a map, maps that name a source, redirects.
     * Only these, and always the origin's own files, may use this origin's headers, its private
     * address and its port. Without a value, only the origin's own files may.
     */
    Optional<List<String>> scriptsFrom();

    /** Returns headers by name; a dot in a name stands for a dash. */
    Map<String, String> headers();

    /** Returns headers by name, with the files that hold their values, read at each use. */
    Map<String, String> headerFiles();
  }

  /** Returns the value of the User-Agent header. */
  @WithDefault("ProfileSymbolicator")
  String userAgent();
}

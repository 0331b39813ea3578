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

/** What may be fetched, and how much and how long it may take. */
@ConfigMapping(prefix = "symbolicator.fetch")
public interface FetchConfig {

  /**
   * Origins that may be asked. {@code *}: any origin at a public address. {@code
   * https://*.example.com}: every sub-domain, at a public address. {@code
   * http://assets.web.svc:8080}, written out: this origin, which may be at a private address too.
   */
  @WithDefault("*")
  List<String> allowedOrigins();

  /**
   * Opens loopback and private addresses for every allowed origin, for tests and development.
   * Link-local, cloud metadata, multicast and reserved addresses stay closed.
   */
  @WithDefault("false")
  boolean allowPrivateAddresses();

  /**
   * Ports at which an origin is asked that only {@code *} allows. Any other origin is asked at the
   * port that its entry names, and with {@link #allowPrivateAddresses} any origin at any.
   */
  @WithDefault("80,443")
  List<@WithConverter(Port.class) Integer> allowedPorts();

  /**
   * Paths that scripts and sources are asked at, {@code *} standing for any characters, in upper or
   * lower case. Anything else may be a page, and asking for a page can have effects.
   */
  @WithDefault("*.js,*.mjs,*.cjs,*.jsx,*.ts,*.mts,*.tsx,*.vue,*.svelte")
  List<String> scriptPaths();

  /** Longest URL that is asked for, in characters. */
  @WithDefault("8192")
  @WithConverter(AtLeastOne.class)
  int maxUrlLength();

  /** Redirects followed for one fetch; each target passes every check again. */
  @WithDefault("5")
  int maxRedirects();

  /** Largest script, in bytes after its content codings are undone. */
  @WithDefault("32M")
  @WithConverter(PositiveSize.class)
  MemorySize maxScriptSize();

  /**
   * How many bodies have their content codings undone at once: the others wait. As many as there
   * are processors, from 2 to 8, if not set.
   */
  Optional<@WithConverter(AtLeastOne.class) Integer> decoders();

  /** Largest source map, in bytes after its content codings are undone. */
  @WithDefault("64M")
  @WithConverter(PositiveSize.class)
  MemorySize maxMapSize();

  /** Largest original source, in bytes after its content codings are undone. */
  @WithDefault("4M")
  @WithConverter(PositiveSize.class)
  MemorySize maxSourceSize();

  /** Largest set of header fields of one answer, in bytes. */
  @WithDefault("16K")
  @WithConverter(PositiveSize.class)
  MemorySize maxHeaderSize();

  /** Longest time to connect to one address, and again for the TLS handshake. */
  @WithDefault("3s")
  @WithConverter(PositiveDuration.class)
  Duration connectTimeout();

  /**
   * Addresses of one host that a connection is tried to, one after another, IPv4 and IPv6 taking
   * turns.
   */
  @WithDefault("4")
  @WithConverter(AtLeastOne.class)
  int maxAddresses();

  /** Longest time without a byte of the answer, once the request is sent. */
  @WithDefault("5s")
  @WithConverter(PositiveDuration.class)
  Duration idleTimeout();

  /** Longest time for a whole fetch: name resolution, redirects and body, but not the queue. */
  @WithDefault("10s")
  @WithConverter(PositiveDuration.class)
  Duration timeout();

  /** Fetches under way at once; further ones queue. */
  @WithDefault("32")
  @WithConverter(AtLeastOne.class)
  int maxConcurrent();

  /**
   * Fetches that may queue. When there are more, one of the origin that has most of them waiting
   * fails at once.
   */
  @WithDefault("2000")
  @WithConverter(AtLeastOne.class)
  int maxQueued();

  /** Fetches from one origin at once, and connections to one of its addresses. */
  @WithDefault("8")
  @WithConverter(AtLeastOne.class)
  int maxConnectionsPerHost();

  /**
   * Names of hosts whose addresses are remembered, for at most half a minute; the oldest are
   * forgotten.
   */
  @WithDefault("500")
  @WithConverter(AtLeastOne.class)
  int maxHostNames();

  /**
   * How long to wait before the one retry after a connection that failed or a 502, 503 or 504; at
   * random down to half of it.
   */
  @WithDefault("200ms")
  @WithConverter(PositiveDuration.class)
  Duration retryDelay();

  /** Failures of an origin in a row after which it is left alone for a while. */
  @WithDefault("5")
  @WithConverter(AtLeastOne.class)
  int breakerFailures();

  /**
   * How long it is left alone, until one fetch tries it again; at most, if it says itself when to
   * come again.
   */
  @WithDefault("30s")
  @WithConverter(PositiveDuration.class)
  Duration breakerPause();

  /** Origins whose failures are remembered; the oldest are forgotten. */
  @WithDefault("10000")
  @WithConverter(AtLeastOne.class)
  int breakerMaxOrigins();

  /** A PEM file of certificate authorities that are trusted beside the JVM's own. */
  Optional<String> caFile();

  /**
   * An HTTP proxy, {@code http://host:port}, that connects to the addresses checked here (CONNECT).
   * Names are resolved here all the same. Only https is fetched through it.
   */
  Optional<String> proxy();

  /** The proxy's user name. */
  Optional<String> proxyUsername();

  /** The proxy's password. */
  Optional<String> proxyPassword();

  /** Origins that are asked without the proxy, written as in {@link #allowedOrigins}. */
  Optional<List<String>> proxyExcept();

  /** Request headers for single origins, by names of the operator's own. */
  Map<String, OriginConfig> origin();

  /** What one origin is sent, and no other. */
  interface OriginConfig {
    /** The origin, written out: {@code https://assets.example.com}. */
    String url();

    /**
     * Origins, written as in {@link FetchConfig#allowedOrigins}, whose files may say what is asked
     * for at this one with its headers and, where it is written out there, at a private address:
     * scripts that name a map, maps that name a source, redirects. The origin's own may always.
     * {@code listed}: those of all origins that are listed otherwise than by a star. There is no
     * empty list: a variable that happens to be empty must not stand for the widest one.
     */
    @WithDefault("listed")
    List<String> scriptsFrom();

    /** Headers by name; a dot in a name stands for a dash. */
    Map<String, String> headers();

    /** Headers by name, with the files that hold their values; they are read at each use. */
    Map<String, String> headerFiles();
  }

  /** Value of the User-Agent header. */
  @WithDefault("ProfileSymbolicator")
  String userAgent();
}

package dev.symbolicator.fetch;

import dev.symbolicator.config.AtLeastOne;
import dev.symbolicator.config.PositiveDuration;
import dev.symbolicator.config.PositiveSize;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;

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

  /** Largest source map, in bytes after its content codings are undone. */
  @WithDefault("64M")
  @WithConverter(PositiveSize.class)
  MemorySize maxMapSize();

  /** Largest original source, in bytes after its content codings are undone. */
  @WithDefault("4M")
  @WithConverter(PositiveSize.class)
  MemorySize maxSourceSize();

  /** Largest set of header fields of one answer, in bytes. */
  @WithDefault("64K")
  @WithConverter(PositiveSize.class)
  MemorySize maxHeaderSize();

  /** Longest time to connect to one address, and again for the TLS handshake. */
  @WithDefault("3s")
  @WithConverter(PositiveDuration.class)
  Duration connectTimeout();

  /** Longest time for a whole fetch: name resolution, redirects and body, but not the queue. */
  @WithDefault("10s")
  @WithConverter(PositiveDuration.class)
  Duration timeout();

  /** Fetches under way at once; further ones queue. */
  @WithDefault("32")
  @WithConverter(AtLeastOne.class)
  int maxConcurrent();

  /** Fetches that may queue; one more fails at once. */
  @WithDefault("2000")
  @WithConverter(AtLeastOne.class)
  int maxQueued();

  /** Fetches from one origin at once, and connections to one of its addresses. */
  @WithDefault("8")
  @WithConverter(AtLeastOne.class)
  int maxConnectionsPerHost();

  /** Value of the User-Agent header. */
  @WithDefault("ProfileSymbolicator")
  String userAgent();
}

package dev.symbolicator.api;

import dev.symbolicator.config.AtLeastOne;
import dev.symbolicator.config.PositiveDuration;
import dev.symbolicator.config.PositiveSize;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/** Limits of the HTTP door. */
@ConfigMapping(prefix = "symbolicator.http")
public interface ApiConfig {

  /** The largest body of a request, as it is sent and, again, inflated. */
  @WithDefault("32M")
  @WithConverter(PositiveSize.class)
  MemorySize maxBodySize();

  /** How long a body may take to arrive. */
  @WithDefault("60S")
  @WithConverter(PositiveDuration.class)
  Duration bodyTimeout();

  /** How long a client may take to read an answer; then its connection is closed. */
  @WithDefault("60S")
  @WithConverter(PositiveDuration.class)
  Duration answerTimeout();

  /**
   * How many bytes of bodies and fetched files, and of what reading and compiling them takes, may
   * be in memory at once, over all requests. Beyond it requests are answered with 503, or with 413
   * if one alone needs more, and scripts are {@code overloaded}. Half of the heap if not set.
   */
  Optional<MemorySize> maxBytesInFlight();

  /** How many requests may be under way at once; one more is answered with 503. */
  @WithDefault("2000")
  @WithConverter(AtLeastOne.class)
  int maxRequests();

  /**
   * How many requests of HTTP/1.1 may wait on a connection behind one that is not answered yet; at
   * one more it is closed.
   */
  @WithDefault("16")
  @WithConverter(AtLeastOne.class)
  int maxPipelined();

  /** How many bodies in br or zstd are decoded at once: the others wait. */
  @WithDefault("2")
  @WithConverter(AtLeastOne.class)
  int decoders();

  /** How many scripts one request may have loaded in advance. */
  @WithDefault("1000")
  @WithConverter(AtLeastOne.class)
  int maxWarmScripts();
}

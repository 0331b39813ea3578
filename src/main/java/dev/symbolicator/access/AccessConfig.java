package dev.symbolicator.access;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Configures who may upload and use source maps. */
@ConfigMapping(prefix = "symbolicator.access")
public interface AccessConfig {

  /** Returns the tokens, by names that the operator chooses. */
  Map<String, TokenConfig> tokens();

  /**
   * Configures one token. The lists are never empty: a variable that happens to be empty must not
   * stand for the widest list.
   */
  interface TokenConfig {
    /** Returns the token itself. Exactly one of this and {@link #valueFile} is set. */
    Optional<String> value();

    /** Returns a file that holds the token, read at the start. */
    Optional<String> valueFile();

    /** Returns the tenant: lower-case letters, digits and hyphens. */
    @WithDefault("default")
    String scope();

    /** Returns what the token allows. */
    @WithDefault("upload,read")
    Set<Right> rights();

    /**
     * Returns the URLs that the scripts of uploads must begin with, each with a slash at its end;
     * {@code *} is any URL.
     */
    @WithDefault("*")
    List<String> prefixes();
  }
}

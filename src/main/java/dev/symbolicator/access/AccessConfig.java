package dev.symbolicator.access;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Configures who may upload and use source maps. {@code docs/configuration.md} describes each key.
 */
@ConfigMapping(prefix = "symbolicator.access")
public interface AccessConfig {
  Map<String, TokenConfig> tokens();

  /**
   * One token, of which either the value or its file is set. The lists are never empty: a variable
   * that happens to be empty must not mean the widest list.
   */
  interface TokenConfig {
    Optional<String> value();

    Optional<String> valueFile();

    @WithDefault("default")
    String scope();

    @WithDefault("upload,read")
    Set<Right> rights();

    @WithDefault("*")
    List<String> prefixes();
  }
}

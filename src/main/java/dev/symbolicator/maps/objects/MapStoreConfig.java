package dev.symbolicator.maps.objects;

import io.smallrye.config.ConfigMapping;
import java.util.Optional;

/**
 * Configures where uploaded source maps are kept: in a folder, in a bucket, or nowhere. {@code
 * docs/configuration.md} describes each key.
 */
@ConfigMapping(prefix = "symbolicator.maps")
public interface MapStoreConfig {
  Optional<String> directory();

  BucketConfig bucket();

  interface BucketConfig {
    Optional<String> name();

    Optional<String> prefix();

    Optional<String> endpoint();

    Optional<String> region();
  }
}

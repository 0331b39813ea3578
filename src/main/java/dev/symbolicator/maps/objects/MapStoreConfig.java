package dev.symbolicator.maps.objects;

import io.smallrye.config.ConfigMapping;
import java.util.Optional;

/** Configures where uploaded source maps are kept: in a folder, in a bucket, or nowhere. */
@ConfigMapping(prefix = "symbolicator.maps")
public interface MapStoreConfig {

  /** Returns the folder of uploaded source maps. Several instances may share the folder. */
  Optional<String> directory();

  /** Returns the bucket, which takes the place of the folder. */
  BucketConfig bucket();

  /** Configures an S3-compatible bucket. */
  interface BucketConfig {

    /** Returns the bucket's name. */
    Optional<String> name();

    /** Returns the text before the names of all objects, such as {@code maps}. */
    Optional<String> prefix();

    /** Returns the address of a server other than Amazon's: {@code https://s3.example.com}. */
    Optional<String> endpoint();

    /** Returns the region; else the environment decides, or with an endpoint {@code us-east-1}. */
    Optional<String> region();
  }
}

package dev.symbolicator.maps.objects;

import dev.symbolicator.maps.objects.MapStoreConfig.BucketConfig;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.AwsProfileRegionProvider;
import software.amazon.awssdk.regions.providers.AwsRegionProviderChain;
import software.amazon.awssdk.regions.providers.SystemSettingsRegionProvider;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/** Makes the client of a bucket from the configuration. */
final class BucketClient {
  private static final String KEYS = "symbolicator.maps.bucket.";

  /** Amazon's longest key has 1,024 bytes. */
  private static final int LONGEST_PREFIX = 100;

  private BucketClient() {}

  /**
   * Makes a client, which connects when it is used.
   *
   * @throws IllegalArgumentException if a value is malformed; the message names the key
   */
  static S3Client of(BucketConfig config, ObjectLimits limits) {
    Duration connect = limits.connectTimeout();
    Duration stall = limits.stallTimeout();
    S3ClientBuilder builder =
        S3Client.builder()
            .httpClientBuilder(
                ApacheHttpClient.builder()
                    .connectionTimeout(connect)
                    .connectionAcquisitionTimeout(stall)
                    .socketTimeout(stall)
                    .maxConnections(limits.connections()))
            // Other servers than Amazon's may not know later kinds of checksums, or chunks.
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            .serviceConfiguration(
                service ->
                    service
                        .pathStyleAccessEnabled(config.endpoint().isPresent())
                        .chunkedEncodingEnabled(false))
            .overrideConfiguration(
                override ->
                    override
                        .apiCallTimeout(limits.smallTimeout())
                        .apiCallAttemptTimeout(stall)
                        .retryStrategy(retry -> retry.maxAttempts(limits.attempts())));
    config.endpoint().map(BucketClient::endpoint).ifPresent(builder::endpointOverride);
    region(config).ifPresent(builder::region);
    try {
      return builder.build();
    } catch (SdkClientException unknown) {
      throw new IllegalArgumentException(
          KEYS + "region must be set, since the environment names no region.", unknown);
    }
  }

  /**
   * Returns the text before the names of all objects: empty, or ending with a slash.
   *
   * @throws IllegalArgumentException if the configured prefix is malformed
   */
  static String prefix(BucketConfig config) {
    String text = config.prefix().orElse("").strip();
    String prefix = text.isEmpty() || text.endsWith("/") ? text : text + '/';
    if (prefix.length() > LONGEST_PREFIX || !ObjectNames.isFolder(prefix)) {
      throw new IllegalArgumentException(
          KEYS
              + "prefix must be at most "
              + LONGEST_PREFIX
              + " ASCII letters, digits and -._ with slashes between them.");
    }
    return prefix;
  }

  private static URI endpoint(String text) {
    try {
      URI endpoint = new URI(text.strip());
      String scheme = String.valueOf(endpoint.getScheme()).toLowerCase(Locale.ROOT);
      if ((scheme.equals("http") || scheme.equals("https"))
          && endpoint.getHost() != null
          && endpoint.getUserInfo() == null) {
        return endpoint;
      }
    } catch (URISyntaxException malformed) {
      // the message below shows the value
    }
    throw new IllegalArgumentException(
        KEYS + "endpoint must be like https://s3.example.com, without a user or a password.");
  }

  /** Returns the region; empty if Amazon's SDK is to find it. */
  private static Optional<Region> region(BucketConfig config) {
    Optional<Region> configured = config.region().map(String::strip).map(Region::of);
    return configured.isPresent() || config.endpoint().isEmpty()
        ? configured
        : Optional.of(regionOfEnvironment());
  }

  /** Returns the environment's region. Servers other than Amazon's mostly ignore the region. */
  private static Region regionOfEnvironment() {
    try {
      return new AwsRegionProviderChain(
              new SystemSettingsRegionProvider(), new AwsProfileRegionProvider())
          .getRegion();
    } catch (SdkClientException unknown) {
      return Region.US_EAST_1;
    }
  }
}

package dev.symbolicator.maps.objects;

import dev.symbolicator.maps.objects.MapStoreConfig.BucketConfig;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
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

/**
 * Makes the client of a bucket from the configuration, when it is used first: the client is large,
 * and may ask the network for its region. Thread-safe.
 */
final class BucketClient implements AutoCloseable {
  private static final String KEYS = "symbolicator.maps.bucket.";

  /** Amazon's longest key has 1,024 bytes. */
  private static final int LONGEST_PREFIX = 100;

  private final ObjectLimits limits;
  private final Optional<URI> endpoint;
  private final Optional<Region> region;
  private @Nullable S3Client client;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value is malformed; the message names the key
   */
  BucketClient(BucketConfig config, ObjectLimits limits) {
    this.limits = limits;
    endpoint = config.endpoint().map(BucketClient::endpoint);
    region = config.region().map(String::strip).map(Region::of);
  }

  /**
   * Returns the client.
   *
   * @throws SdkClientException if the environment names no region
   */
  synchronized S3Client s3() {
    if (client == null) {
      client = make();
    }
    return client;
  }

  private S3Client make() {
    Duration stall = limits.stallTimeout();
    S3ClientBuilder builder =
        S3Client.builder()
            .httpClientBuilder(
                ApacheHttpClient.builder()
                    .connectionTimeout(limits.connectTimeout())
                    .connectionAcquisitionTimeout(stall)
                    .socketTimeout(stall)
                    .maxConnections(limits.connections()))
            // Other servers than Amazon's may not know later kinds of checksums, or chunks.
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            .serviceConfiguration(
                service ->
                    service
                        .pathStyleAccessEnabled(endpoint.isPresent())
                        .chunkedEncodingEnabled(false))
            .overrideConfiguration(
                override ->
                    override
                        .apiCallTimeout(limits.smallTimeout())
                        .apiCallAttemptTimeout(stall)
                        .retryStrategy(retry -> retry.maxAttempts(limits.attempts())));
    endpoint.ifPresent(address -> builder.endpointOverride(address).region(regionOfEnvironment()));
    region.ifPresent(builder::region);
    return builder.build();
  }

  /**
   * Returns the text before the names of all objects: empty, or ending with a slash.
   *
   * @throws IllegalArgumentException if the configured prefix is malformed
   */
  static String prefix(BucketConfig config) {
    String text = config.prefix().orElse("").strip();
    String prefix = text.isEmpty() || text.endsWith("/") ? text : text + '/';
    if (prefix.length() > LONGEST_PREFIX || !ObjectNames.isPrefix(prefix)) {
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

  @Override
  public synchronized void close() {
    if (client != null) {
      client.close();
    }
  }
}

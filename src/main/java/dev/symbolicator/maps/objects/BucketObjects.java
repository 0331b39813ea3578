package dev.symbolicator.maps.objects;

import dev.symbolicator.maps.objects.MapStore.MapStoreConfig.BucketConfig;
import dev.symbolicator.maps.objects.MapStore.ObjectLimits;
import dev.symbolicator.maps.objects.ObjectStore.ObjectNames;
import dev.symbolicator.maps.objects.ObjectStore.StoreUnavailableException;
import dev.symbolicator.maps.objects.Spool.SpooledBytes;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.AwsProfileRegionProvider;
import software.amazon.awssdk.regions.providers.AwsRegionProviderChain;
import software.amazon.awssdk.regions.providers.SystemSettingsRegionProvider;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Keeps objects in an S3-compatible bucket, which any number of instances share. */
final class BucketObjects implements ObjectStore, AutoCloseable {
  private static final int NOT_FOUND = 404;
  private static final int LONGEST_CODE = 64;

  private final BucketClient client;
  private final String bucket;
  private final String prefix;
  private final Duration fileTimeout;

  /** Makes a client, which connects when used; {@link ConfigurationException} names a bad key. */
  BucketObjects(BucketConfig config, ObjectLimits limits) {
    bucket = config.name().orElseThrow().strip();
    prefix = BucketClient.prefix(config);
    fileTimeout = limits.fileTimeout();
    client = new BucketClient(config, limits);
  }

  private interface BucketRequest<T> {
    @Nullable T send(String key);
  }

  private <T> @Nullable T send(String name, BucketRequest<T> request) throws IOException {
    String key = prefix + ObjectNames.name(name);
    try {
      return request.send(key);
    } catch (SdkException failed) {
      throw failure(failed);
    }
  }

  @Override
  public void put(String name, SpooledBytes content) throws IOException {
    send(
        name,
        key ->
            client
                .s3()
                .putObject(
                    ask ->
                        ask.bucket(bucket)
                            .key(key)
                            .overrideConfiguration(
                                time ->
                                    time.apiCallTimeout(fileTimeout)
                                        .apiCallAttemptTimeout(fileTimeout.dividedBy(2))),
                    RequestBody.fromContentProvider(
                        content::stream, content.size(), "application/octet-stream")));
  }

  @Override
  public void put(String name, byte[] content) throws IOException {
    send(
        name,
        key ->
            client
                .s3()
                .putObject(ask -> ask.bucket(bucket).key(key), RequestBody.fromBytes(content)));
  }

  @Override
  public void putEmpty(Collection<String> names) throws IOException {
    for (String name : names) {
      put(name, new byte[0]);
    }
  }

  @Override
  public @Nullable InputStream open(String name) throws IOException {
    return send(
        name,
        key -> {
          try {
            return new BucketStream(client.s3().getObject(ask -> ask.bucket(bucket).key(key)));
          } catch (S3Exception answer) {
            if (isAboutObject(answer)) {
              return null;
            }
            throw answer;
          }
        });
  }

  /** Tells whether the object is absent, and not the whole bucket. */
  private static boolean isAboutObject(S3Exception answer) {
    return answer.statusCode() == NOT_FOUND
        && answer.awsErrorDetails() != null
        && "NoSuchKey".equals(answer.awsErrorDetails().errorCode());
  }

  @Override
  public @Nullable ObjectInfo info(String name) throws IOException {
    return send(
        name,
        key -> {
          try {
            HeadObjectResponse found = client.s3().headObject(ask -> ask.bucket(bucket).key(key));
            return new ObjectInfo(name, found.contentLength(), found.lastModified().toEpochMilli());
          } catch (S3Exception answer) {
            if (answer.statusCode() != NOT_FOUND) {
              throw answer;
            }
            // The answer has no body that tells an absent object from an absent bucket.
            client.s3().headBucket(ask -> ask.bucket(bucket));
            return null;
          }
        });
  }

  @Override
  public ObjectPage list(String names, String after, int most) throws IOException {
    String keys = prefix + ObjectNames.prefix(names);
    try {
      String token = null;
      while (true) {
        String next = token;
        ListObjectsV2Response page =
            client
                .s3()
                .listObjectsV2(
                    ask ->
                        ask.bucket(bucket)
                            .prefix(keys)
                            .maxKeys(most)
                            .startAfter(after.isEmpty() || next != null ? null : prefix + after)
                            .continuationToken(next));
        List<ObjectInfo> objects =
            page.contents().stream()
                .filter(object -> object.key().startsWith(keys))
                .map(this::info)
                // A server may ignore the start; then the pages before are skipped here.
                .filter(object -> object.name().compareTo(after) > 0)
                .filter(object -> ObjectNames.isName(object.name()))
                .toList();
        token = page.nextContinuationToken();
        boolean isLast = !Boolean.TRUE.equals(page.isTruncated()) || token == null;
        if (isLast || !objects.isEmpty()) {
          return new ObjectPage(objects, isLast);
        }
      }
    } catch (SdkException failed) {
      throw failure(failed);
    }
  }

  private ObjectInfo info(S3Object object) {
    return new ObjectInfo(
        object.key().substring(prefix.length()),
        object.size(),
        object.lastModified().toEpochMilli());
  }

  @Override
  public void delete(Collection<String> names) throws IOException {
    for (String name : names) {
      send(
          name,
          key -> {
            try {
              return client.s3().deleteObject(ask -> ask.bucket(bucket).key(key));
            } catch (S3Exception answer) {
              if (!isAboutObject(answer)) {
                throw answer;
              }
              return null;
            }
          });
    }
  }

  @Override
  public void close() {
    client.close();
  }

  /** Reads an object. Closed before its end, the stream also closes the connection. */
  static final class BucketStream extends FilterInputStream {
    private final ResponseInputStream<GetObjectResponse> content;
    private boolean isEnded;

    BucketStream(ResponseInputStream<GetObjectResponse> content) {
      super(content);
      this.content = content;
    }

    @Override
    public int read() throws IOException {
      byte[] single = new byte[1];
      return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      try {
        int read = content.read(into, from, length);
        isEnded |= read < 0;
        return read;
      } catch (IOException | SdkException failed) {
        throw failure(failed);
      }
    }

    @Override
    public void close() throws IOException {
      if (!isEnded) {
        // A plain close would read the rest, to use the connection again.
        content.abort();
      }
      try {
        content.close();
      } catch (IOException | SdkException aborted) {
        return;
      }
    }
  }

  /** Says why a bucket cannot be used and what to do, without addresses and secrets. */
  static StoreUnavailableException failure(Exception failed) {
    return new StoreUnavailableException("The bucket of source maps " + reason(failed), failed);
  }

  private static String reason(Exception failed) {
    if (failed instanceof AwsServiceException answer) {
      int status = answer.statusCode();
      return "answered " + status + code(answer) + ". " + advice(status);
    }
    if (isAbout(failed, "load region")) {
      return "cannot be used without a region. Set symbolicator.maps.bucket.region.";
    }
    if (isAbout(failed, "load credentials")) {
      return "cannot be used without credentials. Set them where Amazon's SDK looks for them.";
    }
    return "does not answer ("
        + kind(failed)
        + "). Check the endpoint, the region and the network.";
  }

  /** Returns the server's name of the error, which is not trusted. */
  private static String code(AwsServiceException answer) {
    String code = answer.awsErrorDetails() == null ? null : answer.awsErrorDetails().errorCode();
    if (code == null) {
      return "";
    }
    String letters = code.replaceAll("[^A-Za-z0-9]", "");
    return ' ' + letters.substring(0, Math.min(letters.length(), LONGEST_CODE));
  }

  private static String advice(int status) {
    return switch (status) {
      case 301, 307, 400 -> "Check symbolicator.maps.bucket.region and .endpoint.";
      case 401, 403 ->
          "Check the credentials, the clock, and the rights to get, put, delete and list objects.";
      case 404 -> "Check symbolicator.maps.bucket.name: there is no such bucket.";
      case 507 -> "The bucket is full: delete source maps of old releases.";
      default -> "The fault is the server's.";
    };
  }

  private static boolean isAbout(Exception failed, String word) {
    String message = failed.getMessage();
    return message != null && message.toLowerCase(Locale.ROOT).contains(word);
  }

  private static String kind(Exception failed) {
    @Nullable Throwable deepest = failed;
    while (deepest.getCause() != null && deepest.getCause() != deepest) {
      deepest = deepest.getCause();
    }
    return deepest.getClass().getSimpleName();
  }

  /** Makes the client when first used: it is large, and may ask for its region. */
  static final class BucketClient implements AutoCloseable {
    private static final String KEYS = "symbolicator.maps.bucket.";

    /** Amazon's longest key has 1,024 bytes. */
    private static final int LONGEST_PREFIX = 100;

    private final ObjectLimits limits;
    private final Optional<URI> endpoint;
    private final Optional<Region> region;
    private @Nullable S3Client client;

    /** Reads the configuration; {@link ConfigurationException} names a bad key. */
    BucketClient(BucketConfig config, ObjectLimits limits) {
      this.limits = limits;
      endpoint = config.endpoint().map(BucketClient::endpoint);
      region = config.region().map(String::strip).map(Region::of);
    }

    /** Returns the client; {@link SdkClientException} if the environment names no region. */
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
      endpoint.ifPresent(
          address -> builder.endpointOverride(address).region(regionOfEnvironment()));
      region.ifPresent(builder::region);
      return builder.build();
    }

    /** Returns the text before all names, empty or with a slash at its end; throws if malformed. */
    static String prefix(BucketConfig config) {
      String text = config.prefix().orElse("").strip();
      String prefix = text.isEmpty() || text.endsWith("/") ? text : text + '/';
      if (prefix.length() > LONGEST_PREFIX || !ObjectNames.isPrefix(prefix)) {
        throw new ConfigurationException(
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
      throw new ConfigurationException(
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
}

package dev.symbolicator.maps.objects;

import dev.symbolicator.maps.objects.MapStoreConfig.BucketConfig;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
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

  /**
   * Makes a client, which connects when it is used.
   *
   * @param config has the bucket's name
   * @throws IllegalArgumentException if a value is malformed; the message names the key
   */
  BucketObjects(BucketConfig config, ObjectLimits limits) {
    bucket = config.name().orElseThrow().strip();
    prefix = BucketClient.prefix(config);
    fileTimeout = limits.fileTimeout();
    client = new BucketClient(config, limits);
  }

  /** A request, whose failure says why the bucket cannot be used. */
  private interface BucketRequest<T> {
    @Nullable T send(String key);
  }

  /** Sends a request that is about one object. */
  private <T> @Nullable T send(String name, BucketRequest<T> request) throws IOException {
    String key = prefix + ObjectNames.name(name);
    try {
      return request.send(key);
    } catch (SdkException failed) {
      throw failure(failed);
    }
  }

  @Override
  public void put(String name, Path file) throws IOException {
    if (!Files.isReadable(file)) {
      throw new StoreUnavailableException("A temporary file is gone.", null);
    }
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
                    RequestBody.fromFile(file)));
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
}

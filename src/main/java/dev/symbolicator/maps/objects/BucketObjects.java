package dev.symbolicator.maps.objects;

import dev.symbolicator.maps.objects.MapStoreConfig.BucketConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Keeps objects in an S3-compatible bucket, which any number of instances share.
 *
 * <p>An object is written on the condition that its name is free ({@code If-None-Match: *}), so one
 * writer of a name wins. A server that refuses early may cut the connection before its answer is
 * read. So an upload that fails without an answer is followed by a look whether the object exists.
 * On a server without such conditions, two writers of one name may both succeed.
 */
public final class BucketObjects implements ObjectStore, AutoCloseable {
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int EXISTS = 412;
  private static final int NOT_IMPLEMENTED = 501;
  private static final int MOST_CONFLICTS = 3;
  private static final String ANY = "*";

  private final BucketClient client;
  private final String bucket;
  private final String prefix;
  private final Duration fileTimeout;
  private volatile boolean hasConditions = true;

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

  private String key(String name) {
    return prefix + ObjectNames.name(name);
  }

  @Override
  public boolean putIfAbsent(String name, Path file) throws IOException {
    String key = key(name);
    try {
      // Asking first saves sending a file that is there.
      return head(key) == null && put(key, file(file));
    } catch (SdkException failed) {
      throw BucketFailures.of(failed);
    }
  }

  @Override
  public boolean putIfAbsent(String name, byte[] content) throws IOException {
    String key = key(name);
    try {
      return put(key, new Upload(RequestBody.fromBytes(content), null));
    } catch (SdkException failed) {
      throw BucketFailures.of(failed);
    }
  }

  @Override
  public void putAgain(String name, Path file) throws IOException {
    String key = key(name);
    try {
      send(key, file(file), false);
    } catch (SdkException failed) {
      throw BucketFailures.of(failed);
    }
  }

  /**
   * Content on its way to the bucket.
   *
   * @param timeout null for the time of a small request
   */
  private record Upload(RequestBody content, @Nullable Duration timeout) {}

  private Upload file(Path file) throws StoreUnavailableException {
    if (!Files.isReadable(file)) {
      throw new StoreUnavailableException("A temporary file is gone.", null);
    }
    return new Upload(RequestBody.fromFile(file), fileTimeout);
  }

  private boolean put(String key, Upload upload) {
    for (int conflicts = 0; ; conflicts++) {
      try {
        send(key, upload, hasConditions);
        return true;
      } catch (S3Exception answer) {
        if (answer.statusCode() == EXISTS) {
          return false;
        }
        if (answer.statusCode() == NOT_IMPLEMENTED && hasConditions) {
          hasConditions = false;
        } else if (answer.statusCode() != CONFLICT || conflicts >= MOST_CONFLICTS) {
          throw answer;
        }
      } catch (SdkException noAnswer) {
        if (exists(key, noAnswer)) {
          return false;
        }
        throw noAnswer;
      }
    }
  }

  private boolean exists(String key, SdkException before) {
    try {
      return head(key) != null;
    } catch (SdkException failed) {
      before.addSuppressed(failed);
      throw before;
    }
  }

  private void send(String key, Upload upload, boolean isConditional) {
    PutObjectRequest.Builder request = PutObjectRequest.builder().bucket(bucket).key(key);
    if (isConditional) {
      request.ifNoneMatch(ANY);
    }
    Duration timeout = upload.timeout;
    if (timeout != null) {
      request.overrideConfiguration(
          override -> override.apiCallTimeout(timeout).apiCallAttemptTimeout(timeout.dividedBy(2)));
    }
    client.s3().putObject(request.build(), upload.content);
  }

  private @Nullable HeadObjectResponse head(String key) {
    try {
      return client.s3().headObject(request -> request.bucket(bucket).key(key));
    } catch (S3Exception answer) {
      if (answer.statusCode() == NOT_FOUND) {
        return null;
      }
      throw answer;
    }
  }

  @Override
  public @Nullable InputStream open(String name) throws IOException {
    String key = key(name);
    try {
      return new BucketStream(client.s3().getObject(request -> request.bucket(bucket).key(key)));
    } catch (S3Exception answer) {
      if (isAboutObject(answer)) {
        return null;
      }
      throw BucketFailures.of(answer);
    } catch (SdkException failed) {
      throw BucketFailures.of(failed);
    }
  }

  /** Tells whether the object is absent, and not the whole bucket. */
  private static boolean isAboutObject(S3Exception answer) {
    return answer.statusCode() == NOT_FOUND
        && answer.awsErrorDetails() != null
        && "NoSuchKey".equals(answer.awsErrorDetails().errorCode());
  }

  @Override
  public @Nullable ObjectInfo info(String name) throws IOException {
    String key = key(name);
    try {
      HeadObjectResponse found = head(key);
      if (found == null) {
        // The answer has no body that tells an absent object from an absent bucket.
        client.s3().headBucket(request -> request.bucket(bucket));
        return null;
      }
      return new ObjectInfo(name, found.contentLength(), found.lastModified().toEpochMilli());
    } catch (SdkException failed) {
      throw BucketFailures.of(failed);
    }
  }

  @Override
  public List<ObjectInfo> list(String folder, String after) throws IOException {
    String keys = prefix + ObjectNames.folder(folder);
    String start = prefix + after;
    try {
      return client
          .s3()
          .listObjectsV2Paginator(
              request -> {
                request.bucket(bucket).prefix(keys);
                if (!after.isEmpty()) {
                  request.startAfter(start);
                }
              })
          .contents()
          .stream()
          .filter(object -> object.key().startsWith(keys))
          .map(this::info)
          // Servers other than Amazon's may ignore the start, or order keys otherwise.
          .filter(object -> object.name().compareTo(after) > 0)
          .filter(object -> ObjectNames.isName(object.name()))
          .sorted(Comparator.comparing(ObjectInfo::name))
          .toList();
    } catch (SdkException failed) {
      throw BucketFailures.of(failed);
    }
  }

  private ObjectInfo info(S3Object object) {
    return new ObjectInfo(
        object.key().substring(prefix.length()),
        object.size(),
        object.lastModified().toEpochMilli());
  }

  @Override
  public void delete(String name) throws IOException {
    String key = key(name);
    try {
      client.s3().deleteObject(request -> request.bucket(bucket).key(key));
    } catch (S3Exception answer) {
      if (!isAboutObject(answer)) {
        throw BucketFailures.of(answer);
      }
    } catch (SdkException failed) {
      throw BucketFailures.of(failed);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}

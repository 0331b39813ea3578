package dev.symbolicator.maps.objects;

import dev.symbolicator.maps.objects.BucketObjects.BucketClient;
import dev.symbolicator.maps.objects.MapStore.MapStoreConfig;
import dev.symbolicator.maps.objects.MapStore.ObjectLimits;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Reads others' objects of any bucket. Blocks; {@link StoreUnavailableException} if it fails. */
@ApplicationScoped
public class BucketReader {
  private static final int NOT_FOUND = 404;

  private final BucketClient client;

  /** Makes a reader, which connects when used; {@link IllegalArgumentException} for a bad key. */
  public BucketReader(MapStoreConfig config) {
    client = new BucketClient(config.bucket(), ObjectLimits.DEFAULT);
  }

  /** A version of an object: its bytes, and the entity tag, which changes with the content. */
  public record ObjectVersion(long size, String tag) {}

  @PreDestroy
  void stop() {
    client.close();
  }

  /** Returns an object's version; null if there is none. */
  public @Nullable ObjectVersion version(String bucket, String key) throws IOException {
    try {
      HeadObjectResponse found = client.s3().headObject(ask -> ask.bucket(bucket).key(key));
      return new ObjectVersion(found.contentLength(), found.eTag());
    } catch (S3Exception answer) {
      if (answer.statusCode() == NOT_FOUND) {
        return null;
      }
      throw BucketObjects.failure(answer);
    } catch (SdkException failed) {
      throw BucketObjects.failure(failed);
    }
  }

  /** Opens an object behind its first bytes; null if there is none. */
  public @Nullable InputStream open(String bucket, String key, long from) throws IOException {
    try {
      ResponseInputStream<GetObjectResponse> content =
          client
              .s3()
              .getObject(
                  ask ->
                      ask.bucket(bucket).key(key).range(from == 0 ? null : "bytes=" + from + "-"));
      InputStream in = new BucketObjects.BucketStream(content);
      try {
        if (from > 0 && content.response().contentRange() == null) {
          in.skipNBytes(from); // The server does not know ranges.
        }
        return in;
      } catch (IOException failed) {
        in.close();
        throw failed;
      }
    } catch (NoSuchKeyException absent) {
      return null;
    } catch (SdkException failed) {
      throw BucketObjects.failure(failed);
    }
  }
}

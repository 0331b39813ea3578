package dev.symbolicator.maps.objects;

import io.quarkus.runtime.Startup;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMapping;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The configured store, tried again at each use, and the temporary files of uploads. */
@Startup
@Singleton
public class MapStore implements AutoCloseable {
  private static final String TEMPORARY_TITLE = "temporary directory of the service";

  private final @Nullable ObjectStore objects;
  private final Spool spool;

  /** Reads the configuration; {@link ConfigurationException} names a bad key. */
  @Inject
  public MapStore(MapStoreConfig config) {
    this(config, ObjectLimits.DEFAULT);
  }

  public MapStore(MapStoreConfig config, ObjectLimits limits) {
    if (config.directory().isPresent() && config.bucket().name().isPresent()) {
      throw new ConfigurationException(
          "symbolicator.maps.directory and symbolicator.maps.bucket.name are both set. Unset one:"
              + " uploaded source maps are kept in one place.");
    }
    if (config.directory().isPresent()) {
      FolderAccess access =
          new FolderAccess(
              "folder of source maps",
              Path.of(config.directory().get()),
              FolderObjects.OBJECTS,
              FolderObjects.TEMPORARY);
      objects = new FolderObjects(access, limits.leftoverAge());
      spool = new Spool(access, access.folder().resolve(FolderObjects.TEMPORARY), limits);
    } else {
      objects =
          config.bucket().name().isPresent() ? new BucketObjects(config.bucket(), limits) : null;
      Path directory = Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
      spool = new Spool(new FolderAccess(TEMPORARY_TITLE, directory), directory, limits);
    }
  }

  /** Closes the client of a bucket. The library calls this, once nothing works on the store. */
  @Override
  public void close() {
    if (objects instanceof BucketObjects bucket) {
      bucket.close();
    }
  }

  /** Returns the store; null if neither a folder nor a bucket is configured. */
  public @Nullable ObjectStore objects() {
    return objects;
  }

  /** Returns the spool, with files in the folder, or for a bucket in the temporary directory. */
  public Spool spool() {
    return spool;
  }

  @ConfigMapping(prefix = "symbolicator.maps")
  public interface MapStoreConfig {

    /** Returns the folder of uploaded source maps. Several instances may share the folder. */
    Optional<String> directory();

    /** Returns the bucket, which takes the place of the folder. */
    BucketConfig bucket();

    interface BucketConfig {

      Optional<String> name();

      /** Returns the text before the names of all objects, such as {@code maps}. */
      Optional<String> prefix();

      /** Returns the address of a server other than Amazon's: {@code https://s3.example.com}. */
      Optional<String> endpoint();

      /** Returns the region; else the environment's, or with an endpoint {@code us-east-1}. */
      Optional<String> region();
    }
  }

  /**
   * Fixed limits of the store.
   *
   * @param spoolBytes of all uploads' temporary files at once
   * @param leftoverAge from which half-written files are those of a killed process
   * @param nameLength of objects, in characters, without the bucket's prefix
   * @param stallTimeout without a byte from the bucket's server
   * @param smallTimeout of a list or a small object, with retries
   * @param fileTimeout of an upload to the bucket, with retries
   */
  public record ObjectLimits(
      long spoolBytes,
      Duration leftoverAge,
      int nameLength,
      Duration connectTimeout,
      Duration stallTimeout,
      Duration smallTimeout,
      Duration fileTimeout,
      int attempts,
      int connections) {

    public static final ObjectLimits DEFAULT =
        new ObjectLimits(
            4L << 30,
            Duration.ofHours(1),
            900,
            Duration.ofSeconds(3),
            Duration.ofSeconds(10),
            Duration.ofSeconds(20),
            Duration.ofMinutes(2),
            3,
            32);
  }
}

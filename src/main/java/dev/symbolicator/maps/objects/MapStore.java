package dev.symbolicator.maps.objects;

import io.quarkus.runtime.Startup;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The store of uploaded source maps that the configuration names, and the temporary files of
 * uploads. A store that cannot be used now is tried again at each use.
 */
@Startup
@Singleton
public class MapStore implements AutoCloseable {
  private static final String TEMPORARY_TITLE = "temporary directory of the service";

  private final @Nullable ObjectStore objects;
  private final Spool spool;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if it names a folder and a bucket, or a malformed value; the
   *     message names the key
   */
  @Inject
  public MapStore(MapStoreConfig config) {
    this(config, ObjectLimits.DEFAULT);
  }

  /** Makes a store with other limits, for tests. */
  public MapStore(MapStoreConfig config, ObjectLimits limits) {
    if (config.directory().isPresent() && config.bucket().name().isPresent()) {
      throw new IllegalArgumentException(
          "symbolicator.maps.directory and symbolicator.maps.bucket.name are both set. Unset one:"
              + " uploaded source maps are kept in one place.");
    }
    if (config.directory().isPresent()) {
      TempFolder temporary = inFolder(Path.of(config.directory().get()), limits);
      objects = new FolderObjects(temporary);
      spool = new Spool(temporary, limits);
    } else {
      objects =
          config.bucket().name().isPresent() ? new BucketObjects(config.bucket(), limits) : null;
      spool = new Spool(inTemporaryDirectory(limits), limits);
    }
    if (objects != null) {
      spool.folder().removeLeftovers();
    }
  }

  static TempFolder inFolder(Path directory, ObjectLimits limits) {
    FolderAccess access =
        new FolderAccess(
            "folder of source maps", directory, FolderObjects.OBJECTS, FolderObjects.TEMPORARY);
    return new TempFolder(
        access, access.folder().resolve(FolderObjects.TEMPORARY), limits.leftoverAge());
  }

  private static TempFolder inTemporaryDirectory(ObjectLimits limits) {
    Path directory = Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
    return new TempFolder(
        new FolderAccess(TEMPORARY_TITLE, directory), directory, limits.leftoverAge());
  }

  /** Ends uploads and connections. */
  @Override
  @PreDestroy
  public void close() {
    spool.folder().remove();
    if (objects instanceof BucketObjects bucket) {
      bucket.close();
    }
  }

  /** Returns the store; null if neither a folder nor a bucket is configured. */
  public @Nullable ObjectStore objects() {
    return objects;
  }

  /**
   * Returns the spool, whose files are in the folder, or for a bucket in the temporary directory.
   */
  public Spool spool() {
    return spool;
  }
}

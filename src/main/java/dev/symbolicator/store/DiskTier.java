package dev.symbolicator.store;

import dev.symbolicator.store.DiskIndex.StoredSize;
import dev.symbolicator.store.StoredFile.DamagedException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * What is kept in files. Each is written under another name and renamed into place, so that nobody
 * sees half of one, and replaced or deleted as a whole, which takes nothing from who reads it. So
 * several processes may share a folder: a file another one deleted is absent, one it wrote is
 * found. All methods block, none throws.
 *
 * <p>The index of files is made from a listing of the folder, without reading any file, at the
 * first use and again whenever a good part of the limit has been written, so that what others wrote
 * counts too.
 */
@ApplicationScoped
public class DiskTier {
  static final String TEMPORARY = ".new-";
  private static final Logger LOG = Logger.getLogger(DiskTier.class);
  private static final Duration PAUSE_WHEN_FULL = Duration.ofMinutes(1);
  private static final Duration TOUCH_INTERVAL = Duration.ofHours(1);
  private static final int SCANS_PER_LIMIT = 8;

  private final @Nullable Path folder;
  private final long maxBytes;
  private final DiskIndex index;
  private final Clock clock;
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong pausedUntil = new AtomicLong();
  private final Counter evictions;
  private final Counter failures;
  private final Counter damaged;

  /** Opens the folder; without one that is ours alone nothing is kept, and the log says why. */
  @Inject
  public DiskTier(StoreConfig config, MeterRegistry metrics, Clock clock) {
    this.clock = clock;
    maxBytes = config.maxDiskSize().asLongValue();
    index = new DiskIndex(maxBytes, config.maxDiskFiles());
    evictions = counter(metrics, "evictions", "Files deleted to keep to the limits");
    failures = counter(metrics, "failures", "Files that could not be written or read");
    damaged = counter(metrics, "damaged", "Files deleted because they were not what was written");
    Gauge.builder("symbolicator.disk.bytes", index, DiskIndex::bytes)
        .description("Room that symbol tables take on disk")
        .register(metrics);
    folder = maxBytes == 0 ? null : opened(folderOf(config));
    scan();
  }

  private static Counter counter(MeterRegistry metrics, String what, String description) {
    return Counter.builder("symbolicator.disk." + what).description(description).register(metrics);
  }

  private static Path folderOf(StoreConfig config) {
    return config
        .directory()
        .map(directory -> Path.of(directory, "profile-symbolicator"))
        .orElseGet(
            () ->
                Path.of(
                    System.getProperty("java.io.tmpdir", "/tmp"),
                    "profile-symbolicator-" + user()));
  }

  /** In a container the user may have no name, which Java then calls "?". */
  private static String user() {
    return System.getProperty("user.name", "").replaceAll("[^A-Za-z0-9_-]", "_");
  }

  private static @Nullable Path opened(Path folder) {
    try {
      DiskFolder.open(folder);
      return folder;
    } catch (IOException | SecurityException refused) {
      LOG.warnf(
          "Symbol tables are not kept on disk: %s cannot be used, because of %s. Set"
              + " symbolicator.cache.directory to a folder that the service may write to.",
          folder, refused);
      return null;
    }
  }

  /** Whether there is a folder at all. */
  public boolean isUsable() {
    return folder != null;
  }

  /** What is stored under a key; null if it cannot be had. */
  public byte @Nullable [] read(StoreKey key) {
    if (folder == null) {
      return null;
    }
    Path path = folder.resolve(key.path());
    try {
      byte[] payload = StoredFile.read(path);
      touch(key, path);
      return payload;
    } catch (NoSuchFileException absent) {
      index.remove(key.path());
    } catch (DamagedException notOurs) {
      damaged.increment();
      delete(key);
    } catch (IOException unreadable) {
      failures.increment();
      LOG.debugf("a stored file could not be read: %s", unreadable.getClass().getName());
    }
    return null;
  }

  /** So that the order of use survives a restart; not more often than it needs. */
  private void touch(StoreKey key, Path path) {
    long now = clock.millis();
    try {
      if (!index.use(key.path(), now)) {
        index.add(new StoredSize(key.path(), Files.size(path), now));
      }
      if (now - Files.getLastModifiedTime(path).toMillis() > TOUCH_INTERVAL.toMillis()) {
        Files.setLastModifiedTime(path, FileTime.fromMillis(now));
      }
    } catch (IOException gone) {
      index.remove(key.path()); // another process deleted it; what was read of it is right
    }
  }

  /** Stores something, in place of what there is; false if that is not possible now. */
  public boolean write(StoreKey key, ByteBuffer payload) {
    long size = StoredFile.sizeFor(payload.remaining());
    if (folder == null || !index.admits(size) || clock.millis() < pausedUntil.get()) {
      return false;
    }
    Path path = folder.resolve(key.path());
    Path fresh = folder.resolve(key.scope()).resolve(TEMPORARY + UUID.randomUUID());
    try {
      Files.createDirectories(path.getParent());
      try {
        StoredFile.write(fresh, payload);
        Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(fresh);
      }
    } catch (IOException full) {
      pause(full);
      return false;
    }
    index.add(new StoredSize(key.path(), size, clock.millis()));
    if (written.addAndGet(DiskIndex.room(size)) > maxBytes / SCANS_PER_LIMIT) {
      scan();
    }
    evict();
    return true;
  }

  private void pause(IOException full) {
    failures.increment();
    pausedUntil.set(clock.millis() + PAUSE_WHEN_FULL.toMillis());
    LOG.warnf(
        "Symbol tables are not kept on disk for the next %d s: a file could not be written, because"
            + " of %s.",
        PAUSE_WHEN_FULL.toSeconds(), full);
  }

  /** Deletes what is stored under a key. */
  public void delete(StoreKey key) {
    delete(key.path());
    index.remove(key.path());
  }

  private void delete(String path) {
    if (folder != null) {
      try {
        Files.deleteIfExists(folder.resolve(path));
      } catch (IOException stays) {
        failures.increment();
      }
    }
  }

  private synchronized void scan() {
    written.set(0);
    if (folder == null || !Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    index.replaceBy(DiskListing.of(folder, clock.millis()));
    evict();
  }

  private void evict() {
    for (String path : index.evict()) {
      evictions.increment();
      delete(path);
    }
  }
}

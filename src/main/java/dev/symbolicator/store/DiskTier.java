package dev.symbolicator.store;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.symbolicator.store.DiskFolder.OpenFolder;
import dev.symbolicator.store.DiskIndex.DiskListing;
import dev.symbolicator.store.DiskIndex.StoredSize;
import dev.symbolicator.store.LayeredStore.Pause;
import dev.symbolicator.store.LayeredStore.StoreState;
import dev.symbolicator.store.StoreConfig.StoreLimits;
import dev.symbolicator.store.StoredFile.DamagedException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.health.api.Wellness;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps values in files of a folder, which several processes may share. All methods block, none
 * throws. Files are renamed into place and replaced or deleted as a whole, so no reader sees half.
 *
 * <p>The folder is listed, without reading files, at the start and whenever an eighth of the limit
 * was written, so each process may exceed the limit by an eighth and one file at most.
 */
@ApplicationScoped
public class DiskTier {
  static final String TEMPORARY = ".new-";
  private static final Logger LOG = Logger.getLogger(DiskTier.class);
  private static final Duration TOUCH_INTERVAL = Duration.ofHours(1);
  private static final int SCANS_PER_LIMIT = 8;

  private final @Nullable DiskFolder folder;
  private final long maxBytes;
  private final DiskIndex index;
  private final Clock clock;
  private final AtomicLong written = new AtomicLong();
  private final Pause pause;
  private final Counter evictions;
  private final Counter failures;
  private final Counter damaged;

  @Inject
  public DiskTier(StoreConfig config, MeterRegistry metrics, Clock clock) {
    this(config, StoreLimits.DEFAULT, metrics, clock);
  }

  public DiskTier(StoreConfig config, StoreLimits limits, MeterRegistry metrics, Clock clock) {
    this.clock = clock;
    pause = new Pause(limits.diskPause(), clock);
    maxBytes = config.maxDiskSize().asLongValue();
    index = new DiskIndex(maxBytes, limits.diskFiles());
    evictions = counter(metrics, "evictions", "Files deleted to keep to the limits");
    failures = counter(metrics, "failures", "Files that could not be written, read or deleted");
    damaged = counter(metrics, "damaged", "Files deleted because their content was damaged");
    Gauge.builder("symbolicator.disk.bytes", index, DiskIndex::bytes)
        .description("Bytes that symbol tables take on disk")
        .register(metrics);
    Gauge.builder("symbolicator.disk.max.bytes", config, store -> store.maxDiskSize().asLongValue())
        .description("Bytes that symbol tables may take on disk")
        .register(metrics);
    Gauge.builder("symbolicator.disk.paused", pause, paused -> paused.isFailing() ? 1 : 0)
        .description("1 from a failed write until the next successful one, else 0")
        .register(metrics);
    folder = maxBytes == 0 ? null : opened(DiskFolder.pathOf(config));
    scan();
  }

  private static Counter counter(MeterRegistry metrics, String name, String description) {
    return Counter.builder("symbolicator.disk." + name).description(description).register(metrics);
  }

  private static @Nullable DiskFolder opened(Path folder) {
    try {
      return DiskFolder.of(folder);
    } catch (IOException | SecurityException refused) {
      LOG.warnf(
          "Symbol tables are not kept on disk: %s cannot be used, because of %s. Set"
              + " symbolicator.cache.directory to a folder that the service may write to.",
          folder, refused);
      return null;
    }
  }

  StoreState state() {
    if (folder == null) {
      return maxBytes == 0 ? StoreState.OFF : StoreState.REFUSED;
    }
    return pause.isFailing() ? StoreState.PAUSED : StoreState.USED;
  }

  /** Returns the value of a key; null if the value is absent, damaged or cannot be read. */
  public byte @Nullable [] read(StoreKey key) {
    if (folder == null) {
      return null;
    }
    try (OpenFolder open = folder.open();
        SeekableByteChannel file = open.file(key.path(), READ)) {
      byte[] payload = StoredFile.read(file);
      touch(key, payload, open.attributes(key.path()));
      return payload;
    } catch (NoSuchFileException absent) {
      index.remove(key.path());
    } catch (DamagedException notOurs) {
      damaged.increment();
      delete(key);
    } catch (IOException unreadable) {
      failures.increment();
      LOG.debugf("A stored file could not be read: %s", unreadable.getClass().getName());
    }
    return null;
  }

  /** Returns the length of a key's file in bytes; 0 if unknown. */
  public long size(StoreKey key) {
    if (folder == null) {
      return 0;
    }
    try (OpenFolder open = folder.open()) {
      return open.attributes(key.path()).readAttributes().size();
    } catch (IOException absent) {
      return 0;
    }
  }

  /** Writes the time of use to the file once an hour, so that the order survives a restart. */
  private void touch(StoreKey key, byte[] payload, BasicFileAttributeView file) {
    long now = clock.millis();
    try {
      if (!index.use(key.path(), now)) {
        long size = StoredFile.sizeFor(ByteBuffer.wrap(payload));
        index.add(new StoredSize(key.path(), size, now));
      }
      FileTime lastUse = file.readAttributes().lastModifiedTime();
      if (now - lastUse.toMillis() > TOUCH_INTERVAL.toMillis()) {
        file.setTimes(FileTime.fromMillis(now), null, null);
      }
    } catch (IOException gone) {
      index.remove(key.path()); // another process deleted the file after it was read
    }
  }

  /** Stores a value's parts as one; false if it cannot be stored now. */
  public boolean write(StoreKey key, ByteBuffer... payload) {
    long size = StoredFile.sizeFor(payload);
    if (folder == null || !index.admits(size) || pause.isOn()) {
      return false;
    }
    try (OpenFolder open = folder.openFor(key.path())) {
      write(open, key, payload);
    } catch (ClosedByInterruptException stopping) {
      return false;
    } catch (IOException full) {
      pause(full);
      return false;
    }
    goOn();
    index.add(new StoredSize(key.path(), size, clock.millis()));
    if (written.addAndGet(DiskIndex.room(size)) > maxBytes / SCANS_PER_LIMIT) {
      scan();
    }
    evict();
    return true;
  }

  private void write(OpenFolder open, StoreKey key, ByteBuffer... payload) throws IOException {
    String fresh = key.scope() + '/' + TEMPORARY + UUID.randomUUID();
    try {
      try (SeekableByteChannel file = open.file(fresh, CREATE_NEW, WRITE)) {
        StoredFile.write(file, payload);
      }
      open.attributes(fresh).setTimes(FileTime.fromMillis(clock.millis()), null, null);
      open.move(fresh, key.path());
    } finally {
      open.delete(fresh);
    }
  }

  private void pause(IOException full) {
    failures.increment();
    if (pause.begin()) {
      LOG.warnf(
          "Symbol tables are not kept on disk for now: a file could not be written, because of %s."
              + " Writing is tried again every %d ms.",
          full, pause.length().toMillis());
    }
  }

  private void goOn() {
    if (pause.end()) {
      LOG.info("Symbol tables are kept on disk again.");
    }
  }

  public void delete(StoreKey key) {
    delete(key.path());
    index.remove(key.path());
  }

  private void delete(String path) {
    if (folder != null) {
      try (OpenFolder open = folder.open()) {
        open.delete(path);
      } catch (NoSuchFileException gone) {
        return; // the whole folder is gone
      } catch (IOException stays) {
        failures.increment();
      }
    }
  }

  private synchronized void scan() {
    written.set(0);
    if (folder == null) {
      return;
    }
    try (OpenFolder open = folder.open()) {
      index.replaceBy(DiskListing.of(open, clock.millis()));
    } catch (IOException unreadable) {
      failures.increment();
    }
    evict();
  }

  private void evict() {
    for (String path : index.evict()) {
      evictions.increment();
      delete(path);
    }
  }

  /** Shows the disk in the health. Always up: a restart would mend none. */
  @Wellness
  @ApplicationScoped
  static class DiskHealth implements AsyncHealthCheck {
    private final DiskTier disk;

    DiskHealth(DiskTier disk) {
      this.disk = disk;
    }

    @Override
    public Uni<HealthCheckResponse> call() {
      HealthCheckResponse response =
          HealthCheckResponse.named("symbol tables on disk")
              .withData("disk", disk.state().label())
              .up()
              .build();
      return Uni.createFrom().item(response);
    }
  }
}

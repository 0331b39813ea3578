package dev.symbolicator.maps.upload;

import dev.symbolicator.maps.MapLibrary;
import dev.symbolicator.maps.Uploader;
import dev.symbolicator.maps.objects.MapStore;
import dev.symbolicator.maps.upload.UploadRefusedException.UploadFault;
import dev.symbolicator.memory.ByteBudget;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Begins uploads, as many at once and as often as the limits allow.
 *
 * <pre>{@code
 * try (SourceMapUpload upload = uploads.begin(uploader)) {
 *   Path archive = upload.files().file(body, uploads.maxSize());
 *   UploadReport report = upload.add(upload.buildFolder(archive, base), options);
 * }
 * }</pre>
 */
@ApplicationScoped
public class SourceMapUploads {
  private static final Duration BUSY_RETRY_AFTER = Duration.ofSeconds(5);

  private final MapLibrary library;
  private final MapStore store;
  private final ByteBudget budget;
  private final UploadConfig config;
  private final UploadLimits limits;
  private final UploadMemory memory;
  private final UploadRate rate;
  private final AtomicInteger underWay = new AtomicInteger();

  SourceMapUploads(MapLibrary library, MapStore store, ByteBudget budget, UploadConfig config) {
    this.library = library;
    this.store = store;
    this.budget = budget;
    this.config = config;
    limits = UploadLimits.DEFAULT;
    memory = new UploadMemory(limits.memoryWait());
    rate = new UploadRate(limits.perMinute(), System::nanoTime);
  }

  /** Returns the most bytes of one upload as it is sent. */
  public long maxSize() {
    return config.maxUploadSize().asLongValue();
  }

  /**
   * Begins an upload. Never blocks.
   *
   * @return the upload, which the caller closes
   * @throws UploadRefusedException if too many uploads are under way, or the scope has begun too
   *     many in the last minute
   */
  public SourceMapUpload begin(Uploader uploader) throws UploadRefusedException {
    Duration wait = rate.begin(uploader.scope());
    if (!wait.isZero()) {
      throw UploadRefusedException.forNow(
          UploadFault.TOO_OFTEN,
          "max-uploads-per-minute",
          "The scope has begun more than %,d uploads in the last minute."
              .formatted(limits.perMinute()),
          wait);
    }
    if (underWay.incrementAndGet() > limits.atOnce()) {
      underWay.decrementAndGet();
      throw UploadRefusedException.forNow(
          UploadFault.BUSY,
          "max-uploads",
          "%d uploads are under way already.".formatted(limits.atOnce()),
          BUSY_RETRY_AFTER);
    }
    return new SourceMapUpload(
        uploader,
        library,
        store.spool().begin(),
        memory,
        limits,
        budget.open(),
        underWay::decrementAndGet);
  }
}

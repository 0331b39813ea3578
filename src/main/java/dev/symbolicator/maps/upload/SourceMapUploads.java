package dev.symbolicator.maps.upload;

import dev.symbolicator.maps.MapLibrary;
import dev.symbolicator.maps.Uploader;
import dev.symbolicator.maps.objects.MapStore;
import dev.symbolicator.maps.upload.UploadRefusedException.UploadFault;
import dev.symbolicator.memory.ByteBudget;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

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
  private final Map<String, Integer> underWay = new HashMap<>();
  private int all;

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
   * @throws UploadRefusedException if too many uploads are under way, in all or of the scope, or
   *     the scope has begun too many in the last minute
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
    begin(uploader.scope());
    return new SourceMapUpload(
        uploader,
        library,
        store.spool().begin(uploader.scope()),
        memory,
        limits,
        budget.open(),
        () -> end(uploader.scope()));
  }

  private synchronized void begin(String scope) throws UploadRefusedException {
    int ofScope = underWay.getOrDefault(scope, 0);
    if (ofScope >= limits.atOnceOfScope()) {
      throw busy("max-uploads-of-scope", "%d uploads of the scope".formatted(ofScope));
    }
    if (all >= limits.atOnce()) {
      throw busy("max-uploads", "%d uploads".formatted(all));
    }
    all++;
    underWay.put(scope, ofScope + 1);
  }

  private synchronized void end(String scope) {
    all--;
    underWay.computeIfPresent(scope, (same, count) -> count == 1 ? null : count - 1);
  }

  private static UploadRefusedException busy(String limit, String subject) {
    return UploadRefusedException.forNow(
        UploadFault.BUSY, limit, subject + " are under way already.", BUSY_RETRY_AFTER);
  }
}

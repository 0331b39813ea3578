package dev.symbolicator.maps.upload;

import dev.symbolicator.config.Converters.AtLeastOneByte;
import dev.symbolicator.maps.MapLibrary;
import dev.symbolicator.maps.MapLibrary.Uploader;
import dev.symbolicator.maps.objects.MapStore;
import dev.symbolicator.maps.upload.ArchiveReader.EntryPath;
import dev.symbolicator.maps.upload.UploadRefusedException.UploadFault;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.ByteBudget;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Begins uploads, as many at once and as often as the limits allow.
 *
 * <pre>{@code
 * try (SourceMapUpload upload = uploads.begin(uploader)) {
 *   SpooledBytes archive = upload.files().file(body, uploads.maxSize());
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

  /** Begins an upload, without blocking; throws if too many are under way or were begun lately. */
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

  @ConfigMapping(prefix = "symbolicator.maps")
  public interface UploadConfig {

    /** Returns the size limit of an upload as it is sent. */
    @WithDefault("1G")
    @WithConverter(AtLeastOneByte.class)
    MemorySize maxUploadSize();
  }

  /** Limits a scope's uploads in a minute; it saves up those of one minute. Thread-safe. */
  static final class UploadRate {
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    private final int perMinute;
    private final LongSupplier nanoTime;

    /** When the scope's next upload would begin if uploads were evenly spaced, in nanoseconds. */
    private final Map<String, Long> nextByScope = new HashMap<>();

    UploadRate(int perMinute, LongSupplier nanoTime) {
      this.perMinute = perMinute;
      this.nanoTime = nanoTime;
    }

    /** Counts an upload; returns how long to wait if the upload may not begin, else zero. */
    synchronized Duration begin(String scope) {
      long now = nanoTime.getAsLong();
      long space = MINUTE / perMinute;
      long next = Math.max(nextByScope.getOrDefault(scope, now - MINUTE), now - MINUTE);
      if (next + space > now) {
        return Duration.ofNanos(next + space - now);
      }
      nextByScope.put(scope, next + space);
      return Duration.ZERO;
    }
  }

  /**
   * Lets one piece of work at a time take files into memory; tries again for a while, since
   * profiles take their memory only for a moment.
   */
  static final class UploadMemory {
    private static final String LIMIT = "symbolicator.memory.max-bytes-in-flight";
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);
    private static final long PAUSE_MILLIS = 50;

    private final Semaphore turn = new Semaphore(1, true);
    private final Duration wait;

    UploadMemory(Duration wait) {
      this.wait = wait;
    }

    /** A piece of work that can be begun again. */
    interface MemoryWork<T> {
      /** Works; the part of the allowance is given back afterwards. */
      T run(Allowance part) throws IOException;
    }

    /** Does work with memory; throws if there is too little at all, or for too long. */
    <T> T with(Allowance allowance, String name, MemoryWork<T> work) throws IOException {
      try {
        turn.acquire();
        try {
          return inTurn(allowance, name, work);
        } finally {
          turn.release();
        }
      } catch (InterruptedException shutdown) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("The service is shutting down.");
      }
    }

    private <T> T inTurn(Allowance allowance, String name, MemoryWork<T> work)
        throws IOException, InterruptedException {
      long deadline = System.nanoTime() + wait.toNanos();
      while (true) {
        try (Allowance part = allowance.part()) {
          return work.run(part);
        } catch (Allowance.Exceeded exceeded) {
          if (exceeded.passesLimitAlone(0) || System.nanoTime() > deadline) {
            throw refusal(exceeded, name);
          }
        }
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
    }

    static UploadRefusedException refusal(Allowance.Exceeded exceeded, String name) {
      return exceeded.passesLimitAlone(0)
          ? UploadRefusedException.tooLarge(
              LIMIT,
              EntryPath.shown(name)
                  + " needs more memory than the service may use. Leave the file out, or have the"
                  + " operator give the service more heap.")
          : UploadRefusedException.forNow(
              UploadFault.BUSY,
              LIMIT,
              "The service has no memory to read " + EntryPath.shown(name) + " now.",
              RETRY_AFTER);
    }
  }
}

package dev.symbolicator.script;

import dev.symbolicator.maps.StoredMap.ReadableContent;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.script.ScriptResult.ScriptReport;
import dev.symbolicator.tables.TableResult.TableFailure;
import dev.symbolicator.threads.Futures;
import dev.symbolicator.threads.WorkerThreads;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Reads scripts and maps from places that are not the web, on threads of its own. */
@ApplicationScoped
class StoredReader {
  private static final Logger LOG = Logger.getLogger(StoredReader.class);

  private static final int THREADS = 4;

  private final ExecutorService threads = WorkerThreads.pool("map-reader", THREADS);
  private final ByteBudget budget;

  StoredReader(ByteBudget budget) {
    this.budget = budget;
  }

  @PreDestroy
  void stop() {
    threads.shutdownNow();
  }

  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record StoredReading(byte @Nullable [] bytes, @Nullable Failed failure) {
    private Failed reason() {
      if (failure == null) {
        throw new IllegalStateException("neither content nor a failure");
      }
      return failure;
    }
  }

  /** Reads content, charged to the byte budget until the rest of the load is done. */
  CompletableFuture<Outcome> read(
      ReadableContent content, String shown, Function<byte[], CompletableFuture<Outcome>> next) {
    return read(content, shown, next, Missed::new);
  }

  <T> CompletableFuture<T> read(
      ReadableContent content,
      String shown,
      Function<byte[], CompletableFuture<T>> next,
      Function<Failed, T> failed) {
    ByteBudget.Lease lease = budget.open();
    return Futures.guarded(
            () -> CompletableFuture.supplyAsync(() -> read(content, shown, lease), threads))
        .thenCompose(
            read ->
                read.bytes == null
                    ? CompletableFuture.completedFuture(failed.apply(read.reason()))
                    : next.apply(read.bytes))
        .whenComplete((outcome, fault) -> lease.close());
  }

  private static StoredReading read(ReadableContent content, String shown, ByteBudget.Lease lease) {
    if (content.size() > Integer.MAX_VALUE - 8 || !lease.grow(content.size())) {
      boolean alone = content.size() > Integer.MAX_VALUE - 8 || lease.passesLimitAlone();
      TableFailure failure = TableFailure.ofMemory(alone, "read the stored source map");
      return new StoredReading(null, ScriptFailures.of(failure, shown));
    }
    try (InputStream in = content.open()) {
      if (in == null) {
        return new StoredReading(null, passing(shown, "The stored source map was just deleted."));
      }
      byte[] bytes = new byte[(int) content.size()];
      int length = in.readNBytes(bytes, 0, bytes.length);
      if (length < bytes.length || in.read() >= 0) {
        return new StoredReading(null, passing(shown, "The stored source map was just replaced."));
      }
      return new StoredReading(bytes, null);
    } catch (IOException unavailable) {
      LOG.warnf("a stored source map could not be read: %s", unavailable.getMessage());
      return new StoredReading(
          null, passing(shown, "The store of source maps is not available now. Try again later."));
    }
  }

  private static Failed passing(String shown, String detail) {
    return new Failed(ScriptReport.passing(ScriptStatus.UNREACHABLE, shown, detail));
  }
}

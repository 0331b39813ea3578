package dev.symbolicator.api.vendors;

import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.Problem.ProblemKind;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.maps.objects.MapStore;
import dev.symbolicator.maps.objects.ObjectStore;
import dev.symbolicator.maps.objects.ObjectStore.ObjectInfo;
import dev.symbolicator.maps.objects.ObjectStore.StoreUnavailableException;
import dev.symbolicator.memory.BulkInputStream;
import dev.symbolicator.threads.WorkerThreads;
import io.quarkus.runtime.Startup;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Chunks under {@code _chunks/<scope>/<SHA-1>} in the store, for any instance, dropped after a
 * while. All methods block, and are thread-safe.
 */
@Startup
@Singleton
class SentryChunks {
  private static final Logger LOG = Logger.getLogger(SentryChunks.class);

  /** No scope has this name, since a scope has no underscore. */
  private static final String FOLDER = "_chunks/";

  private static final Pattern SHA_1 = Pattern.compile("[0-9a-f]{40}");
  private static final int BUFFER_BYTES = 1 << 16;

  private final @Nullable ObjectStore store;
  private final Clock clock;
  private final VendorLimits limits;
  private final Map<String, HeldChunks> heldByScope = new ConcurrentHashMap<>();
  private final @Nullable ScheduledExecutorService upkeep;

  @Inject
  SentryChunks(MapStore store, Clock clock) {
    this(store.objects(), clock, VendorLimits.DEFAULT);
  }

  SentryChunks(@Nullable ObjectStore store, Clock clock, VendorLimits limits) {
    this.store = store;
    this.clock = clock;
    this.limits = limits;
    upkeep = store == null ? null : WorkerThreads.scheduled("chunk-sweep");
    if (upkeep != null) {
      long pause = limits.sweepPause().toMillis();
      Future<?> unused =
          upkeep.scheduleWithFixedDelay(this::sweepAll, pause, pause, TimeUnit.MILLISECONDS);
    }
  }

  @PreDestroy
  void stop() {
    if (upkeep != null) {
      upkeep.shutdownNow();
    }
  }

  private record HeldChunks(int count, long bytes) {
    static final HeldChunks NONE = new HeldChunks(0, 0);

    HeldChunks with(HeldChunks more) {
      return new HeldChunks(count + more.count, bytes + more.bytes);
    }
  }

  /** Tells whether a text can be the name of a chunk: 40 lower-case hexadecimal digits. */
  static boolean isName(String text) {
    return SHA_1.matcher(text).matches();
  }

  static MessageDigest sha1() {
    try {
      return MessageDigest.getInstance("SHA-1");
    } catch (NoSuchAlgorithmException impossible) {
      throw new LinkageError("every JVM has SHA-1", impossible);
    }
  }

  /** Stores a chunk; throws if its SHA-1 is another, or the scope's chunks take too much. */
  void add(String scope, String name, byte[] chunk) throws IOException {
    String actual = HexFormat.of().formatHex(sha1().digest(chunk));
    if (!actual.equals(name)) {
      throw refused(
          ProblemKind.BAD_REQUEST,
          "A chunk is named %s, but its SHA-1 is %s. Send the chunk again, unchanged."
              .formatted(shown(name), actual));
    }
    String object = folder(scope) + name;
    ObjectInfo old = objects().info(object);
    if (old != null && isFresh(old)) {
      return;
    }
    HeldChunks held = heldByScope.getOrDefault(scope, HeldChunks.NONE);
    if (held.bytes + chunk.length > limits.scopeBytes()) {
      throw full("max-chunks-size", "%,d bytes of chunks".formatted(limits.scopeBytes()));
    }
    if (old == null && held.count >= limits.chunks()) {
      throw full("max-chunks", "%,d chunks".formatted(limits.chunks()));
    }
    objects().put(object, chunk); // also in place of an old one, so that it is young
    HeldChunks more =
        old == null
            ? new HeldChunks(1, chunk.length)
            : new HeldChunks(0, chunk.length - old.size());
    heldByScope.merge(scope, more, HeldChunks::with);
  }

  private static ProblemException full(String limit, String what) {
    return new ProblemException(
        Problem.of(
                ProblemKind.TOO_LARGE,
                "The scope's uploads under way have more than %s. Upload again in an hour."
                    .formatted(what))
            .withLimit(limit));
  }

  /** Returns chunks to be sent, also those soon too old, so the others stay; drops old ones. */
  List<String> missing(String scope, List<String> names) throws IOException {
    Set<String> missing = new LinkedHashSet<>(names);
    String folder = folder(scope);
    sweep(
        folder,
        chunk -> {
          if (isFresh(chunk)) {
            missing.remove(chunk.name().substring(folder.length()));
          }
        });
    return List.copyOf(missing);
  }

  /** Returns the chunks one after another, as one stream. */
  InputStream open(String scope, List<String> names) {
    return new Chunks(scope, names);
  }

  private boolean isFresh(ObjectInfo chunk) {
    return clock.millis() - chunk.modified() < limits.chunkAge().toMillis() / 2;
  }

  /** Drops chunks that are too old, and passes the others on. */
  private void sweep(String folder, Consumer<ObjectInfo> sink) throws IOException {
    Map<String, HeldChunks> held = new HashMap<>();
    objects()
        .visit(
            folder,
            chunk -> {
              if (clock.millis() - chunk.modified() > limits.chunkAge().toMillis()) {
                objects().delete(chunk.name());
              } else {
                int end = chunk.name().lastIndexOf('/');
                String scope = chunk.name().substring(FOLDER.length(), end);
                held.merge(scope, new HeldChunks(1, chunk.size()), HeldChunks::with);
                sink.accept(chunk);
              }
            });
    heldByScope.keySet().removeIf(scope -> folder(scope).startsWith(folder));
    heldByScope.putAll(held);
  }

  void sweepAll() {
    try {
      sweep(FOLDER, kept -> {});
    } catch (IOException unavailable) {
      LOG.debug("Chunks of uploads could not be listed; they are listed again later.", unavailable);
    } catch (RuntimeException bug) {
      LOG.error("Chunks of uploads could not be dropped.", bug);
    }
  }

  private static String folder(String scope) {
    return FOLDER + scope + '/';
  }

  private ObjectStore objects() throws StoreUnavailableException {
    if (store == null) {
      throw new StoreUnavailableException("No store of source maps is configured.", null);
    }
    return store;
  }

  private static String shown(String name) {
    return isName(name) ? name : "by something else than a SHA-1 in lower case";
  }

  private static ProblemException refused(ProblemKind kind, String detail) {
    return new ProblemException(Problem.of(kind, detail));
  }

  private final class Chunks extends BulkInputStream {
    private final String scope;
    private final List<String> names;
    private int next;
    private @Nullable InputStream current;

    Chunks(String scope, List<String> names) {
      this.scope = scope;
      this.names = names;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      while (current != null || next < names.size()) {
        current = current == null ? open(names.get(next++)) : current;
        int read = current.read(bytes, offset, Math.min(length, BUFFER_BYTES));
        if (read >= 0) {
          return read;
        }
        current.close();
        current = null;
      }
      return -1;
    }

    private InputStream open(String name) throws IOException {
      InputStream chunk = objects().open(folder(scope) + name);
      if (chunk == null) {
        throw new StoreUnavailableException("A chunk was dropped meanwhile.", null);
      }
      return chunk;
    }

    @Override
    public void close() throws IOException {
      if (current != null) {
        current.close();
      }
    }
  }
}

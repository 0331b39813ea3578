package dev.symbolicator.maps.mounted;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.maps.StoredMap;
import dev.symbolicator.maps.mounted.MountedFiles.FileState;
import dev.symbolicator.maps.mounted.MountedMap.MountedFile;
import dev.symbolicator.maps.mounted.MountedRules.MountedPath;
import dev.symbolicator.maps.objects.BucketReader;
import dev.symbolicator.sourcemap.link.DebugId;
import dev.symbolicator.sourcemap.link.SourceMappingComment;
import dev.symbolicator.threads.WorkerThreads;
import dev.symbolicator.url.DataUrl;
import dev.symbolicator.url.WebUrl;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Finds source maps in mounted folders and buckets. The map of {@code app.js} is the one that the
 * script's comment names, else {@code app.js.map}. Files are looked at again after a few seconds.
 */
@ApplicationScoped
public class MountedMaps {
  private static final Logger LOG = Logger.getLogger(MountedMaps.class);

  /** How many files are looked at at once. */
  private static final int THREADS = 2;

  /** How many scripts' files are remembered. */
  private static final int MAX_REMEMBERED = 10_000;

  private static final Duration FOLDER_TIME = Duration.ofSeconds(5);
  private static final Duration BUCKET_TIME = Duration.ofMinutes(1);

  /** The longest comment is far shorter; an inline map is not looked for in a mounted script. */
  private static final int COMMENT_BYTES = 64 << 10;

  private final ExecutorService threads = WorkerThreads.pool("mounted-maps", THREADS);
  private final MountedRules rules;
  private final Cache<MountedPath, CompletableFuture<Optional<MountedMap>>> inFolders;
  private final Cache<MountedPath, CompletableFuture<Optional<MountedMap>>> inBuckets;

  /** The last maps that were found, for use while their bucket or folder cannot be asked. */
  private final Cache<MountedPath, MountedMap> lastFound =
      Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).build();

  private final MountedFiles folders = new FolderFiles();
  private final MountedFiles buckets;

  @Inject
  MountedMaps(MountedConfig config, BucketReader buckets) {
    this(config, buckets, Ticker.systemTicker());
  }

  MountedMaps(MountedConfig config, BucketReader buckets, Ticker ticker) {
    rules = new MountedRules(config);
    this.buckets = new BucketFiles(buckets);
    inFolders = remembering(FOLDER_TIME, ticker);
    inBuckets = remembering(BUCKET_TIME, ticker);
  }

  private static Cache<MountedPath, CompletableFuture<Optional<MountedMap>>> remembering(
      Duration time, Ticker ticker) {
    return Caffeine.newBuilder()
        .maximumSize(MAX_REMEMBERED)
        .expireAfterWrite(time)
        .ticker(ticker)
        .build();
  }

  @PreDestroy
  void stop() {
    threads.shutdownNow();
  }

  /**
   * Finds the map of a script.
   *
   * @param isBucket whether mounted buckets are asked, or mounted folders
   * @param isReleaseNeeded whether only a rule will do whose location names the release
   * @return a future of null if there is none; never fails
   */
  public CompletableFuture<@Nullable StoredMap> find(
      ScriptRef ref, boolean isBucket, boolean isReleaseNeeded) {
    MountedPath script = rules.find(ref, isBucket, isReleaseNeeded);
    if (script == null) {
      return CompletableFuture.completedFuture(null);
    }
    MountedFiles files = isBucket ? buckets : folders;
    Cache<MountedPath, CompletableFuture<Optional<MountedMap>>> cache =
        isBucket ? inBuckets : inFolders;
    return cache
        .get(
            script,
            path ->
                CompletableFuture.supplyAsync(() -> look(files, path, ref.url()), threads)
                    .exceptionally(fault -> Optional.empty()))
        .thenApply(found -> (StoredMap) found.orElse(null));
  }

  private Optional<MountedMap> look(MountedFiles files, MountedPath script, WebUrl url) {
    try {
      MountedMap found = find(files, script, url);
      if (found == null) {
        lastFound.invalidate(script);
      } else {
        lastFound.put(script, found);
      }
      return Optional.ofNullable(found);
    } catch (IOException unreadable) {
      LOG.warnf(
          "the files of the rule %s cannot be read: %s",
          script.rule(), unreadable.getClass().getSimpleName());
      return Optional.ofNullable(lastFound.getIfPresent(script));
    }
  }

  private static @Nullable MountedMap find(MountedFiles files, MountedPath script, WebUrl url)
      throws IOException {
    FileState text = files.state(script);
    MountedFile textFile = text == null ? null : new MountedFile(files, script, text);
    MountedPath named = textFile == null ? null : named(textFile, url);
    MountedPath path = named == null ? script.withMapEnding() : named;
    FileState map = files.state(path);
    if (map == null) {
      return null;
    }
    MountedFile mapFile = new MountedFile(files, path, map);
    return new MountedMap(mapFile, textFile, textFile == null ? debugId(mapFile) : null);
  }

  /** Returns the map that a script's comment names, if the same rule covers it. */
  private static @Nullable MountedPath named(MountedFile script, WebUrl url) throws IOException {
    try (InputStream in = script.open()) {
      if (in == null) {
        return null;
      }
      in.skipNBytes(Math.max(0, script.size() - COMMENT_BYTES));
      SourceMappingComment comment = SourceMappingComment.find(in.readNBytes(COMMENT_BYTES));
      String named = comment == null ? null : comment.read().url();
      WebUrl map = named == null || DataUrl.is(named) ? null : WebUrl.parse(named, url);
      return map == null ? null : script.path().sibling(map);
    }
  }

  /** Finds the debug ID of a map in pieces, since the map may be large. */
  private static @Nullable String debugId(MountedFile map) throws IOException {
    int overlap = 256;
    byte[] piece = new byte[1 << 16];
    int kept = 0;
    try (InputStream in = map.open()) {
      while (in != null) {
        int length = in.readNBytes(piece, kept, piece.length - kept);
        String id = DebugId.ofMap(Arrays.copyOf(piece, kept + length));
        if (id != null || length < piece.length - kept) {
          return id;
        }
        System.arraycopy(piece, piece.length - overlap, piece, 0, overlap);
        kept = overlap;
      }
      return null;
    }
  }
}

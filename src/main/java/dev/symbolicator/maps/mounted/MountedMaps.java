package dev.symbolicator.maps.mounted;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.maps.StoredMap;
import dev.symbolicator.maps.mounted.MountedFiles.BucketFiles;
import dev.symbolicator.maps.mounted.MountedFiles.FolderFiles;
import dev.symbolicator.maps.mounted.MountedMaps.MountAnswer.MountAbsent;
import dev.symbolicator.maps.mounted.MountedMaps.MountAnswer.MountFound;
import dev.symbolicator.maps.mounted.MountedMaps.MountAnswer.MountUnreadable;
import dev.symbolicator.maps.mounted.MountedRules.MountedPath;
import dev.symbolicator.maps.objects.BucketReader;
import dev.symbolicator.threads.WorkerThreads;
import dev.symbolicator.url.WebUrl;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithParentName;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import org.jboss.logging.Logger;

/**
 * Finds maps in mounted folders and buckets: the one that the script's comment names, else {@code
 * app.js.map}. Files are looked at again after a few seconds.
 */
@ApplicationScoped
public class MountedMaps {
  private static final Logger LOG = Logger.getLogger(MountedMaps.class);

  /** How many files of folders, and of buckets, are looked at at once. */
  private static final int THREADS = 2;

  private static final int MAX_REMEMBERED = 10_000;

  private static final Duration FOLDER_TIME = Duration.ofSeconds(5);
  private static final Duration BUCKET_TIME = Duration.ofMinutes(1);

  /** The time after which files are tried again that could not be read. */
  private static final Duration UNREADABLE_TIME = Duration.ofSeconds(5);

  /** The time between two warnings of one rule. */
  private static final Duration WARNING_TIME = Duration.ofMinutes(1);

  private final MountedRules rules;
  private final MountedKind folders;
  private final MountedKind buckets;

  private final Cache<String, Boolean> warned;

  @Inject
  MountedMaps(MountedConfig config, BucketReader buckets) {
    this(config, new FolderFiles(), new BucketFiles(buckets), Ticker.systemTicker());
  }

  MountedMaps(MountedConfig config, MountedFiles folders, MountedFiles buckets, Ticker ticker) {
    rules = new MountedRules(config);
    this.folders = new MountedKind("mounted-folders", folders, FOLDER_TIME, ticker);
    this.buckets = new MountedKind("mounted-buckets", buckets, BUCKET_TIME, ticker);
    warned = remembering(WARNING_TIME, ticker);
  }

  private static <K, V> Cache<K, V> remembering(Duration time, Ticker ticker) {
    return Caffeine.newBuilder()
        .maximumSize(MAX_REMEMBERED)
        .expireAfterWrite(time)
        .ticker(ticker)
        .build();
  }

  @PreDestroy
  void stop() {
    folders.threads.shutdownNow();
    buckets.threads.shutdownNow();
  }

  public boolean hasRules(boolean isBucket) {
    return rules.hasRules(isBucket);
  }

  /** Finds a map; never fails. If needed, the release must be in the rule's location. */
  public CompletableFuture<MountAnswer> find(
      ScriptRef ref, boolean isBucket, boolean isReleaseNeeded) {
    MountedPath script = rules.find(ref, isBucket, isReleaseNeeded);
    return script == null
        ? CompletableFuture.completedFuture(new MountAbsent("No rule is for this URL."))
        : (isBucket ? buckets : folders).find(script, ref.url());
  }

  /** The mounted folders, or the mounted buckets. Neither waits for the other. */
  private final class MountedKind {
    private final MountedLooks looks;
    private final ExecutorService threads;
    private final Cache<MountedPath, CompletableFuture<MountAnswer>> answers;
    private final Cache<MountedPath, CompletableFuture<MountAnswer>> unreadable;

    MountedKind(String name, MountedFiles files, Duration time, Ticker ticker) {
      looks = new MountedLooks(files, MAX_REMEMBERED);
      threads = WorkerThreads.pool(name, THREADS);
      answers = remembering(time, ticker);
      unreadable = remembering(UNREADABLE_TIME, ticker);
    }

    CompletableFuture<MountAnswer> find(MountedPath script, WebUrl url) {
      CompletableFuture<MountAnswer> failed = unreadable.getIfPresent(script);
      if (failed != null) {
        return failed.copy();
      }
      CompletableFuture<MountAnswer> answer =
          answers.get(
              script, path -> CompletableFuture.supplyAsync(() -> look(path, url), threads));
      return answer.thenApply(
          found -> {
            if (found instanceof MountUnreadable && answers.asMap().remove(script, answer)) {
              unreadable.put(script, answer);
            }
            return found;
          });
    }

    private MountAnswer look(MountedPath script, WebUrl url) {
      MountedMap found;
      try {
        found = looks.find(script, url);
      } catch (IOException failed) {
        warn(script.rule(), failed);
        found = looks.last(script);
        if (found == null) {
          return new MountUnreadable(script.rule());
        }
      }
      return found == null
          ? new MountAbsent(
              "The rule %s leads to %s, where no source map is."
                  .formatted(script.rule(), script.path()))
          : new MountFound(found);
    }
  }

  private void warn(String rule, IOException failed) {
    if (warned.asMap().putIfAbsent(rule, true) == null) {
      LOG.warnf("files of the rule %s cannot be read: %s", rule, failed.getClass().getSimpleName());
    }
  }

  public sealed interface MountAnswer {

    record MountFound(StoredMap map) implements MountAnswer {}

    /** No rule leads to a map; the detail says so. */
    record MountAbsent(String detail) implements MountAnswer {}

    /** A rule leads to files that cannot be read now, so nobody knows whether there is a map. */
    record MountUnreadable(String rule) implements MountAnswer {}
  }

  @ConfigMapping(prefix = "symbolicator.maps.mounted")
  public interface MountedConfig {

    /** Returns the rules by their names. The rule with the longest URL that fits is used. */
    @WithParentName
    Map<String, MountedRule> rules();

    interface MountedRule {

      /** Returns the beginning of the scripts' URLs, which ends with a slash. */
      String url();

      /**
       * A path, or {@code s3://bucket/folder/}; {@code {release}} stands for the profile's release.
       */
      String location();

      /** Returns the scope whose profiles may use the files. */
      @WithDefault(ScriptRef.DEFAULT_SCOPE)
      String scope();
    }
  }
}

package dev.symbolicator.script;

import dev.symbolicator.script.OriginCheck.CheckExtent;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.script.Revalidation.Reload;
import dev.symbolicator.script.ScriptResult.Failed;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletableFuture;

/**
 * Decides whether a script still has no symbols, once its origin has answered. If one of the files
 * changed, the script is loaded as if nothing were known of it.
 */
@ApplicationScoped
class MissRevalidation {
  private final OriginCheck origin;
  private final ScriptFailures failures;
  private final FileVersions versions;
  private final long timeToLive;

  MissRevalidation(
      OriginCheck origin, ScriptFailures failures, FileVersions versions, ScriptConfig config) {
    this.origin = origin;
    this.failures = failures;
    this.versions = versions;
    timeToLive = config.missesTimeToLive().toMillis();
  }

  /** Returns the miss of a failure, with the files that its origin is asked about later. */
  Missed missed(Failed why, FilePair files) {
    return new Missed(
        why.of(files.build()), MissEvidence.of(why, files, versions.now() + timeToLive));
  }

  /** Asks the origin about a miss, and loads changed files. */
  CompletableFuture<Outcome> run(
      LoadContext load, Failed why, MissEvidence evidence, Reload reload) {
    CheckExtent extent =
        why.report().isMismatch() ? CheckExtent.BOTH_FILES : CheckExtent.STALE_FILES;
    return origin.check(
        load,
        evidence.files(),
        extent,
        answer ->
            answer instanceof OriginCheck.Changed changed
                ? reload.load(load, changed.fetched())
                : CompletableFuture.completedFuture(unchanged(why, answer)));
  }

  private Missed unchanged(Failed why, OriginCheck.OriginAnswer answer) {
    if (answer instanceof OriginCheck.Unchanged unchanged) {
      return missed(why, unchanged.files());
    }
    if (answer instanceof OriginCheck.ScriptFailed failed) {
      return new Missed(failures.ofScript(failed.why()));
    }
    if (answer instanceof OriginCheck.MapFailed failed) {
      return missed(failures.ofMap(failed.why(), failed.mapUrl()), failed.files());
    }
    throw new IllegalStateException("the check of a miss never fetches the whole script");
  }
}

package dev.symbolicator.symbolication;

import dev.symbolicator.profile.Profile;
import dev.symbolicator.symbolication.ScriptResolver.TableUse;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Looks up the scripts of a profile. */
@FunctionalInterface
interface ScriptLookUps {

  /**
   * Resolves the scripts of a profile. Called on a worker thread.
   *
   * @param release the release of scripts whose release the profile does not name; null for any
   * @return a future that is done immediately if every script is known, else on another worker
   *     thread, at the deadline at the latest; past the deadline, only known scripts are resolved
   */
  CompletableFuture<ResolvedScripts> resolve(
      Profile profile, @Nullable String release, TableUse use, RequestContext context);

  /**
   * Resolves the scripts of a profile whose tables are all in memory and fresh. Blocks on nothing
   * and waits for nothing, so an event loop may call this.
   *
   * @return null if any script needs more, and then {@link #resolve} does all work anew
   */
  default @Nullable ResolvedScripts resolveNow(
      Profile profile, TableUse use, RequestContext context) {
    return null;
  }

  /** Counts scripts that {@link #resolveNow} resolved, once their profile is answered. */
  default void countNow(int scripts) {}
}

package dev.symbolicator.places;

import dev.symbolicator.maps.MapSearch.Refusal;
import dev.symbolicator.maps.MapSearch.RefusalReason;
import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.maps.ScriptRef.BuildIdentity;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.script.ScriptStatus;
import org.jspecify.annotations.Nullable;

/** Tells whether a script or a map may be of the build that a profile names. */
record ProfiledBuild(ScriptRef ref) {

  /** Returns why a build is not the profile's; null if it may be. */
  @Nullable Failed contradiction(@Nullable BuildIdentity build) {
    if (ref.debugId() != null) {
      return carriesDebugId(build) ? null : debugIdMissing();
    }
    String hash = ref.sha256();
    return hash == null || build == null || hash.equals(build.script().sha256())
        ? null
        : new Failed(
            ScriptStatus.MISMATCH,
            "The profiled script has other content than the script that was found. Upload the map"
                + " of this build.");
  }

  private boolean carriesDebugId(@Nullable BuildIdentity build) {
    String wanted = ref.debugId();
    return wanted != null && build != null && build.hasDebugId(wanted);
  }

  private Failed debugIdMissing() {
    return new Failed(
        ScriptStatus.DEBUG_ID_MISSING,
        "No place has a map with the debug ID %s. Upload the map of this build."
            .formatted(ref.debugId()));
  }

  /** Returns the failure of a script for which the uploaded maps allow no other build. */
  static Failed failure(Refusal refused) {
    return new Failed(
        refused.reason() == RefusalReason.DEBUG_ID_MISSING
            ? ScriptStatus.DEBUG_ID_MISSING
            : ScriptStatus.RELEASE_MISSING,
        refused.detail());
  }
}

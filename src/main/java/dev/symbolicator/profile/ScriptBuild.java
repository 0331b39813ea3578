package dev.symbolicator.profile;

import org.jspecify.annotations.Nullable;

/**
 * The build of a script, as far as a profile says.
 *
 * @param release null if the profile names none
 * @param debugId as the profile spells it, not checked; null if the profile names none
 * @param sha256 the hash of the script's text in UTF-8, as 64 lower-case hexadecimal digits; null
 *     if the profile has none
 */
public record ScriptBuild(
    @Nullable String release, @Nullable String debugId, @Nullable String sha256) {

  /** Makes a build whose script has no known hash. */
  public ScriptBuild(@Nullable String release, @Nullable String debugId) {
    this(release, debugId, null);
  }
}

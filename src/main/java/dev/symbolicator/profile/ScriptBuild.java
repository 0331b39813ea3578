package dev.symbolicator.profile;

import org.jspecify.annotations.Nullable;

/**
 * The build of a script, as far as a profile says.
 *
 * @param release null if the profile names none
 * @param debugId as the profile spells it, not checked; null if the profile names none
 */
public record ScriptBuild(@Nullable String release, @Nullable String debugId) {}

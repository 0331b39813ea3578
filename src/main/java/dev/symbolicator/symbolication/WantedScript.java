package dev.symbolicator.symbolication;

import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.ScriptBuild;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.sourcemap.link.DebugId;
import org.jspecify.annotations.Nullable;

/**
 * A script that a request names, and its build as far as the request says.
 *
 * @param url as the request spells it, maybe no valid URL
 * @param release the release whose source map is meant; null for any
 * @param debugId in lower case with hyphens; null if unknown
 * @param sha256 the hash of the script's bytes, in hexadecimal digits; null if unknown
 */
public record WantedScript(
    String url, @Nullable String release, @Nullable String debugId, @Nullable String sha256) {

  /** Makes a script whose hash is unknown. */
  public WantedScript(String url, @Nullable String release, @Nullable String debugId) {
    this(url, release, debugId, null);
  }

  /**
   * Returns a script of a profile.
   *
   * @param index the script's index in the profile
   * @param release the release of scripts whose release the profile does not name; null for any
   */
  static WantedScript of(Profile profile, int index, @Nullable String release) {
    ScriptBuild build = profile.build(index);
    String debugId = build.debugId();
    return new WantedScript(
        profile.scripts().get(index),
        build.release() == null ? release : build.release(),
        debugId == null ? null : canonicalDebugId(debugId),
        build.sha256());
  }

  /** Tells whether the request says nothing of the script's build. */
  boolean isOfAnyBuild() {
    return release == null && debugId == null && sha256 == null;
  }

  /** Returns a debug ID in lower case with hyphens; null if the text is no UUID. */
  public static @Nullable String canonicalDebugId(String text) {
    return DebugId.canonical(text);
  }

  /** Returns the most UTF-16 units of a release. */
  public static int maxReleaseLength() {
    return ProfileLimits.DEFAULT.maxReleaseLength();
  }

  /** Tells whether a text can be a release: neither empty nor too long, without controls. */
  public static boolean isRelease(String text) {
    return ProfileLimits.DEFAULT.allowsRelease(text);
  }
}

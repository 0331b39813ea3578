package dev.symbolicator.maps;

import dev.symbolicator.url.WebUrl;
import org.jspecify.annotations.Nullable;

/**
 * Names a script and, as far as the profile says, its build.
 *
 * @param scope the tenant: lower-case letters, digits and hyphens
 * @param url the script's URL without a fragment
 * @param release the release that came with the profile; null if none
 * @param debugId the debug ID that came with the profile for this script, in lower case with
 *     hyphens; null if none
 * @param sha256 the {@link ScriptContent#sha256} that came with the profile; null if none
 * @param isPath whether the profile names the script by a path, for which the URL was made
 */
public record ScriptRef(
    String scope,
    WebUrl url,
    @Nullable String release,
    @Nullable String debugId,
    @Nullable String sha256,
    boolean isPath) {

  /** The scope of all callers while no token is configured. */
  public static final String DEFAULT_SCOPE = "default";

  /** Names a script by its URL. */
  public ScriptRef(
      String scope,
      WebUrl url,
      @Nullable String release,
      @Nullable String debugId,
      @Nullable String sha256) {
    this(scope, url, release, debugId, sha256, false);
  }
}

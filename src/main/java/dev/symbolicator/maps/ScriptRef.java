package dev.symbolicator.maps;

import dev.symbolicator.maps.ScriptRef.ScriptContent;
import dev.symbolicator.memory.Sha256;
import dev.symbolicator.sourcemap.link.DebugId;
import dev.symbolicator.url.WebUrl;
import java.util.Arrays;
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

  /**
   * Identifies a script by its bytes, wherever it is served.
   *
   * @param sha256 the hash of the script without a last line that is only its debug ID, in
   *     hexadecimal digits. Sentry's plugins add that line to the copy that they upload
   * @param debugId in lower case with hyphens; null if the script has none
   */
  public record ScriptContent(String sha256, @Nullable String debugId) {

    /** Identifies a script in UTF-8. */
    public static ScriptContent of(byte[] script) {
      return of(script, Sha256.of(script));
    }

    /** Identifies a script in UTF-8 whose bytes have a known SHA-256. */
    public static ScriptContent of(byte[] script, String sha256) {
      int length = DebugId.lengthWithoutComment(script);
      return new ScriptContent(
          length == script.length ? sha256 : Sha256.of(Arrays.copyOf(script, length)),
          DebugId.ofScript(script));
    }
  }

  /**
   * Tells which build a script and its map are of, so that uploaded maps of other builds are not
   * taken for theirs.
   *
   * @param mapDebugId the debug ID in the map; null if the map has none, or could not be fetched
   */
  public record BuildIdentity(ScriptContent script, @Nullable String mapDebugId) {

    /** Returns the debug ID of the script, or else of its map; null if neither has one. */
    @Nullable String debugId() {
      return script.debugId() != null ? script.debugId() : mapDebugId;
    }

    /** Tells whether the script or its map has a debug ID. */
    public boolean hasDebugId(String debugId) {
      return debugId.equals(script.debugId()) || debugId.equals(mapDebugId);
    }
  }
}

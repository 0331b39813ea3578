package dev.symbolicator.maps;

import dev.symbolicator.maps.ScriptRef.ScriptContent;
import dev.symbolicator.memory.Sha256;
import dev.symbolicator.sourcemap.link.DebugId;
import dev.symbolicator.url.WebUrl;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Names a script, whose URL has no fragment or was made for a path, and its build if known. */
public record ScriptRef(
    String scope,
    WebUrl url,
    @Nullable String release,
    @Nullable String debugId,
    @Nullable String sha256,
    boolean isPath) {

  /** The scope of all callers while no token is configured. */
  public static final String DEFAULT_SCOPE = "default";

  public ScriptRef(
      String scope,
      WebUrl url,
      @Nullable String release,
      @Nullable String debugId,
      @Nullable String sha256) {
    this(scope, url, release, debugId, sha256, false);
  }

  /** Identifies a script by a hash without a last line of its ID, as Sentry's tools add. */
  public record ScriptContent(String sha256, @Nullable String debugId) {

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

  /** The build of a script and its map, so that maps of other builds are not taken for theirs. */
  public record BuildIdentity(ScriptContent script, @Nullable String mapDebugId) {

    /** Returns the debug ID of the script, or else of its map; null if neither has one. */
    @Nullable String debugId() {
      return script.debugId() != null ? script.debugId() : mapDebugId;
    }

    public boolean hasDebugId(String debugId) {
      return debugId.equals(script.debugId()) || debugId.equals(mapDebugId);
    }
  }
}

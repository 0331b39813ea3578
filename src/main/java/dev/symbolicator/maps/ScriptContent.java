package dev.symbolicator.maps;

import dev.symbolicator.memory.Sha256;
import dev.symbolicator.sourcemap.link.DebugId;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

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

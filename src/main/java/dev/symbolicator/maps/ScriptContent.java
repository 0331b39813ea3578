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
    int length = DebugId.lengthWithoutComment(script);
    byte[] hashed = length == script.length ? script : Arrays.copyOf(script, length);
    return new ScriptContent(Sha256.of(hashed), DebugId.ofScript(script));
  }
}

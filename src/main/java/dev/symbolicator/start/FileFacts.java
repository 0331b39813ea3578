package dev.symbolicator.start;

import dev.symbolicator.memory.Sha256;
import dev.symbolicator.sourcemap.link.DebugId;
import dev.symbolicator.sourcemap.link.SourceMappingComment;
import org.jspecify.annotations.Nullable;

/**
 * The facts that a load of a script finds before the script is compiled. Each takes a pass over a
 * whole file.
 *
 * @param mapUrl the URL in the script's comment; null if there is none
 */
record FileFacts(
    String scriptSha256,
    String mapSha256,
    @Nullable String mapUrl,
    @Nullable String scriptDebugId,
    @Nullable String mapDebugId) {
  /** Finds the facts. */
  static FileFacts of(byte[] script, byte[] map) {
    SourceMappingComment comment = SourceMappingComment.find(script);
    return new FileFacts(
        Sha256.of(script),
        Sha256.of(map),
        comment == null ? null : comment.read().url(),
        DebugId.ofScript(script),
        DebugId.ofMap(map));
  }
}

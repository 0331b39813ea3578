package dev.symbolicator.script;

import dev.symbolicator.memory.Sha256;
import dev.symbolicator.store.StoreKey;
import dev.symbolicator.url.WebUrl;
import java.nio.charset.StandardCharsets;

/**
 * The key of everything remembered about a script.
 *
 * @param scope the tenant; for now one scope for all callers
 * @param name the script's URL without a fragment; for a data: URL a hash, since such a URL is the
 *     whole script
 */
record ScriptKey(String scope, String name) {
  private static final String DEFAULT_SCOPE = "default";

  static ScriptKey of(WebUrl url) {
    return new ScriptKey(DEFAULT_SCOPE, url.withoutFragment().href());
  }

  static ScriptKey ofData(byte[] script) {
    return new ScriptKey(DEFAULT_SCOPE, "data:" + Sha256.of(script));
  }

  /** Returns the origin of the script's URL. */
  String origin() {
    WebUrl url = WebUrl.parse(name);
    return url == null ? name : url.origin();
  }

  /** Returns the key of the script's record. */
  StoreKey record() {
    return StoreKey.of(scope, StoreKey.StoredKind.RECORD, name.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the key of a block. */
  StoreKey block(String hash) {
    return new StoreKey(scope, StoreKey.StoredKind.BLOCK, hash);
  }
}

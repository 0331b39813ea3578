package dev.symbolicator.script;

import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.memory.Sha256;
import dev.symbolicator.store.StoreKey;
import dev.symbolicator.threads.Slots.Turn;
import dev.symbolicator.url.WebUrl;
import java.nio.charset.StandardCharsets;

/**
 * The key of everything remembered about a script.
 *
 * @param scope the tenant: lower-case letters, digits and hyphens
 * @param name the script's URL without a fragment; for a data: URL a hash, since such a URL is the
 *     whole script
 */
record ScriptKey(String scope, String name) {
  static ScriptKey of(ScriptRef ref) {
    return new ScriptKey(ref.scope(), ref.url().withoutFragment().href());
  }

  static ScriptKey ofData(String scope, byte[] script) {
    return new ScriptKey(scope, "data:" + Sha256.of(script));
  }

  /**
   * Returns the key of a script whose map is stored. The key is short, since many are remembered.
   *
   * @param map the map's {@link dev.symbolicator.maps.StoredMap#id}
   * @param url decides where the sources are, or which script on the web may belong to the map
   */
  static ScriptKey ofStored(ScriptRef ref, String map, WebUrl url) {
    String name = map + " " + url.href();
    return new ScriptKey(ref.scope(), "stored:" + Sha256.of(name.getBytes(StandardCharsets.UTF_8)));
  }

  /** Returns the origin of the script's URL. */
  String origin() {
    WebUrl url = WebUrl.parse(name);
    return url == null ? name : url.origin();
  }

  /** Returns the queue in which work on the script waits. */
  Turn turn() {
    return new Turn(scope, origin());
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

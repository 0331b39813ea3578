package dev.symbolicator.script;

import dev.symbolicator.store.StoreSession;
import dev.symbolicator.url.WebUrl;

/**
 * One load of a script.
 *
 * @param url the script's URL before redirects
 * @param sharing the order in which the load shares its table and its record
 */
record LoadContext(ScriptKey key, WebUrl url, StoreSession sharing) {

  /** A load that has shared nothing yet. */
  LoadContext(ScriptKey key, WebUrl url) {
    this(key, url, new StoreSession());
  }
}

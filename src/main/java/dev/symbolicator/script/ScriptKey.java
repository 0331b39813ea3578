package dev.symbolicator.script;

import dev.symbolicator.url.WebUrl;

/**
 * The key of everything remembered about a script.
 *
 * @param scope who it is remembered for; one scope for now, so that tenants can be told apart later
 * @param url the script's URL without a fragment
 */
record ScriptKey(String scope, WebUrl url) {
  private static final String DEFAULT_SCOPE = "default";

  static ScriptKey of(WebUrl url) {
    return new ScriptKey(DEFAULT_SCOPE, url.withoutFragment());
  }
}

package dev.symbolicator.maps;

import dev.symbolicator.url.WebUrl;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The names under which a script at a URL may have been uploaded, the most certain first.
 *
 * @param urls the URL, and the URL without its query
 * @param paths the path, and the path without its query; empty for URLs such as {@code data:}
 */
record ScriptNames(List<ScriptName> urls, List<ScriptName> paths) {

  static ScriptNames of(WebUrl url) {
    WebUrl script = url.withoutFragment();
    return new ScriptNames(
        variants(ScriptName.of(script.href())), variants(ScriptName.pathOf(script)));
  }

  private static List<ScriptName> variants(@Nullable ScriptName name) {
    if (name == null) {
      return List.of();
    }
    return name.hasQuery() ? List.of(name, name.withoutQuery()) : List.of(name);
  }

  List<ScriptName> all() {
    List<ScriptName> all = new ArrayList<>(urls);
    all.addAll(paths);
    return all;
  }
}

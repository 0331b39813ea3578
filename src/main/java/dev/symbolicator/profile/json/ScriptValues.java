package dev.symbolicator.profile.json;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Texts that belong to single scripts, by the script's index or by its URL. */
final class ScriptValues {
  private final Map<Integer, String> byIndex = new HashMap<>();
  private final Map<String, String> byUrl = new HashMap<>();

  void put(int script, String value) {
    byIndex.put(script, value);
  }

  void put(String url, String value) {
    byUrl.put(url, value);
  }

  void remove(String url) {
    byUrl.remove(url);
  }

  int size() {
    return byIndex.size() + byUrl.size();
  }

  /** Returns the text of a script; null if there is none. An index is more certain than a URL. */
  @Nullable String of(int script, String url) {
    String value = byIndex.get(script);
    return value == null ? byUrl.get(url) : value;
  }
}

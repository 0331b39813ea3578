package dev.symbolicator.identity;

import java.util.List;

/**
 * What ids depend on beside the source and its text. Other settings give other ids.
 *
 * @param mapUrl the URL of the map; that of the script if the map is in it, or was uploaded or
 *     mounted
 * @param roots folders that are dropped from the beginning of the app's paths
 * @param namespace sets the app's sources apart from those of other apps; empty for none
 */
public record KeySettings(String mapUrl, List<String> roots, String namespace) {
  public static final KeySettings NONE = new KeySettings("", List.of(), "");

  public KeySettings {
    roots = List.copyOf(roots);
  }
}

package dev.symbolicator.maps.upload;

import dev.symbolicator.maps.upload.SourceMapUpload.UploadedFile;
import dev.symbolicator.url.WebUrl;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the map of each script; the first counts of: the map in the script itself, the one that the
 * uploader or the script's comment names, the one with its debug ID, the one with its name and
 * {@code .map}. A map that no script takes stands alone.
 */
final class Pairing {
  private static final String MAP_ENDING = ".map";

  enum PairedBy {
    INLINE("inline"),
    COMMENT("comment"),
    DEBUG_ID("debug-id"),
    NAME("name");

    private final String label;

    PairedBy(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }
  }

  record ReadScript(UploadedFile file, ScriptFacts facts) {

    /** Returns the debug ID that the uploader or the script gives; null if neither does. */
    @Nullable String debugId() {
      return file.debugId() != null ? file.debugId() : facts.debugId();
    }

    /** Returns the URL of the map, relative to the script; null if nobody gives one. */
    @Nullable String mapUrl() {
      return file.mapUrl() != null ? file.mapUrl() : facts.mapUrl();
    }
  }

  /**
   * The script is null if the map stands alone, the map if there is none or the script holds it.
   */
  record FoundPair(
      @Nullable ReadScript script, @Nullable UploadedFile map, @Nullable PairedBy pairedBy) {}

  /** Reads the debug IDs of maps, which takes time. */
  interface MapIds {
    /** Returns the debug ID of a map; null if the map has none or cannot be read. */
    @Nullable String of(UploadedFile map) throws IOException;
  }

  private final List<ReadScript> scripts;
  private final List<UploadedFile> maps;
  private final MapIds ids;
  private final Map<String, UploadedFile> mapsByUrl = new HashMap<>();
  private final Set<UploadedFile> taken = new HashSet<>();
  private final FoundPair[] pairs;

  private Pairing(List<ReadScript> scripts, List<UploadedFile> maps, MapIds ids) {
    this.scripts = scripts;
    this.maps = maps;
    this.ids = ids;
    pairs = new FoundPair[scripts.size()];
    maps.forEach(map -> mapsByUrl.putIfAbsent(WebUrl.comparable(map.url()), map));
  }

  /** Returns one pair per script, in their order, and then the maps that stand alone. */
  static List<FoundPair> of(List<ReadScript> scripts, List<UploadedFile> maps, MapIds ids)
      throws IOException {
    Pairing pairing = new Pairing(scripts, maps, ids);
    pairing.byComment();
    pairing.byDebugId();
    pairing.byName();
    return pairing.all();
  }

  private void byComment() {
    for (int i = 0; i < pairs.length; i++) {
      ReadScript script = scripts.get(i);
      if (script.file().mapUrl() == null && script.facts().isInline()) {
        pairs[i] = new FoundPair(script, null, PairedBy.INLINE);
      } else {
        String mapUrl = script.mapUrl();
        String url = mapUrl == null ? null : ScriptBase.resolve(mapUrl, script.file().url());
        pair(i, url == null ? null : mapsByUrl.get(WebUrl.comparable(url)), PairedBy.COMMENT);
      }
    }
  }

  private void byDebugId() throws IOException {
    Map<String, UploadedFile> mapsById = null;
    for (int i = 0; i < pairs.length; i++) {
      String id = pairs[i] == null ? scripts.get(i).debugId() : null;
      if (id != null) {
        mapsById = mapsById == null ? mapsById() : mapsById;
        pair(i, mapsById.get(id), PairedBy.DEBUG_ID);
      }
    }
  }

  private Map<String, UploadedFile> mapsById() throws IOException {
    Map<String, UploadedFile> found = new HashMap<>();
    for (UploadedFile map : maps) {
      if (!taken.contains(map)) {
        String id = map.debugId() != null ? map.debugId() : ids.of(map);
        if (id != null) {
          found.putIfAbsent(id, map);
        }
      }
    }
    return found;
  }

  private void byName() {
    for (int i = 0; i < pairs.length; i++) {
      if (pairs[i] == null) {
        UploadedFile map =
            mapsByUrl.get(WebUrl.comparable(pathOf(scripts.get(i).file().url()) + MAP_ENDING));
        pair(i, map == null || taken.contains(map) ? null : map, PairedBy.NAME);
      }
    }
  }

  private static String pathOf(String url) {
    int query = url.indexOf('?');
    return query < 0 ? url : url.substring(0, query);
  }

  private void pair(int script, @Nullable UploadedFile map, PairedBy pairedBy) {
    if (map != null) {
      taken.add(map);
      pairs[script] = new FoundPair(scripts.get(script), map, pairedBy);
    }
  }

  private List<FoundPair> all() {
    List<FoundPair> all = new ArrayList<>();
    for (int i = 0; i < pairs.length; i++) {
      all.add(pairs[i] == null ? new FoundPair(scripts.get(i), null, null) : pairs[i]);
    }
    for (UploadedFile map : maps) {
      if (!taken.contains(map)) {
        all.add(new FoundPair(null, map, null));
      }
    }
    return all;
  }
}

package dev.symbolicator.script;

import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.maps.StoredMap;
import dev.symbolicator.tables.MapFile;
import dev.symbolicator.url.WebUrl;
import java.util.List;

/**
 * A load of one stored map.
 *
 * @param baseUrl the URL that the map's sources are relative to
 */
record StoredLoad(ScriptRef ref, StoredMap map, LoadContext context, WebUrl baseUrl) {
  MapFile file(byte[] bytes) {
    return new MapFile(bytes, List.of(), baseUrl, map.shown());
  }
}

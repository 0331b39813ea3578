package dev.symbolicator.script;

import dev.symbolicator.maps.StoredMap.ReadableContent;
import dev.symbolicator.url.WebUrl;
import org.jspecify.annotations.Nullable;

/**
 * A source map that came with a profile, and its script if that came too.
 *
 * @param baseUrl the URL that the map's sources are relative to
 * @param text null if only the map is there
 */
public record EmbeddedMap(WebUrl baseUrl, ReadableContent map, @Nullable ReadableContent text) {}

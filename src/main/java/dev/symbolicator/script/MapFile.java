package dev.symbolicator.script;

import dev.symbolicator.fetch.Fetched;
import dev.symbolicator.url.DataUrl;
import dev.symbolicator.url.WebUrl;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a source map.
 *
 * @param namedBy final URLs of the files that name its sources: the script, and the map unless it
 *     is inline
 * @param baseUrl what its sources are relative to: its own URL, or the script's for an inline map;
 *     without a query, which may be a secret, since an empty source is the base URL itself
 * @param shownUrl its URL as reports show it, {@code data:} for an inline map
 */
@SuppressWarnings("ArrayRecordComponent") // Compared by nobody; a copy of 64 MB would be a waste.
record MapFile(byte[] bytes, List<WebUrl> namedBy, WebUrl baseUrl, String shownUrl) {
  static final String INLINE = "data:";

  static MapFile of(Fetched map, WebUrl scriptUrl) {
    return new MapFile(
        map.body(),
        List.of(scriptUrl, map.finalUrl()),
        withoutQuery(map.finalUrl()),
        map.finalUrl().redacted());
  }

  /** The map in a data: URL; null if it is none. */
  static @Nullable MapFile inline(String dataUrl, WebUrl scriptUrl) {
    DataUrl map = DataUrl.parse(dataUrl);
    return map == null
        ? null
        : new MapFile(map.bytes(), List.of(scriptUrl), withoutQuery(scriptUrl), INLINE);
  }

  private static WebUrl withoutQuery(WebUrl url) {
    WebUrl shown = WebUrl.parse(url.redacted());
    return shown == null ? url : shown;
  }
}

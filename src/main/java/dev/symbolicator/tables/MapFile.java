package dev.symbolicator.tables;

import dev.symbolicator.url.WebUrl;
import java.util.List;

/**
 * The bytes of a source map, and the URLs that decide where its sources are.
 *
 * @param bytes the map, inflated
 * @param namedBy the final URLs of the files that name its sources: the script, and the map unless
 *     it is inline; empty for a map that is not of the web, whose sources are not fetched
 * @param baseUrl the URL that its sources are relative to: the map's own URL, or the script's URL
 *     for an inline map
 * @param shownUrl the map's URL as reports show it, {@link #INLINE} for an inline map
 */
@SuppressWarnings(
    "ArrayRecordComponent") // Maps are never compared; a copy of 64 MB would be a waste.
public record MapFile(byte[] bytes, List<WebUrl> namedBy, WebUrl baseUrl, String shownUrl) {
  /** Replaces the URL of an inline map in reports, since that URL holds the whole map. */
  public static final String INLINE = "data:";

  /** Copies the list, and drops the query of the base URL, which may be a secret. */
  public MapFile {
    namedBy = List.copyOf(namedBy);
    // An empty source resolves to the base URL, whose query would be shown.
    baseUrl = withoutQuery(baseUrl);
  }

  /** Returns the map without leave to fetch its sources. */
  public MapFile withoutWeb() {
    return new MapFile(bytes, List.of(), baseUrl, shownUrl);
  }

  private static WebUrl withoutQuery(WebUrl url) {
    WebUrl shown = WebUrl.parse(url.redacted());
    return shown == null ? url : shown;
  }
}

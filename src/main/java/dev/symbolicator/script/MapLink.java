package dev.symbolicator.script;

import dev.symbolicator.content.ByteBudget;
import dev.symbolicator.fetch.Fetched;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.sourcemap.SourceMappingComment;
import dev.symbolicator.sourcemap.SourceMappingUrl;
import dev.symbolicator.url.DataUrl;
import dev.symbolicator.url.WebUrl;

/** What a script says of its map. */
sealed interface MapLink {
  /** UTF-16 units of a map's URL that is worth parsing; a data: URL is a map and not parsed. */
  int MAX_LENGTH = 1 << 16;

  /** Bytes that reading a comment takes at its peak for each of its URL's. */
  int MEMORY_OF_COMMENT = 5;

  /** The map is at a URL. */
  record Linked(WebUrl url) implements MapLink {}

  /** The script has its map with it. */
  record Inline(MapFile map) implements MapLink {}

  /** There is no map, or none that can be read. */
  record None(Failed why) implements MapLink {}

  /**
   * Finds it. An inline map, or the URL of another, which may wait for long, is charged to the
   * script's lease, and stays so until that is closed.
   */
  static MapLink of(Fetched script) {
    ByteBudget.Lease lease = script.lease();
    long before = lease.held();
    MapLink found = find(script);
    lease.shrinkTo(before + memory(found));
    return found;
  }

  private static long memory(MapLink found) {
    if (found instanceof Inline inline) {
      return inline.map().bytes().length;
    }
    return found instanceof Linked linked ? Copy.memory(linked.url()) : 0;
  }

  private static MapLink find(Fetched script) {
    SourceMappingUrl header =
        SourceMappingUrl.ofHeaders(
            script.headers().first("SourceMap"), script.headers().first("X-SourceMap"));
    if (header != null) {
      return of(header.url(), script);
    }
    SourceMappingComment comment = SourceMappingComment.find(script.body());
    if (comment == null) {
      return none();
    }
    if (!script.lease().grow((long) MEMORY_OF_COMMENT * comment.length())) {
      return new None(noMemory(script.lease()));
    }
    return of(comment.read().url(), script);
  }

  private static MapLink of(String url, Fetched script) {
    return DataUrl.is(url) ? inline(url, script) : linked(url, script);
  }

  private static None none() {
    return new None(
        new Failed(
            ScriptStatus.NO_SOURCE_MAP,
            "The script has no SourceMap header and no sourceMappingURL comment."));
  }

  private static MapLink inline(String url, Fetched script) {
    if (!script.lease().grow(DataUrl.memory(url))) {
      return new None(noMemory(script.lease()));
    }
    MapFile map = MapFile.inline(url, script.finalUrl());
    return map == null
        ? new None(
            new Failed(
                ScriptStatus.MALFORMED,
                MapFile.INLINE,
                "The script's inline source map is no data: URL."))
        : new Inline(map);
  }

  private static MapLink linked(String url, Fetched script) {
    WebUrl map = url.length() > MAX_LENGTH ? null : WebUrl.parse(url, script.finalUrl());
    if (map == null) {
      return new None(
          new Failed(ScriptStatus.MALFORMED, "The script's sourceMappingURL is no URL."));
    }
    return script.lease().grow(Copy.memory(map))
        ? new Linked(map.withoutFragment())
        : new None(
            Shortage.of(
                script.lease().passesLimitAlone(), "read the source map's URL", map.redacted()));
  }

  /** What is said where a script's inline map finds no memory. */
  private static Failed noMemory(ByteBudget.Lease lease) {
    return Shortage.of(
        lease.passesLimitAlone(), "read the script's inline source map", MapFile.INLINE);
  }
}

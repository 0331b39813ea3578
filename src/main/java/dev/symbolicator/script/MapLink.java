package dev.symbolicator.script;

import dev.symbolicator.fetch.FetchResult.Fetched;
import dev.symbolicator.freshness.FileVersion;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.sourcemap.link.SourceMappingComment;
import dev.symbolicator.sourcemap.link.SourceMappingUrl;
import dev.symbolicator.symbols.ScriptComments;
import dev.symbolicator.tables.MapCompiler.MapFile;
import dev.symbolicator.tables.TableResult.TableFailure;
import dev.symbolicator.url.DataUrl;
import dev.symbolicator.url.WebUrl;
import java.util.List;

/** A script's link to its map. */
sealed interface MapLink {
  /** The longest URL that is parsed, in UTF-16 units. A data: URL is not parsed. */
  int MAX_LENGTH = 1 << 16;

  /** The peak memory of reading a comment, per byte of its URL. */
  int BYTES_PER_COMMENT_BYTE = 5;

  /** The failure of a script whose map must not be fetched. */
  Failed NOT_FETCHED =
      new Failed(
          ScriptStatus.NO_SOURCE_MAP,
          "The script's source map is on the web, which symbolicator.maps.places leaves out.");

  record Linked(WebUrl url) implements MapLink {}

  record Inline(MapFile map) implements MapLink {}

  record None(Failed why) implements MapLink {}

  /** Finds the map of a script; the script's lease keeps an inline map or the map's URL. */
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
    return found instanceof Linked linked ? FileVersion.memory(linked.url()) : 0;
  }

  private static MapLink find(Fetched script) {
    SourceMappingUrl header =
        SourceMappingUrl.ofHeaders(
            script.headers().first("SourceMap"), script.headers().first("X-SourceMap"));
    if (header != null) {
      return of(header.url(), script);
    }
    Allowance memory = Allowance.within(script.lease());
    SourceMappingComment comment =
        SourceMappingComment.find(script.body(), new ScriptComments(script.body(), memory));
    if (comment == null) {
      return new None(
          new Failed(
              ScriptStatus.NO_SOURCE_MAP,
              "The script has no SourceMap header and no sourceMappingURL comment."));
    }
    return script.lease().grow((long) BYTES_PER_COMMENT_BYTE * comment.length())
        ? of(comment.read().url(), script)
        : outOfMemory(script.lease());
  }

  private static MapLink of(String url, Fetched script) {
    return DataUrl.is(url) ? inline(url, script) : linked(url, script);
  }

  private static MapLink inline(String url, Fetched script) {
    if (!script.lease().grow(DataUrl.memory(url))) {
      return outOfMemory(script.lease());
    }
    DataUrl map = DataUrl.parse(url);
    return map == null
        ? new None(
            new Failed(
                ScriptStatus.MALFORMED,
                MapFile.INLINE,
                "The script's inline source map is not a valid data: URL."))
        : new Inline(
            new MapFile(
                map.bytes(), List.of(script.finalUrl()), script.finalUrl(), MapFile.INLINE));
  }

  private static MapLink linked(String url, Fetched script) {
    WebUrl map = url.length() > MAX_LENGTH ? null : WebUrl.parse(url, script.finalUrl());
    if (map == null) {
      return new None(
          new Failed(ScriptStatus.MALFORMED, "The script's sourceMappingURL is not a valid URL."));
    }
    return script.lease().grow(FileVersion.memory(map))
        ? new Linked(map.withoutFragment())
        : outOfMemory(script.lease(), "read the source map's URL", map.redacted());
  }

  private static None outOfMemory(ByteBudget.Lease lease) {
    return outOfMemory(lease, "read the script's inline source map", MapFile.INLINE);
  }

  private static None outOfMemory(ByteBudget.Lease lease, String work, String sourceMap) {
    TableFailure failure = TableFailure.ofMemory(lease.passesLimitAlone(), work);
    return new None(ScriptFailures.of(failure, sourceMap));
  }
}

package dev.symbolicator.script;

import dev.symbolicator.fetch.Fetched;
import dev.symbolicator.freshness.FileVersion;
import dev.symbolicator.maps.ScriptRef.BuildIdentity;
import dev.symbolicator.maps.ScriptRef.ScriptContent;
import dev.symbolicator.sourcemap.link.DebugId;
import dev.symbolicator.tables.MapFile;
import dev.symbolicator.url.WebUrl;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files of a script that were fetched already, so a load does not fetch them again. The code
 * that fetched the files closes them.
 */
record FetchedFiles(@Nullable FetchedScript script, @Nullable FetchedMap map) {
  /** Nothing was fetched yet. */
  static final FetchedFiles NONE = new FetchedFiles(null, null);

  /** A script that was fetched. */
  record FetchedScript(Fetched file, FileVersion version, ScriptContent content) {

    static FetchedScript of(Fetched file, FileVersion version) {
      return new FetchedScript(file, version, ScriptContent.of(file.body(), version.sha256()));
    }

    /** Returns the pair of a script that names no map. */
    FilePair alone() {
      return with(null, null, null);
    }

    /** Returns the pair of a script that holds its map. */
    FilePair withInline(byte[] map) {
      return with(null, null, DebugId.ofMap(map));
    }

    /** Returns the pair of a script whose map could not be fetched. */
    FilePair without(WebUrl mapUrl) {
      return with(mapUrl, null, null);
    }

    private FilePair with(
        @Nullable WebUrl mapUrl, @Nullable FileVersion map, @Nullable String mapDebugId) {
      return new FilePair(version, mapUrl, map, new BuildIdentity(content, mapDebugId));
    }
  }

  /**
   * A map that was fetched.
   *
   * @param url the requested URL, before redirects
   * @param namedBy the final URL of the script that named the map
   */
  record FetchedMap(WebUrl url, WebUrl namedBy, Fetched file, FileVersion version) {

    /** Tells whether a script that was fetched now names this map. */
    boolean isNamedBy(FetchedScript script, WebUrl named) {
      return url.equals(named) && namedBy.equals(script.file().finalUrl());
    }

    /** Returns the map in the form that is compiled with a script. */
    MapFile forScript(FetchedScript script) {
      WebUrl finalUrl = file.finalUrl();
      return new MapFile(
          file.body(), List.of(script.file().finalUrl(), finalUrl), finalUrl, finalUrl.redacted());
    }

    FilePair pairedWith(FetchedScript script) {
      return script.with(url, version, DebugId.ofMap(file.body()));
    }
  }

  static FetchedFiles of(FetchedScript script) {
    return new FetchedFiles(script, null);
  }

  static FetchedFiles of(FetchedMap map) {
    return new FetchedFiles(null, map);
  }

  void close() {
    if (script != null) {
      script.file().close();
    }
    if (map != null) {
      map.file().close();
    }
  }
}

package dev.symbolicator.maps.mounted;

import dev.symbolicator.maps.StoredMap;
import dev.symbolicator.maps.mounted.MountedFiles.FileState;
import dev.symbolicator.maps.mounted.MountedRules.MountedPath;
import dev.symbolicator.url.WebUrl;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * A map in a mounted folder or bucket.
 *
 * @param map the map's file
 * @param text the script's file; null if only the map is there
 * @param debugId that of a map without its script; null if it has none, or the script is there
 */
record MountedMap(MountedFile map, @Nullable MountedFile text, @Nullable String debugId)
    implements StoredMap {

  /**
   * One version of a file.
   *
   * @param inline the part of the file that is meant; null for the whole file
   */
  record MountedFile(
      MountedFiles files, MountedPath path, FileState state, @Nullable InlineMap inline)
      implements ReadableContent {
    MountedFile(MountedFiles files, MountedPath path, FileState state) {
      this(files, path, state, null);
    }

    @Override
    public long size() {
      return inline == null ? state.size() : inline.size();
    }

    @Override
    public @Nullable String sha256() {
      return null;
    }

    @Override
    public @Nullable InputStream open() throws IOException {
      InputStream in = openFrom(inline == null ? 0 : inline.from());
      return in == null || inline == null ? in : inline.decoded(in);
    }

    @Nullable InputStream openFrom(long from) throws IOException {
      return files.open(path, from);
    }

    String id() {
      return path.location() + path.path() + '@' + state.version() + '#' + state.size();
    }
  }

  @Override
  public String id() {
    return text == null ? map.id() : map.id() + ' ' + text.id();
  }

  @Override
  public String shown() {
    return map.path.rule() + ":" + map.path.path();
  }

  @Override
  public @Nullable WebUrl baseUrl() {
    return null;
  }
}

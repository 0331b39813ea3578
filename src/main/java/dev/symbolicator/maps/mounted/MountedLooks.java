package dev.symbolicator.maps.mounted;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.symbolicator.maps.mounted.MountedFiles.FileState;
import dev.symbolicator.maps.mounted.MountedMap.InlineMap;
import dev.symbolicator.maps.mounted.MountedMap.MountedFile;
import dev.symbolicator.maps.mounted.MountedRules.MountedPath;
import dev.symbolicator.sourcemap.link.DebugId;
import dev.symbolicator.sourcemap.link.SourceMappingComment;
import dev.symbolicator.url.DataUrl;
import dev.symbolicator.url.WebUrl;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Looks for maps at one kind of place. A file is read again only if its state has changed. */
final class MountedLooks {
  /** The longest comment that names a file is far shorter. */
  private static final int COMMENT_BYTES = 64 << 10;

  private final MountedFiles files;
  private final Cache<MountedPath, LastLook> lastLooks;

  MountedLooks(MountedFiles files, int maxRemembered) {
    this.files = files;
    lastLooks = Caffeine.newBuilder().maximumSize(maxRemembered).build();
  }

  /** The last look: the script's state, the named path, and the map; null if absent. */
  private record LastLook(@Nullable FileState text, MountedPath path, @Nullable MountedMap map) {}

  @Nullable MountedMap last(MountedPath script) {
    LastLook last = lastLooks.getIfPresent(script);
    return last == null ? null : last.map;
  }

  /** Finds a script's map, which a comment may name relative to the script's URL. */
  @Nullable MountedMap find(MountedPath script, WebUrl url) throws IOException {
    FileState text = files.state(script);
    LastLook last = lastLook(script, text);
    MountedFile textFile = text == null ? null : new MountedFile(files, script, text);
    MountedPath named = last != null ? last.path : mapPath(script, textFile, url);
    MountedPath path = named;
    FileState map = files.state(path);
    if (map == null && !path.equals(script.withMapEnding())) {
      path = script.withMapEnding();
      map = files.state(path);
    }
    if (last != null && last.map != null && last.map.map().state().equals(map)) {
      return last.map;
    }
    boolean mayBeInline = map == null && last == null && path.equals(script.withMapEnding());
    InlineMap inline = mayBeInline && textFile != null ? InlineMap.find(textFile) : null;
    if (inline != null && text != null) {
      MountedMap within =
          new MountedMap(new MountedFile(files, script, text, inline), textFile, null);
      lastLooks.put(script, new LastLook(text, script, within));
      return within;
    }
    MountedMap found = map == null ? null : map(new MountedFile(files, path, map), textFile);
    lastLooks.put(script, new LastLook(text, named, found));
    return found;
  }

  /** Returns the last look if the script has not changed since; null if it has. */
  private @Nullable LastLook lastLook(MountedPath script, @Nullable FileState text) {
    LastLook last = lastLooks.getIfPresent(script);
    return last != null && Objects.equals(last.text, text) ? last : null;
  }

  private static MountedMap map(MountedFile map, @Nullable MountedFile text) throws IOException {
    return new MountedMap(map, text, text == null ? debugId(map) : null);
  }

  /** Returns the path of the map that a script's comment names, if the same rule covers it. */
  private static MountedPath mapPath(MountedPath script, @Nullable MountedFile text, WebUrl url)
      throws IOException {
    String named = text == null ? null : named(text);
    WebUrl map = named == null || DataUrl.is(named) ? null : WebUrl.parse(named, url);
    MountedPath sibling = map == null ? null : script.sibling(map);
    return sibling == null ? script.withMapEnding() : sibling;
  }

  private static @Nullable String named(MountedFile script) throws IOException {
    long from = Math.max(0, script.size() - COMMENT_BYTES);
    try (InputStream in = script.openFrom(from)) {
      SourceMappingComment comment =
          in == null ? null : SourceMappingComment.find(in.readNBytes(COMMENT_BYTES));
      return comment == null ? null : comment.read().url();
    }
  }

  /** Finds the debug ID of a map in pieces, since the map may be large. */
  private static @Nullable String debugId(MountedFile map) throws IOException {
    int overlap = 256;
    byte[] piece = new byte[1 << 16];
    int kept = 0;
    try (InputStream in = map.open()) {
      while (in != null) {
        int length = in.readNBytes(piece, kept, piece.length - kept);
        String id = DebugId.ofMap(Arrays.copyOf(piece, kept + length));
        if (id != null || length < piece.length - kept) {
          return id;
        }
        System.arraycopy(piece, piece.length - overlap, piece, 0, overlap);
        kept = overlap;
      }
      return null;
    }
  }
}

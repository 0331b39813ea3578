package dev.symbolicator.maps.mounted;

import dev.symbolicator.maps.StoredMap;
import dev.symbolicator.maps.mounted.MountedFiles.FileState;
import dev.symbolicator.maps.mounted.MountedMap.MountedFile;
import dev.symbolicator.maps.mounted.MountedRules.MountedPath;
import dev.symbolicator.url.WebUrl;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A map in a mounted folder or bucket, with its script, or else with the map's debug ID if any. */
record MountedMap(MountedFile map, @Nullable MountedFile text, @Nullable String debugId)
    implements StoredMap {

  /** One version of a file, or of the map within it. */
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

  /**
   * A map within a script: a data: URL in base64, as build tools write it, in the last comment, by
   * offset and length without padding. Script and map are never in memory as a whole.
   */
  record InlineMap(long from, long length) {
    private static final Pattern COMMENT =
        Pattern.compile("//[#@]\\s*sourceMappingURL=data:[^,\\s]{0,128};base64,");
    private static final Pattern REST = Pattern.compile("=*\\s*(//[^\n]*+\\s*)*+");

    /** The most bytes behind the map; other comments have less. */
    private static final int MAX_REST = 4096;

    private static final int PIECE = 1 << 16;
    private static final int OVERLAP = 256;

    static @Nullable InlineMap find(MountedFile script) throws IOException {
      long from = -1;
      try (InputStream in = script.openFrom(0)) {
        byte[] piece = new byte[PIECE];
        int kept = 0;
        long start = 0;
        while (in != null) {
          int read = in.readNBytes(piece, kept, PIECE - kept);
          String text = new String(piece, 0, kept + read, StandardCharsets.ISO_8859_1);
          Matcher comment = COMMENT.matcher(text);
          while (comment.find()) {
            from = start + comment.end();
          }
          if (read < PIECE - kept) {
            break;
          }
          System.arraycopy(piece, PIECE - OVERLAP, piece, 0, OVERLAP);
          start += PIECE - OVERLAP;
          kept = OVERLAP;
        }
      }
      return from < 0 ? null : at(script, from);
    }

    private static @Nullable InlineMap at(MountedFile script, long from) throws IOException {
      long length = 0;
      try (InputStream in = script.openFrom(from)) {
        byte[] piece = new byte[PIECE];
        while (in != null) {
          int read = in.readNBytes(piece, 0, PIECE);
          int end = 0;
          while (end < read && isBase64(piece[end])) {
            end++;
          }
          length += end;
          if (end < read || read == 0) {
            byte[] rest = Arrays.copyOfRange(piece, end, Math.min(read, end + MAX_REST));
            boolean isWhole = script.size() - from - length <= MAX_REST;
            byte[] more = isWhole && read == PIECE ? in.readNBytes(MAX_REST) : new byte[0];
            String behind =
                new String(rest, StandardCharsets.ISO_8859_1)
                    + new String(more, StandardCharsets.ISO_8859_1);
            return isWhole && REST.matcher(behind).matches() ? new InlineMap(from, length) : null;
          }
        }
      }
      return null;
    }

    private static boolean isBase64(byte b) {
      return (b >= 'a' && b <= 'z')
          || (b >= 'A' && b <= 'Z')
          || (b >= '0' && b <= '9')
          || b == '+'
          || b == '/';
    }

    long size() {
      return length * 3 / 4;
    }

    /** Decodes the map from a stream that stands at its base64 text. */
    InputStream decoded(InputStream in) {
      return Base64.getDecoder().wrap(new Bounded(in, length));
    }

    private static final class Bounded extends InputStream {
      private final InputStream in;
      private long left;

      Bounded(InputStream in, long left) {
        this.in = in;
        this.left = left;
      }

      @Override
      public int read() throws IOException {
        return left-- > 0 ? in.read() : -1;
      }

      @Override
      public int read(byte[] into, int offset, int length) throws IOException {
        if (left <= 0) {
          return -1;
        }
        int read = in.read(into, offset, (int) Math.min(length, left));
        left -= Math.max(0, read);
        return read;
      }

      @Override
      public void close() throws IOException {
        in.close();
      }
    }
  }
}

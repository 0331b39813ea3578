package dev.symbolicator.maps;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.symbolicator.maps.ScriptRef.ScriptContent;
import dev.symbolicator.maps.objects.Blobs.BlobId;
import dev.symbolicator.memory.Sha256;
import dev.symbolicator.url.WebUrl;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One uploaded source map, its script, and the keys by which both are found.
 *
 * @param id a hash of keys, content and prefixes, 32 hexadecimal digits, equal if repeated
 * @param script an absolute URL without fragment, or a path as {@code ~/assets/app.js}
 * @param dist Sentry's distribution of the release
 * @param debugId in lower case with hyphens; of script or map
 * @param project a label of the uploader's
 * @param text null if the map was uploaded alone
 * @param contentSha256 the script's {@link ScriptContent#sha256}
 * @param prefixes of URLs of scripts that this entry may answer; empty for all
 * @param uploadedBy the name of the token
 * @param uploadedAt in milliseconds since 1970
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MapEntry(
    String id,
    String scope,
    String script,
    @Nullable String release,
    @Nullable String dist,
    @Nullable String debugId,
    @Nullable String project,
    BlobId map,
    @Nullable BlobId text,
    @Nullable String contentSha256,
    List<String> prefixes,
    String uploadedBy,
    long uploadedAt) {

  static final int ID_DIGITS = 32;

  public MapEntry {
    Objects.requireNonNull(id);
    Objects.requireNonNull(scope);
    Objects.requireNonNull(script);
    Objects.requireNonNull(map);
    Objects.requireNonNull(uploadedBy);
    prefixes = List.copyOf(prefixes);
  }

  /** Makes an entry, whose ID follows from its other components. */
  public MapEntry(
      String scope,
      String script,
      @Nullable String release,
      @Nullable String dist,
      @Nullable String debugId,
      @Nullable String project,
      BlobId map,
      @Nullable BlobId text,
      @Nullable String contentSha256,
      List<String> prefixes,
      String uploadedBy,
      long uploadedAt) {
    this(
        hash(
            scope,
            script,
            release,
            dist,
            debugId,
            map.sha256(),
            text == null ? null : text.sha256(),
            prefixes),
        scope,
        script,
        release,
        dist,
        debugId,
        project,
        map,
        text,
        contentSha256,
        prefixes,
        uploadedBy,
        uploadedAt);
  }

  /** Returns a URL as browsers write it, without fragment, or a {@code ~/} path, or null. */
  public static @Nullable String canonicalScript(String script) {
    if (!script.startsWith(ScriptName.PATH + '/')) {
      WebUrl url = WebUrl.parse(script);
      return url == null ? null : url.withoutFragment().href();
    }
    WebUrl url = WebUrl.parse("https://h" + script.substring(ScriptName.PATH.length()));
    return url == null ? null : ScriptName.PATH + url.pathAndQuery();
  }

  /** Returns an ID. Each part has its length in front, so none looks like two or absent. */
  private static String hash(
      String scope,
      String script,
      @Nullable String release,
      @Nullable String dist,
      @Nullable String debugId,
      String map,
      @Nullable String text,
      List<String> prefixes) {
    StringBuilder parts = new StringBuilder();
    Stream.concat(Stream.of(scope, script, release, dist, debugId, map, text), prefixes.stream())
        .forEach(
            part -> {
              if (part == null) {
                parts.append('-');
              } else {
                parts.append(part.length()).append(':').append(part);
              }
            });
    return Sha256.of(parts.toString().getBytes(StandardCharsets.UTF_8)).substring(0, ID_DIGITS);
  }

  static boolean isId(String text) {
    return text.matches("[0-9a-f]{32}");
  }

  MapEntry withUploadedAt(long time) {
    return new MapEntry(
        id,
        scope,
        script,
        release,
        dist,
        debugId,
        project,
        map,
        text,
        contentSha256,
        prefixes,
        uploadedBy,
        time);
  }

  /** Tells whether only a path is named, so that any origin may serve the script. */
  public boolean hasPathOnly() {
    return script.startsWith("~/");
  }

  /**
   * A URL or path, which is the directory with its slash, the file, and the query with its mark.
   */
  record ScriptName(String directory, String file, String query) {
    private static final String PATH = "~";

    static ScriptName of(String script) {
      int mark = script.indexOf('?');
      int end = mark < 0 ? script.length() : mark;
      int slash = script.lastIndexOf('/', end - 1) + 1;
      return new ScriptName(
          script.substring(0, slash), script.substring(slash, end), script.substring(end));
    }

    /** Returns the name of an upload that gives only the path; null if there is no path. */
    static @Nullable ScriptName pathOf(WebUrl url) {
      return url.path().startsWith("/") ? of(PATH + url.pathAndQuery()) : null;
    }

    /** Returns this name in the form in which two spellings of one name are equal. */
    ScriptName comparable() {
      return of(WebUrl.comparable(toString()));
    }

    /** Returns a form equal for files encoded twice, with plus for space, or another case. */
    static String lookalike(String file) {
      String once = file.replaceAll("%(?:25)+", "%");
      return WebUrl.comparable(once).replace('+', ' ').toLowerCase(Locale.ROOT);
    }

    ScriptName withoutQuery() {
      return query.isEmpty() ? this : new ScriptName(directory, file, "");
    }

    boolean hasQuery() {
      return !query.isEmpty();
    }

    @Override
    public String toString() {
      return directory + file + query;
    }
  }
}

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
 * One uploaded source map, the script it belongs to, and the keys by which both are found.
 *
 * @param id the entry's name: a hash of its keys, content and prefixes, 32 hexadecimal digits. An
 *     upload that is repeated has an equal ID
 * @param scope the tenant: lower-case letters, digits and hyphens
 * @param script the script's absolute URL without a fragment, or its path as {@code
 *     ~/assets/app.js}
 * @param release null for an upload without a release
 * @param dist Sentry's distribution of the release; null if none
 * @param debugId in lower case with hyphens; null if neither script nor map has one
 * @param project a label of the uploader's; null if none
 * @param map the map's content
 * @param text the script's content; null if the map was uploaded alone
 * @param contentSha256 the {@link ScriptContent#sha256} of the script; null if the map was uploaded
 *     alone
 * @param prefixes the URL prefixes of scripts that this entry may answer; empty for all
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

  /** Copies the list. */
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

  /**
   * Returns a script as entries name it: an absolute URL as browsers write it, without its
   * fragment, or a path that begins with {@code ~/}.
   *
   * @return null if the text is neither a URL nor such a path
   */
  public static @Nullable String canonicalScript(String script) {
    if (!script.startsWith(ScriptName.PATH + '/')) {
      WebUrl url = WebUrl.parse(script);
      return url == null ? null : url.withoutFragment().href();
    }
    WebUrl url = WebUrl.parse("https://h" + script.substring(ScriptName.PATH.length()));
    return url == null ? null : ScriptName.PATH + url.pathAndQuery();
  }

  /**
   * Returns the ID of an entry. Each part has its length in front, so no part can look like two, or
   * like a part that is absent.
   */
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

  /** Returns whether a text can be the ID of an entry: 32 lower-case hexadecimal digits. */
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

  /**
   * Tells whether the entry names its script by a path, so that any origin may serve the script.
   */
  public boolean hasPathOnly() {
    return script.startsWith("~/");
  }

  /**
   * The URL or the path of a script in three parts, which together are the whole.
   *
   * @param directory the text up to the last slash of the path, with the slash
   * @param file the last segment of the path
   * @param query the query with its question mark; empty if there is none
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

    /**
     * Returns the name of an upload that gives only the path of a URL; null if there is no path.
     */
    static @Nullable ScriptName pathOf(WebUrl url) {
      return url.path().startsWith("/") ? of(PATH + url.pathAndQuery()) : null;
    }

    /** Returns this name in the form in which two spellings of one name are equal. */
    ScriptName comparable() {
      return of(WebUrl.comparable(toString()));
    }

    /**
     * Returns a file's name in a form that is equal for names that are easily mistaken for each
     * other: encoded twice, with plus signs for spaces, or in another case.
     *
     * @param file without its query
     */
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

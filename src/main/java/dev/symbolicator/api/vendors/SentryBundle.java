package dev.symbolicator.api.vendors;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.maps.MapLimits;
import dev.symbolicator.maps.objects.Spool.SpooledBlob;
import dev.symbolicator.maps.objects.Spool.SpooledBytes;
import dev.symbolicator.maps.upload.ScriptBase;
import dev.symbolicator.maps.upload.SourceMapUpload;
import dev.symbolicator.maps.upload.SourceMapUpload.ArchiveFile;
import dev.symbolicator.maps.upload.SourceMapUpload.FileRole;
import dev.symbolicator.maps.upload.SourceMapUpload.UploadedFile;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.sourcemap.link.DebugId;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads bundles: a zip whose {@code manifest.json} says which files to take. */
final class SentryBundle {
  private static final String MANIFEST = "manifest.json";
  private static final String SOURCE_TYPE = "source";
  private static final String DEBUG_ID = "debug-id";
  private static final String MAP_HEADER = "sourcemap";

  /** The folders of Sentry's tools for files whose URLs begin with {@code ~/}. */
  private static final List<String> FOLDERS = List.of("files/_/_/", "_/_/");

  private static final String SCRIPT_TYPE = "minified_source";
  private static final String MAP_TYPE = "source_map";

  /** Types of files that are of no use here. */
  private static final List<String> OTHER_TYPES = List.of(SOURCE_TYPE, "indexed_ram_bundle");

  private static final int SHOWN_CHARS = 200;

  /** How much memory a manifest of the shortest members takes when it is read, per byte. */
  private static final int MEMORY_FACTOR = 24;

  private static final ObjectReader JSON =
      JsonMapper.builder()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .build()
          .readerFor(Manifest.class);

  /** Ends the reading of a bundle that contradicts itself. */
  static final class BundleException extends IOException {
    private static final long serialVersionUID = 1;

    BundleException(String message) {
      super(message);
    }
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  record ManifestFile(
      @Nullable String type,
      @Nullable String url,
      @Nullable Map<String, @Nullable String> headers) {

    @Nullable String header(String name) {
      if (headers != null) {
        for (Map.Entry<String, @Nullable String> header : headers.entrySet()) {
          if (header.getKey().toLowerCase(Locale.ROOT).equals(name)) {
            return header.getValue();
          }
        }
      }
      return null;
    }
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  record Manifest(
      @Nullable Map<String, @Nullable ManifestFile> files,
      @Nullable String release,
      @Nullable String dist) {}

  /** A bundle that was taken apart; release and dist are the manifest's. */
  record ReadBundle(List<UploadedFile> files, @Nullable String release, @Nullable String dist) {}

  private SentryBundle() {}

  /** Takes a bundle apart; throws if its manifest is missing, or does not fit the files. */
  static ReadBundle read(SourceMapUpload upload, SpooledBytes bundle, ByteBudget.Lease lease)
      throws IOException {
    Manifest manifest = manifest(upload.archive(bundle, MANIFEST::equals), lease);
    Map<String, @Nullable ManifestFile> named =
        manifest.files() == null ? Map.of() : manifest.files();
    Map<String, FileRole> roles = new HashMap<>();
    for (Map.Entry<String, @Nullable ManifestFile> entry : named.entrySet()) {
      roles.put(entry.getKey(), role(entry.getKey(), entry.getValue()));
    }
    Map<String, SpooledBlob> contents = new HashMap<>();
    for (ArchiveFile file :
        upload.archive(
            bundle, path -> roles.getOrDefault(path, FileRole.OTHER) != FileRole.OTHER)) {
      contents.put(file.path(), file.content());
    }
    List<UploadedFile> files = new ArrayList<>();
    for (Map.Entry<String, @Nullable ManifestFile> entry : named.entrySet()) {
      FileRole role = roles.getOrDefault(entry.getKey(), FileRole.OTHER);
      ManifestFile file = entry.getValue();
      if (role != FileRole.OTHER && file != null) {
        files.add(uploaded(entry.getKey(), file, role, contents.get(entry.getKey())));
      }
    }
    return new ReadBundle(
        files, label("release", manifest.release()), label("dist", manifest.dist()));
  }

  private static Manifest manifest(List<ArchiveFile> found, ByteBudget.Lease lease)
      throws IOException {
    int limit = VendorLimits.DEFAULT.manifestBytes();
    if (found.isEmpty()) {
      throw new BundleException(
          "The bundle has no manifest.json. Make the bundle anew with Sentry's tools.");
    }
    SpooledBlob content = found.get(0).content();
    if (content.size() > limit || !lease.grow(content.size() * MEMORY_FACTOR)) {
      if (content.size() <= limit && !lease.passesLimitAlone()) {
        throw new ProblemException(VendorRequests.busy());
      }
      throw new BundleException(
          "The bundle's manifest.json needs more memory than the service may use. Upload fewer"
              + " files at once.");
    }
    Manifest manifest;
    try (InputStream in = content.open()) {
      manifest = JSON.readValue(in);
    } catch (JsonProcessingException malformed) {
      throw new BundleException(
          "The bundle's manifest.json is no valid manifest. Make the bundle anew with Sentry's"
              + " tools.");
    }
    if (manifest == null || manifest.files() == null) {
      throw new BundleException("The bundle's manifest.json names no files.");
    }
    return manifest;
  }

  private static FileRole role(String path, @Nullable ManifestFile file) throws BundleException {
    if (path.startsWith("/")
        || path.contains("\\")
        || List.of(path.split("/", -1)).contains("..")) {
      throw new BundleException(
          "The manifest names a file outside of the bundle: " + shown(path) + '.');
    }
    String type = file == null ? null : file.type();
    if (SCRIPT_TYPE.equals(type) || (file != null && isScriptWithMap(path, file))) {
      return FileRole.SCRIPT;
    }
    if (MAP_TYPE.equals(type)) {
      return FileRole.MAP;
    }
    if (type == null || !OTHER_TYPES.contains(type)) {
      throw new BundleException(
          "The manifest gives the file %s the type %s. Known types are minified_source, source_map, %s."
              .formatted(
                  shown(path),
                  type == null ? "null" : shown(type),
                  String.join(", ", OTHER_TYPES)));
    }
    return FileRole.OTHER;
  }

  /** Tells whether a script that is not minified, which Sentry's tools call a source, has a map. */
  private static boolean isScriptWithMap(String path, ManifestFile file) {
    return SOURCE_TYPE.equals(file.type())
        && FileRole.of(path) == FileRole.SCRIPT
        && (file.header(MAP_HEADER) != null || file.header(DEBUG_ID) != null);
  }

  /** Returns an entry's script; for one with a debug ID and without a URL, its path will do. */
  private static @Nullable String scriptName(String path, ManifestFile file) {
    if (file.url() != null || file.header(DEBUG_ID) == null) {
      return file.url() == null ? null : ScriptBase.scriptName(file.url());
    }
    String folder = FOLDERS.stream().filter(path::startsWith).findFirst().orElse("");
    ScriptBase base = ScriptBase.parse("~/");
    return base == null ? null : base.scriptAt(path.substring(folder.length()));
  }

  private static UploadedFile uploaded(
      String path, ManifestFile file, FileRole role, @Nullable SpooledBlob content)
      throws BundleException {
    if (content == null) {
      throw new BundleException(
          "The manifest names a file that the bundle does not hold: " + shown(path) + '.');
    }
    String url = scriptName(path, file);
    if (url == null) {
      throw new BundleException(
          "The manifest gives the file %s the URL %s, which is neither an absolute http or https URL nor a path such as ~/assets/app.js. Correct --url-prefix."
              .formatted(shown(path), file.url() == null ? "null" : shown(file.url())));
    }
    String givenId = file.header(DEBUG_ID);
    String debugId = givenId == null ? null : DebugId.canonical(givenId);
    if (givenId != null && debugId == null) {
      throw new BundleException(
          "The manifest gives the file %s the debug ID %s, which is no UUID."
              .formatted(shown(path), shown(givenId)));
    }
    String mapUrl = file.header(MAP_HEADER);
    boolean isInline = mapUrl != null && mapUrl.startsWith("data:");
    return new UploadedFile(path, url, role, debugId, isInline ? null : mapUrl, content);
  }

  /** Returns a label; null if it is empty. Throws if it is too long, or has control characters. */
  static @Nullable String label(String name, @Nullable String value) throws BundleException {
    if (value == null || value.isEmpty()) {
      return null;
    }
    if (value.length() > MapLimits.DEFAULT.labelLength()
        || value.chars().anyMatch(Character::isISOControl)) {
      throw new BundleException(
          "The %s has more than %,d characters, or a control character."
              .formatted(name, MapLimits.DEFAULT.labelLength()));
    }
    return value;
  }

  private static String shown(String text) {
    String start = text.length() <= SHOWN_CHARS ? text : text.substring(0, SHOWN_CHARS) + '…';
    return start.replaceAll("\\p{Cntrl}", "\ufffd");
  }
}

package dev.symbolicator.maps.upload;

import dev.symbolicator.maps.MapLibrary.NewMap;
import dev.symbolicator.maps.MapLibrary.Uploader;
import dev.symbolicator.maps.objects.ObjectStore.StoreUnavailableException;
import dev.symbolicator.maps.objects.Spool.SpooledBlob;
import dev.symbolicator.maps.objects.Spool.SpooledFiles;
import dev.symbolicator.maps.upload.ArchiveReader.EntryPath;
import dev.symbolicator.maps.upload.Pairing.FoundPair;
import dev.symbolicator.maps.upload.Pairing.ReadScript;
import dev.symbolicator.maps.upload.ScriptFacts.LineLengths;
import dev.symbolicator.maps.upload.SourceMapUpload.UploadOptions;
import dev.symbolicator.maps.upload.SourceMapUpload.UploadedFile;
import dev.symbolicator.maps.upload.UploadReport.ColumnCheck;
import dev.symbolicator.maps.upload.UploadReport.ReportedScript.ScriptOutcome;
import dev.symbolicator.maps.upload.UploadReport.ReportedScript.SourceCount;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.SegmentsOutside;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.SourceMapReader;
import dev.symbolicator.sourcemap.SourceMapReader.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading;
import dev.symbolicator.sourcemap.SourceTexts;
import dev.symbolicator.symbols.MapShift;
import dev.symbolicator.url.WebUrl;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the map is readable, its segments lie inside of the script, perhaps after a proved
 * shift, and no two debug IDs differ. Holds one pair in memory at a time.
 */
final class PairCheck {
  private static final String MAP_ENDING = ".map";

  private final Uploader uploader;
  private final UploadOptions options;
  private final SpooledFiles files;
  private final UploadLimits limits;

  PairCheck(Uploader uploader, UploadOptions options, SpooledFiles files, UploadLimits limits) {
    this.uploader = uploader;
    this.options = options;
    this.files = files;
    this.limits = limits;
  }

  /** Checks a pair; the allowance is charged meanwhile. */
  CheckedPair check(FoundPair pair, Allowance allowance) throws IOException {
    ReadScript script = pair.script();
    UploadedFile map = pair.map();
    String name =
        script == null ? nameWithoutEnding(Objects.requireNonNull(map)) : script.file().url();
    CheckedPair unread =
        new CheckedPair(
            pair, name, script == null ? null : script.debugId(), null, null, null, null, null, "");
    if (!mayUpload(name)) {
      return unread.refused(
          ScriptOutcome.FORBIDDEN,
          "The token may upload only for scripts that begin with "
              + String.join(" or ", uploader.prefixes())
              + '.');
    }
    SpooledBlob content = map != null ? map.content() : inlineMap(pair, allowance);
    if (content == null) {
      return pair.pairedBy() == null
          ? unread.refused(ScriptOutcome.UNPAIRED, unpaired(Objects.requireNonNull(script)))
          : unread.refused(
              ScriptOutcome.UNREADABLE, "The script's inline source map is no valid data: URL.");
    }
    byte[] json = bytes(content, allowance);
    SourceMapReading reading = SourceMapReader.read(json, ReadOptions.lenient(null), allowance);
    return reading instanceof SourceMapReading.Read read
        ? check(unread, content, read, allowance)
        : unread.unreadable(((SourceMapReading.Rejected) reading).problem(), OtherContent.of(json));
  }

  static byte[] bytes(SpooledBlob content, Allowance allowance) throws IOException {
    byte[] bytes = allowance.bytes(Math.toIntExact(content.size()));
    try (InputStream in = content.open()) {
      if (in.readNBytes(bytes, 0, bytes.length) < bytes.length) {
        throw new StoreUnavailableException("A temporary file could not be read.", null);
      }
    }
    return bytes;
  }

  private boolean mayUpload(String script) {
    return uploader.prefixes().isEmpty()
        || script.startsWith("~/")
        || uploader.prefixes().stream()
            .map(WebUrl::comparable)
            .anyMatch(WebUrl.comparable(script)::startsWith);
  }

  private @Nullable SpooledBlob inlineMap(FoundPair pair, Allowance allowance) throws IOException {
    ReadScript script = pair.script();
    if (script == null || pair.pairedBy() == null) {
      return null;
    }
    try (Allowance part = allowance.part()) {
      byte[] map = ScriptFacts.inlineMap(bytes(script.file().content(), part), part);
      return map == null ? null : files.blob(new ByteArrayInputStream(map), limits.fileBytes());
    }
  }

  private CheckedPair check(
      CheckedPair unread, SpooledBlob content, SourceMapReading.Read read, Allowance allowance)
      throws IOException {
    ReadScript script = unread.pair().script();
    SourceMap map = read.map();
    Map<String, String> ids = debugIds(unread.pair(), map);
    SegmentsOutside outside = script == null ? null : outside(script, map, allowance);
    ColumnCheck columns = outside == null ? null : ColumnCheck.of(outside);
    MapShift shift =
        script != null && outside != null && outside.areTooMany()
            ? shift(script, read, allowance)
            : MapShift.NONE;
    String name = script == null ? aloneName(unread, map) : unread.script();
    String debugId = ids.values().stream().findFirst().orElse(null);
    CheckedPair checked =
        new CheckedPair(
            unread.pair(),
            name,
            debugId,
            sources(map, read.texts()),
            columns,
            new NewMap(
                name,
                options.release(),
                options.dist(),
                debugId,
                content,
                script == null ? null : script.file().content(),
                script == null ? null : script.facts().sha256()),
            null,
            null,
            remarks(read, columns, shift));
    if (ids.values().stream().distinct().count() > 1) {
      return checked.refused(ScriptOutcome.CONTRADICTION, contradiction(ids));
    }
    return outside != null && outside.areTooMany() && shift.equals(MapShift.NONE)
        ? checked.refused(ScriptOutcome.MISMATCH, mismatch(outside))
        : checked;
  }

  private static SegmentsOutside outside(ReadScript script, SourceMap map, Allowance allowance)
      throws IOException {
    LineLengths lines;
    try (Allowance part = allowance.part()) {
      lines = LineLengths.of(bytes(script.file().content(), part), allowance);
    }
    return SegmentsOutside.of(map, lines::length);
  }

  private static MapShift shift(ReadScript script, SourceMapReading.Read read, Allowance allowance)
      throws IOException {
    try (Allowance part = allowance.part()) {
      String text = part.decode(bytes(script.file().content(), part));
      part.take((long) Character.BYTES * text.length());
      return MapShift.of(text, read.map(), source -> read.texts().content(source, part), part);
    }
  }

  /** Returns the debug IDs by the places that give them, the most trusted place first. */
  private static Map<String, String> debugIds(FoundPair pair, SourceMap map) {
    Map<String, String> ids = new LinkedHashMap<>();
    ReadScript script = pair.script();
    if (script != null) {
      put(ids, "the uploader gives the script", script.file().debugId());
      put(ids, "the script's comment has", script.facts().commentId());
      put(ids, "the code in the script has", script.facts().snippetId());
    }
    if (pair.map() != null) {
      put(ids, "the uploader gives the map", pair.map().debugId());
    }
    put(ids, "the map has", map.debugId());
    return ids;
  }

  private static void put(Map<String, String> ids, String place, @Nullable String id) {
    if (id != null) {
      ids.put(place, id);
    }
  }

  private static String contradiction(Map<String, String> ids) {
    return ids.entrySet().stream()
            .map(id -> id.getKey() + ' ' + id.getValue())
            .collect(Collectors.joining(", ", "The debug IDs contradict each other: ", ". "))
        + "Build script and map together, and let one tool only write debug IDs.";
  }

  private static String mismatch(SegmentsOutside outside) {
    return "The map is not this script's: %,d of its %,d segments lie outside of the script, the first at line %,d, column %,d."
        .formatted(outside.outside(), outside.segments(), outside.line() + 1, outside.column() + 1);
  }

  private static String unpaired(ReadScript script) {
    String mapUrl = script.mapUrl();
    return mapUrl == null
        ? "The script names no source map, and the upload has none of its debug ID or name."
        : "The script's source map is not in the upload: " + EntryPath.shown(mapUrl) + '.';
  }

  private static String remarks(
      SourceMapReading.Read read, @Nullable ColumnCheck columns, MapShift shift) {
    String problems =
        read.problems().isEmpty()
            ? ""
            : " The map has %,d problems, first: %s"
                .formatted(read.problemCount(), CheckedPair.sentence(read.problems().get(0)));
    String outside =
        columns == null || columns.outside() == 0
            ? ""
            : " %,d of its %,d segments lie outside of the script, which is %s."
                .formatted(columns.outside(), columns.segments(), reason(shift));
    return problems + outside;
  }

  private static String reason(MapShift shift) {
    return shift.equals(MapShift.NONE) ? "tolerated" : "set right, shifted: " + shift.words();
  }

  private static SourceCount sources(SourceMap map, SourceTexts texts) {
    int with = 0;
    for (int i = 0; i < map.sourceCount(); i++) {
      with += texts.hasContent(i) ? 1 : 0;
    }
    return new SourceCount(with, map.sourceCount() - with);
  }

  private static String nameWithoutEnding(UploadedFile map) {
    String url = map.url();
    return url.endsWith(MAP_ENDING) ? url.substring(0, url.length() - MAP_ENDING.length()) : url;
  }

  /** Like {@link #nameWithoutEnding}, but a map of another name is named by its member file. */
  private String aloneName(CheckedPair unread, SourceMap map) {
    UploadedFile file = Objects.requireNonNull(unread.pair().map());
    if (file.url().endsWith(MAP_ENDING) || map.file() == null) {
      return unread.script();
    }
    String named = ScriptBase.resolve(map.file(), file.url());
    return named != null && mayUpload(named) ? named : unread.script();
  }

  static final class OtherContent {
    private static final int ENOUGH = 4096;

    /** Where the header of a tar says what it is (POSIX.1-2017, pax, ustar Interchange Format). */
    private static final int TAR_MAGIC_AT = 257;

    private OtherContent() {}

    /** Returns what a content is and what to do; null if it may be meant for a map. */
    static @Nullable String of(byte[] content) {
      int length = Math.min(content.length, ENOUGH);
      String beginning = new String(content, 0, length, StandardCharsets.ISO_8859_1);
      if (beginning.startsWith("PK") || beginning.startsWith("SYSB") || isTar(beginning)) {
        return "It is an archive. Send a build folder with POST /source-maps?base=, and one map"
            + " with PUT.";
      }
      String text = withoutMark(beginning).strip();
      if (text.isEmpty()) {
        return "It is empty. Send the file that the build wrote.";
      }
      if (text.startsWith("<")) {
        boolean isPage = text.toLowerCase(Locale.ROOT).contains("<html");
        return "It is "
            + (isPage || isDoctype(text) ? "an HTML page" : "HTML or XML")
            + ". Send the file that the build wrote, not what a server answers in its place.";
      }
      boolean isJson = text.startsWith("{") || text.startsWith("[") || text.startsWith(")]}");
      if (isJson || text.chars().anyMatch(unit -> unit == 0)) {
        return null;
      }
      return "It looks like a script. Send its source map, or both in an archive with POST"
          + " /source-maps?base=.";
    }

    private static boolean isDoctype(String text) {
      return text.toLowerCase(Locale.ROOT).startsWith("<!doctype html");
    }

    private static boolean isTar(String beginning) {
      return beginning.startsWith("ustar", TAR_MAGIC_AT);
    }

    private static String withoutMark(String beginning) {
      return beginning.startsWith("\u00ef\u00bb\u00bf") ? beginning.substring(3) : beginning;
    }
  }
}

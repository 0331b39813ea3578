package dev.symbolicator.sourcemap.naive;

import static com.fasterxml.jackson.core.JsonToken.START_ARRAY;
import static com.fasterxml.jackson.core.JsonToken.START_OBJECT;
import static com.fasterxml.jackson.core.JsonToken.VALUE_NULL;
import static com.fasterxml.jackson.core.JsonToken.VALUE_STRING;

import com.fasterxml.jackson.core.JsonToken;
import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;
import dev.symbolicator.sourcemap.SourceMapProblem.Severity;
import dev.symbolicator.sourcemap.SourceMapReader.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapReader.ReadOptions.Mode;
import dev.symbolicator.sourcemap.naive.NaiveLookup.Segment;
import dev.symbolicator.sourcemap.naive.NaiveMap.Source;
import dev.symbolicator.url.WebUrl;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Reads a map with ECMA-426's algorithms step by step, and with this project's decisions where the
 * standard leaves a choice.
 *
 * <p>All data is kept in lists. The code shares only types with the reader that it is compared
 * with: options, mappings and kinds of problems. Of the limits, only those that a small map can
 * reach are implemented: lines and nesting.
 */
public final class NaiveReader {

  static final Comparator<Segment> ORDER =
      Comparator.comparingInt(Segment::line).thenComparingInt(Segment::column);

  private final ReadOptions options;
  private final List<Problem> problems = new ArrayList<>();

  private NaiveReader(ReadOptions options) {
    this.options = options;
  }

  /**
   * The outcome of reading. The map is null if it was rejected; the only problem is the reason
   * then.
   */
  public record Reading(NaiveMap map, String debugId, List<Problem> problems) {}

  public static Reading read(byte[] bytes, ReadOptions options) {
    NaiveReader reader = new NaiveReader(options);
    try {
      Json json = Json.parse(bytes, options.limits().nesting());
      if (!json.is(START_OBJECT)) {
        throw new Rejection(MapProblemKind.NOT_AN_OBJECT, json.offset());
      }
      NaiveMap map = reader.map(json, 0, 0, false);
      map.segments().sort(ORDER);
      return new Reading(map, debugId(json), reader.problems);
    } catch (Rejection rejection) {
      return new Reading(null, null, List.of(rejection.problem));
    }
  }

  /** Implements "optionally report an error". */
  private void report(MapProblemKind kind, int offset) {
    if (options.mode() == Mode.STRICT) {
      throw new Rejection(kind, offset);
    }
    problems.add(new Problem(kind, offset));
  }

  /**
   * Implements ParseSourceMap for a map that begins at a generated position, or for an index map.
   */
  private NaiveMap map(Json json, int line, long column, boolean isInSection) {
    if (json.index("version") != 3) {
      report(MapProblemKind.UNSUPPORTED_VERSION, json.offset("version"));
    }
    String file = optionalString(json, "file");
    if (json.has("sections")) {
      if (isInSection) {
        report(MapProblemKind.NESTED_INDEX_MAP, json.offset("sections"));
      }
      return indexMap(json, file, line, column);
    }
    return plainMap(json, file, line, column);
  }

  /** Implements DecodeSourceMap. */
  private NaiveMap plainMap(Json json, String file, int line, long column) {
    Json mappings = json.require("mappings", VALUE_STRING, MapProblemKind.MAPPINGS_NOT_A_STRING);
    List<Source> sources = sources(json);
    List<String> names = new ArrayList<>();
    for (Json name : optionalArray(json, "names")) {
      names.add(isString(name, false) ? name.string() : "");
    }
    int maxLines = options.limits().generatedLines();
    List<Segment> segments =
        new NaiveMappings(line, column, sources.size(), names.size(), maxLines, this::report)
            .decode(mappings);
    return new NaiveMap(file, sources, names, segments);
  }

  /** Implements DecodeSourceMapSources. */
  private List<Source> sources(Json json) {
    String root = optionalString(json, "sourceRoot");
    List<String> urls = new ArrayList<>();
    Json entries = json.require("sources", START_ARRAY, MapProblemKind.SOURCES_NOT_AN_ARRAY);
    for (Json source : entries.elements()) {
      urls.add(isString(source, true) ? url(root, source) : null);
    }
    List<String> contents = new ArrayList<>();
    for (Json content : optionalArray(json, "sourcesContent")) {
      contents.add(isString(content, true) ? content.lenientString() : null);
    }
    Set<Long> ignored = new HashSet<>();
    String ignoreList = json.has("ignoreList") ? "ignoreList" : "x_google_ignoreList";
    for (Json entry : optionalArray(json, ignoreList)) {
      if (entry.index() < 0 || entry.index() >= urls.size()) {
        report(MapProblemKind.IGNORE_LIST_ENTRY, entry.offset());
      }
      ignored.add(entry.index());
    }
    List<Source> sources = new ArrayList<>();
    for (int i = 0; i < urls.size(); i++) {
      String content = i < contents.size() ? contents.get(i) : null;
      sources.add(new Source(urls.get(i), content, ignored.contains((long) i)));
    }
    return sources;
  }

  /**
   * Resolves a source. Absolute URLs ignore the root, URLs with made-up schemes stay as written,
   * and an empty root counts as absent.
   */
  private String url(String root, Json source) {
    String written = source.string();
    WebUrl absolute = WebUrl.parse(written);
    if (absolute != null) {
      return Set.of("http", "https", "file").contains(absolute.scheme())
          ? absolute.href()
          : written;
    }
    String path =
        root == null || root.isEmpty()
            ? written
            : root.replaceFirst("/?\\z", "/") + written.replaceFirst("\\A/", "");
    WebUrl url = WebUrl.parse(path, options.baseUrl());
    if (url == null && options.baseUrl() != null) {
      report(MapProblemKind.SOURCE_URL, source.offset());
      return null;
    }
    return url == null ? path : url.href();
  }

  /** Implements DecodeIndexSourceMap, also for index maps within index maps. */
  private NaiveMap indexMap(Json json, String file, int line, long column) {
    Json sections = json.require("sections", START_ARRAY, MapProblemKind.SECTIONS_NOT_AN_ARRAY);
    if (json.has("mappings")) {
      report(MapProblemKind.MAPPINGS_BESIDE_SECTIONS, json.offset("mappings"));
    }
    NaiveMap all = new NaiveMap(file);
    Segment begin = null;
    Segment beginOfMapped = null;
    Segment last = null;
    for (Json section : sections.elements()) {
      if (!section.is(START_OBJECT)) {
        report(MapProblemKind.SECTION_NOT_AN_OBJECT, section.offset());
        continue;
      }
      Json offset =
          section.require("offset", START_OBJECT, MapProblemKind.SECTION_OFFSET_NOT_AN_OBJECT);
      Json sectionMap =
          section.require("map", START_OBJECT, MapProblemKind.SECTION_MAP_NOT_AN_OBJECT);
      long ownLine = offset(offset, "line");
      long ownColumn = offset(offset, "column");
      if (line + ownLine >= options.limits().generatedLines()) {
        throw new Rejection(MapProblemKind.TOO_MANY_LINES, offset.offset());
      }
      long firstColumn = ownLine == 0 ? column + ownColumn : ownColumn;
      Segment own = NaiveMappings.unmapped(line + (int) ownLine, firstColumn);
      if (begin != null && ORDER.compare(own, begin) < 0) {
        report(MapProblemKind.SECTION_ORDER, offset.offset());
      } else if (last != null && (ORDER.compare(own, last) < 0 || own.equals(beginOfMapped))) {
        report(MapProblemKind.SECTION_OVERLAP, offset.offset());
      }
      NaiveMap map = sectionMap(sectionMap, own.line(), firstColumn);
      if (map != null) {
        all.append(map);
        begin = own;
      }
      if (map != null && !map.segments().isEmpty()) {
        beginOfMapped = own;
        last = map.segments().stream().max(ORDER).get();
      }
    }
    return all;
  }

  /** Reads the map of a section; returns null after an error that concerns this section only. */
  private NaiveMap sectionMap(Json json, int line, long column) {
    try {
      return map(json, line, column, true);
    } catch (Rejection rejection) {
      Problem problem = rejection.problem;
      if (problem.kind().severity() != Severity.FATAL
          || problem.kind() == MapProblemKind.NOT_JSON) {
        throw rejection;
      }
      report(MapProblemKind.SECTION_REJECTED, (int) problem.byteOffset());
      return null;
    }
  }

  /** Returns a number of a section's offset: at most 2^31, which no position reaches. */
  private long offset(Json offset, String key) {
    long number = offset.index(key);
    if (number < 0) {
      report(MapProblemKind.SECTION_OFFSET, offset.offset(key));
    }
    return Math.max(0, Math.min(number, 1L << 31));
  }

  /** Implements GetOptionalString. */
  private String optionalString(Json json, String key) {
    Json value = optional(json, key, VALUE_STRING);
    return value == null ? null : value.string();
  }

  /** Returns the elements of an array; empty if there is no array. */
  private List<Json> optionalArray(Json json, String key) {
    Json value = optional(json, key, START_ARRAY);
    return value == null ? List.of() : value.elements();
  }

  private Json optional(Json json, String key, JsonToken type) {
    if (json.has(key) && json.get(key, type) == null) {
      report(MapProblemKind.MEMBER_TYPE, json.offset(key));
    }
    return json.get(key, type);
  }

  private boolean isString(Json entry, boolean orNull) {
    boolean isString = entry.is(VALUE_STRING);
    if (!isString && !(orNull && entry.is(VALUE_NULL))) {
      report(MapProblemKind.ENTRY_TYPE, entry.offset());
    }
    return isString;
  }

  private static String debugId(Json json) {
    for (String key : List.of("debugId", "debug_id")) {
      Json value = json.get(key, VALUE_STRING);
      String id = value == null ? "" : value.string().toLowerCase(Locale.ROOT);
      if (id.matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")) {
        return id;
      }
    }
    return null;
  }
}

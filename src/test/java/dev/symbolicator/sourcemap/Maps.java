package dev.symbolicator.sourcemap;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.fail;

import dev.symbolicator.sourcemap.SourceMap.Mapping;
import dev.symbolicator.sourcemap.SourceMap.MappingCursor;
import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;
import dev.symbolicator.sourcemap.SourceMapReader.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading.Read;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading.Rejected;
import dev.symbolicator.url.WebUrl;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Makes maps from JSON with single quotes, and shows answers as text. */
final class Maps {

  static final WebUrl BASE =
      Objects.requireNonNull(WebUrl.parse("https://example.com/js/app.js.map"));

  private Maps() {}

  static byte[] json(String withSingleQuotes) {
    return withSingleQuotes.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  /** Returns a map with the sources a.js and b.js and the names foo and bar. */
  static byte[] withMappings(String mappings) {
    return json(
        "{'version':3,'sources':['a.js','b.js'],'names':['foo','bar'],'mappings':'"
            + mappings
            + "'}");
  }

  static Read lenient(byte[] json) {
    return assertInstanceOf(
        Read.class, SourceMapReader.read(json, ReadOptions.lenient(BASE), plenty()));
  }

  static Read lenient(String withSingleQuotes) {
    return lenient(json(withSingleQuotes));
  }

  /** Returns a map that both modes read without a problem. */
  static SourceMap valid(byte[] json) {
    SourceMapReading reading = SourceMapReader.read(json, ReadOptions.strict(BASE), plenty());
    if (reading instanceof Rejected rejected) {
      fail("Rejected: " + rejected.problem());
    }
    return lenient(json).map();
  }

  /** Returns the texts of a map that both modes read without a problem. */
  static SourceTexts validTexts(byte[] json) {
    valid(json);
    return lenient(json).texts();
  }

  static SourceTexts validTexts(String withSingleQuotes) {
    return validTexts(json(withSingleQuotes));
  }

  static SourceMap valid(String withSingleQuotes) {
    return valid(json(withSingleQuotes));
  }

  /** Returns the problem for which both modes reject a map. */
  static SourceMapProblem rejected(byte[] json) {
    SourceMapProblem strict = rejected(json, ReadOptions.strict(BASE));
    SourceMapProblem lenient = rejected(json, ReadOptions.lenient(BASE));
    if (!strict.equals(lenient)) {
      fail("Strict says " + strict + ", lenient " + lenient);
    }
    return lenient;
  }

  static MapProblemKind rejected(String withSingleQuotes) {
    return rejected(json(withSingleQuotes)).kind();
  }

  static SourceMapProblem rejected(byte[] json, ReadOptions options) {
    return assertInstanceOf(Rejected.class, SourceMapReader.read(json, options, plenty()))
        .problem();
  }

  /**
   * Reads a map in lenient mode. Strict mode must reject the map for the first problem reported.
   */
  static Read tolerated(byte[] json) {
    Read read = lenient(json);
    SourceMapProblem strict = rejected(json, ReadOptions.strict(BASE));
    if (read.problems().isEmpty() || !strict.equals(read.problems().get(0))) {
      fail("Strict says " + strict + ", lenient " + read.problems());
    }
    return read;
  }

  static List<MapProblemKind> kinds(Read read) {
    return read.problems().stream().map(SourceMapProblem::kind).toList();
  }

  /** Returns all mappings, each as {@code 0:4>1:2:3 name} (source:line:column) or {@code 0:4>-}. */
  static String mappings(SourceMap map) {
    return text(map, map.mappingsFrom(0, 0));
  }

  static String text(SourceMap map, MappingCursor cursor) {
    List<String> all = new ArrayList<>();
    while (cursor.next()) {
      String generated = cursor.generatedLine() + ":" + cursor.generatedColumn() + ">";
      all.add(generated + (cursor.isMapped() ? original(map, cursor.mapping()) : "-"));
    }
    return String.join(" | ", all);
  }

  /** Returns the estimate of the heap bytes that a map keeps reachable. */
  static long retainedBytes(SourceMap map) {
    return ((OpenedSourceMap) map).retainedBytes();
  }

  /**
   * Returns the original position of a mapping as {@code source:line:column name}, or {@code -}.
   */
  static String original(SourceMap map, Mapping mapping) {
    if (mapping == null) {
      return "-";
    }
    String place = mapping.source() + ":" + mapping.originalLine() + ":" + mapping.originalColumn();
    return mapping.name() != Mapping.NO_NAME ? place + " " + map.name(mapping.name()) : place;
  }

  /** Returns the result of {@link SourceMap#find} in the notation of {@link #original}. */
  static String find(SourceMap map, int line, int column) {
    return original(map, map.find(line, column));
  }
}

package dev.symbolicator.sourcemap;

import static dev.symbolicator.testing.Allowances.plenty;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.sourcemap.SourceMap.Mapping;
import dev.symbolicator.sourcemap.SourceMapReader.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapLimits;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading.Read;
import dev.symbolicator.url.WebUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Reads the official test cases of ECMA-426. They lie beside this project and are no part of it.
 */
final class OfficialSuite {

  private static final Path FOLDER = Path.of("..", "shared", "ecma426");
  private static final WebUrl BASE =
      Objects.requireNonNull(WebUrl.parse("https://suite.example/resources/case.js.map"));

  private OfficialSuite() {}

  static boolean isHere() {
    return Files.isDirectory(FOLDER);
  }

  static List<Case> cases() {
    try {
      byte[] json = Files.readAllBytes(FOLDER.resolve("source-map-spec-tests.json"));
      List<Case> cases = new ArrayList<>();
      for (JsonNode test : new ObjectMapper().readTree(json).get("tests")) {
        cases.add(new Case(test));
      }
      return cases;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A case: a map, and questions to the map if it is valid. */
  record Case(JsonNode test) {

    String name() {
      return test.get("name").asText();
    }

    boolean isValid() {
      return test.get("sourceMapIsValid").asBoolean();
    }

    SourceMapReading read(ReadOptions.Mode mode) {
      return OfficialSuite.read(test.get("sourceMapFile").asText(), mode);
    }

    List<Action> actions() {
      List<Action> actions = new ArrayList<>();
      for (JsonNode action : test.path("testActions")) {
        actions.add(new Action(this, actions.size(), action));
      }
      return actions;
    }

    @Override
    public String toString() {
      return name();
    }
  }

  /** A question to the map of a case, with its answer. */
  record Action(Case owner, int number, JsonNode action) {

    /** Describes how the map's answer differs from the right one; empty if it does not. */
    String difference() {
      if (!(owner.read(ReadOptions.Mode.LENIENT) instanceof Read read)) {
        return "the map is rejected";
      }
      String type = action.get("actionType").asText();
      return switch (type) {
        case "checkMapping", "checkMappingTransitive" -> mappingDifference(read.map());
        case "checkIgnoreList" -> ignoreListDifference(read.map());
        default -> "unknown action " + type;
      };
    }

    private String mappingDifference(SourceMap first) {
      SourceMap map = first;
      int line = action.get("generatedLine").asInt();
      int column = action.get("generatedColumn").asInt();
      Mapping mapping = map.find(line, column);
      for (JsonNode intermediate : action.path("intermediateMaps")) {
        if (mapping == null
            || !(OfficialSuite.read(intermediate.asText(), ReadOptions.Mode.LENIENT)
                instanceof Read next)) {
          return "the intermediate map " + intermediate + " is not reached";
        }
        map = next.map();
        mapping = map.find(mapping.originalLine(), mapping.originalColumn());
      }
      return Objects.equals(expected(), actual(map, mapping))
          ? ""
          : "expected " + expected() + ", got " + actual(map, mapping);
    }

    private List<Object> expected() {
      JsonNode source = action.get("originalSource");
      if (action.get("originalLine").isNull()) {
        return List.of("unmapped");
      }
      return List.of(
          source.isNull() ? "null" : resolved(source.asText()),
          action.get("originalLine").asInt(),
          action.get("originalColumn").asInt(),
          action.get("mappedName").asText("null"));
    }

    private static List<Object> actual(SourceMap map, Mapping mapping) {
      if (mapping == null) {
        return List.of("unmapped");
      }
      return List.of(
          String.valueOf(map.sourceUrl(mapping.source())),
          mapping.originalLine(),
          mapping.originalColumn(),
          mapping.name() != Mapping.NO_NAME ? map.name(mapping.name()) : "null");
    }

    private String ignoreListDifference(SourceMap map) {
      Set<String> expected = new HashSet<>();
      action.get("present").forEach(source -> expected.add(resolved(source.asText())));
      Set<String> actual = new HashSet<>();
      for (int source = 0; source < map.sourceCount(); source++) {
        if (map.isIgnored(source)) {
          actual.add(map.sourceUrl(source));
        }
      }
      return expected.equals(actual) ? "" : "expected " + expected + ", got " + actual;
    }

    @Override
    public String toString() {
      return owner + " #" + number;
    }
  }

  private static SourceMapReading read(String file, ReadOptions.Mode mode) {
    try {
      byte[] json = Files.readAllBytes(FOLDER.resolve("resources").resolve(file));
      return SourceMapReader.read(
          json, new ReadOptions(BASE, mode, SourceMapLimits.DEFAULT), plenty());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String resolved(String source) {
    return Objects.requireNonNull(WebUrl.parse(source, BASE)).href();
  }
}

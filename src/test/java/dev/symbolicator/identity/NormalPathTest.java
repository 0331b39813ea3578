package dev.symbolicator.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.identity.NormalPath.MapContext;
import dev.symbolicator.identity.NormalPath.Origin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NormalPathTest {
  private static final Path ROWS = Path.of("src/test/resources/identity/paths.tsv");
  private static final Path SHARED = Path.of("../shared/identity/vectors.json");
  private static final Pattern ESCAPE = Pattern.compile("\\\\(0|u[0-9a-f]{4})");
  private static final MapContext NO_CONTEXT = new MapContext("", "", List.of());

  record Row(String entry, MapContext context, NormalPath expected) {
    static Row of(String line) {
      String[] columns = Arrays.stream(line.split("\t", -1)).map(Row::value).toArray(String[]::new);
      Map<String, String> more =
          columns.length < 6
              ? Map.of()
              : Stream.of(columns[5].split(" ", -1))
                  .map(member -> member.split("=", 2))
                  .collect(Collectors.toMap(member -> member[0], member -> member[1]));
      return new Row(
          columns[0],
          new MapContext(
              more.getOrDefault("root", ""),
              more.getOrDefault("map", ""),
              List.of(more.getOrDefault("roots", "").split(",", -1))),
          new NormalPath(
              columns[2],
              columns[3],
              columns[4],
              origin(columns[1]),
              more.getOrDefault("namespace", "")));
    }

    private static String value(String column) {
      return column.equals("-")
          ? ""
          : ESCAPE
              .matcher(column)
              .replaceAll(
                  found ->
                      Character.toString(Integer.parseInt("0" + found.group(1).substring(1), 16)));
    }

    private static Origin origin(String written) {
      return Stream.of(Origin.values())
          .filter(origin -> origin.written().equals(written))
          .findFirst()
          .orElseThrow();
    }
  }

  static List<Row> rows() {
    try (Stream<String> lines = Files.lines(ROWS)) {
      return lines.filter(line -> !line.isEmpty() && !line.startsWith("# ")).map(Row::of).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static boolean isHere() {
    return Files.exists(SHARED);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void entryHasTheNormalPathOfItsRow(Row row) {
    assertEquals(row.expected(), NormalPath.of(row.entry(), row.context()));
  }

  @Test
  @EnabledIf(value = "isHere", disabledReason = "The cases are not at ../shared/identity")
  void unitsOfTheSharedCasesHaveTheirPaths() throws IOException {
    int units = 0;
    for (JsonNode each : new ObjectMapper().readTree(SHARED.toFile())) {
      for (JsonNode unit : each.get("units")) {
        JsonNode expected = each.path("expect").path(unit.get("unit").asText());
        if (expected.isObject()) {
          units++;
          Map<String, String> found = found(unit);
          found.keySet().retainAll(fields(expected).keySet());
          assertEquals(fields(expected), found, unit::toString);
        }
      }
    }
    assertFalse(units == 0);
  }

  private static Map<String, String> fields(JsonNode expected) {
    Map<String, String> fields = new LinkedHashMap<>();
    expected.properties().forEach(field -> fields.put(field.getKey(), field.getValue().asText()));
    return fields;
  }

  private static Map<String, String> found(JsonNode unit) {
    List<String> roots = new ArrayList<>();
    unit.path("roots").forEach(root -> roots.add(root.asText()));
    NormalPath path =
        NormalPath.of(
            unit.get("source").asText(),
            new MapContext(
                unit.path("sourceRoot").asText(""), unit.path("mapUrl").asText(""), roots));
    return new LinkedHashMap<>(
        Map.of(
            "package", path.packageName(),
            "version", path.version(),
            "path", path.path(),
            "origin", path.origin().written()));
  }

  @Test
  void entryOfMoreThanTheMostCharactersHasNoPath() {
    String longest = "a".repeat(NormalPath.LONGEST);
    assertEquals(longest, NormalPath.of(longest, NO_CONTEXT).path());
    NormalPath none = new NormalPath("", "", "", Origin.UNKNOWN, "");
    assertEquals(none, NormalPath.of(longest + "a", NO_CONTEXT));
    assertEquals(none, NormalPath.of("a/".repeat(5_000_000), NO_CONTEXT));
  }

  @Test
  void entryWithItsRootOfMoreThanTheMostCharactersHasNoPath() {
    MapContext context = new MapContext("b".repeat(NormalPath.LONGEST - 1), "", List.of());
    assertEquals(Origin.APP, NormalPath.of("a", context).origin());
    assertEquals(new NormalPath("", "", "", Origin.UNKNOWN, ""), NormalPath.of("aa", context));
    assertEquals("aa", NormalPath.of("/aa", context).path());
  }

  @Test
  void mapUrlOfMoreThanTheMostCharactersIsNotKnown() {
    String start = "https://unpkg.com/widget@1/";
    String url = start + "a".repeat(NormalPath.LONGEST - start.length());
    assertEquals("widget", NormalPath.of("a", new MapContext("", url, List.of())).packageName());
    assertEquals("", NormalPath.of("a", new MapContext("", url + "a", List.of())).packageName());
  }

  /** UAX #15 allows 30 marks in a row in a stream; sorting more would take quadratic time. */
  @Test
  void textWithTooManyMarksInARowIsNotComposed() {
    String composed = "e" + "\u0316".repeat(29);
    assertEquals(
        "\u00e9" + "\u0316".repeat(29), NormalPath.of(composed + "\u0301", NO_CONTEXT).path());
    String written = "e" + "\u0301\u0316".repeat(2_000);
    assertEquals(written, NormalPath.of(written, NO_CONTEXT).path());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\ud800", "a\udc00/b", "\0", "\0\0/", "%", "%%", "%zz", "/", "..", "?", "#"})
  void oddCharactersDoNotThrow(String entry) {
    for (String mapUrl : List.of("", "%", "data:,a", "https://unpkg.com/%ff/a.map", "\ud800")) {
      NormalPath.of(entry, new MapContext("\ud800%", mapUrl, List.of("", "/", "%")));
      check(NormalPath.of(entry, new MapContext("", mapUrl, List.of())));
    }
  }

  /** Some of these took time in the square of their length, or the whole stack, as one pattern. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/jenkins/",
        "/jenkins/workspace//",
        "/home/ann/projects/",
        "C:/projects/",
        "a/../",
        "../",
        "~/",
        "node_modules/",
        "a-npm-0123456789/node_modules/",
        "-npm-",
        "-0123456789",
        "webpack://",
        "turbopack:// [a] (b) <c>",
        " [",
        " ",
        "@1",
        "@",
        "1.",
        "%20",
        "\0",
        "e\u0301",
        "registry.npmjs.org/",
        "jspm_packages/npm/",
        "?type=template",
        "(ignored)",
        " sync",
        "https://a/0a1b2c3/"
      })
  void repetitionsTakeLittleTime(String part) {
    String repeated = part.repeat(NormalPath.LONGEST / part.length());
    MapContext context =
        new MapContext("", "https://a.example/" + "1.2/".repeat(900), List.of("a"));
    assertTimeout(
        Duration.ofSeconds(5),
        () -> {
          for (String start :
              List.of("", "/", "C:/", "webpack:///", "turbopack:///", "https://esm.sh/")) {
            String entry = start + repeated.substring(start.length());
            for (int i = 0; i < 20; i++) {
              check(NormalPath.of(entry, context));
            }
          }
        });
  }

  @Provide
  Arbitrary<String> entries() {
    List<String> parts =
        new ArrayList<>(List.of("/", "//", "../", "./", "%2e", "%", "\0", "\\", "?", " "));
    for (Row row : rows()) {
      parts.addAll(List.of(row.entry().split("(?<=/)", -1)));
    }
    return Arbitraries.oneOf(
        Arbitraries.of(parts).list().ofMaxSize(12).map(list -> String.join("", list)),
        Arbitraries.strings().ofMaxLength(40));
  }

  @Provide
  Arbitrary<MapContext> contexts() {
    List<MapContext> contexts = new ArrayList<>(rows().stream().map(Row::context).toList());
    contexts.add(new MapContext("", "file:///C:/shop/dist/a.js.map", List.of("src", "../")));
    return Arbitraries.of(contexts);
  }

  @Property(tries = 5_000)
  void pathIsCollapsedAndTellsWhoseItIs(
      @ForAll("entries") String entry, @ForAll("contexts") MapContext context) {
    check(NormalPath.of(entry, context));
  }

  private static void check(NormalPath found) {
    boolean isNamed =
        found.origin() == Origin.NATIVE
            || (found.origin() == Origin.RUNTIME && found.packageName().isEmpty());
    String path = found.path();
    if (!isNamed) {
      assertFalse(
          path.startsWith("/") || path.contains("//") || path.endsWith("/"), found::toString);
      assertFalse(("/" + path + "/").contains("/../"), found::toString);
    }
    boolean isOfOthers = found.origin() == Origin.LIBRARY || found.origin() == Origin.THIRD_PARTY;
    assertFalse(isOfOthers && found.packageName().isEmpty(), found::toString);
    assertFalse(found.origin() == Origin.APP && !found.packageName().isEmpty(), found::toString);
  }
}

package dev.symbolicator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.testing.OutsideProgram;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares the SBOM and the notices with the packaged jar. The build writes the SBOM with {@code
 * -Psbom}; {@code THIRD_PARTY=write} has this test write the notices anew.
 */
@Tag("service")
class ThirdPartyTest {
  private static final Path APP = Path.of("target/quarkus-app");
  private static final Path NOTICES = Path.of("src/main/resources/META-INF/THIRD-PARTY.txt");

  private static final Pattern TEXT =
      Pattern.compile("(?i)(META-INF/)?([\\w-]*licen[sc]e|[\\w-]*notice|copying)(\\.(txt|md))?");
  private static final Pattern COORDINATES =
      Pattern.compile("META-INF/maven/([^/]+)/([^/]+)/pom\\.properties");

  /** Quarkus packages all but this, which starts its development mode out of an IDE. */
  private static final String NOT_PACKAGED = "io.quarkus:quarkus-ide-launcher";

  /** A library in the jar: {@code group:artifact}, its file, and the names of its licenses. */
  private record Library(String name, Path file, Set<String> licenses) {
    boolean isPackaged() {
      return !name.equals(NOT_PACKAGED);
    }
  }

  private final Map<String, Library> libraries = new TreeMap<>();

  @BeforeEach
  void readSbom() throws IOException {
    Path sbom = OutsideProgram.requireFileOrSkip("SBOM", APP.resolve("quarkus-run.cdx.json"));
    Map<String, Path> files =
        List.of(System.getProperty("java.class.path").split(File.pathSeparator)).stream()
            .map(Path::of)
            .collect(Collectors.toMap(file -> file.getFileName().toString(), f -> f, (a, b) -> a));
    for (JsonNode each : new ObjectMapper().readTree(sbom.toFile()).get("components")) {
      String name = each.get("group").asText() + ":" + each.get("name").asText();
      Matcher classifier = Pattern.compile("classifier=([^&]+)").matcher(each.get("purl").asText());
      String file =
          each.get("name").asText()
              + "-"
              + each.get("version").asText()
              + (classifier.find() ? "-" + classifier.group(1) : "")
              + ".jar";
      Set<String> licenses = new TreeSet<>();
      for (JsonNode license : each.withArray("licenses")) {
        licenses.add(
            license.has("expression")
                ? license.get("expression").asText()
                : license.at("/license/id").asText(license.at("/license/name").asText()));
      }
      assertTrue(files.containsKey(file), file + " is not among " + files.keySet());
      libraries.merge(
          name,
          new Library(name, files.get(file), licenses),
          (a, b) -> a); // a library with two classifiers
    }
  }

  @Test
  void sbomNamesTheLibrariesInTheJar() throws IOException {
    try (ZipFile jar = new ZipFile(APP.resolve("quarkus-run.jar").toFile())) {
      for (Library library : libraries.values()) {
        for (String entry : entries(library.file())) {
          if (entry.endsWith(".class") && !entry.matches("META-INF/.*|(.*/)?module-info.class")) {
            assertEquals(library.isPackaged(), jar.getEntry(entry) != null, entry);
          }
        }
      }
      Set<String> packaged =
          jar.stream()
              .map(entry -> COORDINATES.matcher(entry.getName()))
              .filter(Matcher::matches)
              .map(coordinates -> coordinates.group(1) + ":" + coordinates.group(2))
              .collect(Collectors.toCollection(TreeSet::new));
      assertTrue(packaged.remove("dev.symbolicator:profile-symbolicator"));
      packaged.removeAll(libraries.keySet());
      assertEquals(Set.of(), packaged, "in the jar, and not in the SBOM");
    }
  }

  @Test
  void jarCarriesTheLicensesAndNoticesOfItsLibraries() throws IOException {
    String expected = notices();
    if ("write".equals(System.getenv("THIRD_PARTY"))) {
      Files.writeString(NOTICES, expected);
      return; // The jar gets them by the next packaging.
    }
    assertEquals(
        expected, Files.readString(NOTICES), "THIRD_PARTY=write and this test write it anew");
    try (ZipFile jar = new ZipFile(APP.resolve("quarkus-run.jar").toFile())) {
      ZipEntry entry = jar.getEntry("META-INF/THIRD-PARTY.txt");
      assertEquals(
          expected, new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  /**
   * Returns a list of the libraries with their licenses, and the texts that the libraries' own jars
   * have, each once. It has no versions, so most updates of a library leave it as it is.
   */
  private String notices() throws IOException {
    StringBuilder list = new StringBuilder();
    Map<String, List<String>> texts = new TreeMap<>();
    Map<String, String> spelt = new TreeMap<>();
    for (Library library : libraries.values()) {
      if (!library.isPackaged()) {
        continue;
      }
      assertFalse(library.licenses().isEmpty(), library.name() + " names no license");
      list.append(library.name()).append("  ").append(String.join(", ", library.licenses()));
      list.append('\n');
      try (ZipFile jar = new ZipFile(library.file().toFile())) {
        for (String entry : entries(library.file())) {
          if (TEXT.matcher(entry).matches()) {
            String text =
                new String(
                    jar.getInputStream(jar.getEntry(entry)).readAllBytes(), StandardCharsets.UTF_8);
            String words = text.replaceAll("[\\W_]+", " ").strip();
            if (!words.matches(
                "Apache License Version 2 0 .*END OF TERMS AND CONDITIONS( APPENDIX .{0,1500})?")) {
              spelt.putIfAbsent(words, text.replace("\r\n", "\n").strip());
              texts.computeIfAbsent(words, key -> new ArrayList<>()).add(library.name());
            }
          }
        }
      }
    }
    StringBuilder notices =
        new StringBuilder("Libraries in this jar, with the licenses that they name\n\n")
            .append(list);
    texts.entrySet().stream()
        .sorted(Map.Entry.comparingByValue((a, b) -> a.toString().compareTo(b.toString())))
        .forEach(
            each ->
                notices
                    .append("\n----------------------------------------------------------------\n")
                    .append(String.join("\n", new TreeSet<>(each.getValue())))
                    .append("\n\n")
                    .append(spelt.get(each.getKey()))
                    .append('\n'));
    return notices
        .append("\n----------------------------------------------------------------\n")
        .append("Apache-2.0\n\n")
        .append(Files.readString(Path.of("LICENSE")).strip())
        .append('\n')
        .toString();
  }

  private static List<String> entries(Path jar) throws IOException {
    try (ZipFile file = new ZipFile(jar.toFile())) {
      return file.stream().map(ZipEntry::getName).sorted().toList();
    }
  }
}

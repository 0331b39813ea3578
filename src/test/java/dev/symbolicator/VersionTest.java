package dev.symbolicator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The version of {@code pom.xml} is the one that users read elsewhere. */
class VersionTest {
  private static final String IMAGE = "profile-symbolicator:([\\w.-]+)";

  @ParameterizedTest
  @CsvSource({
    "README.md, " + IMAGE,
    "docs/operations.md, " + IMAGE,
    "src/main/docker/Dockerfile, " + IMAGE,
    "src/main/docker/Dockerfile, image\\.version=\"(.*?)\"",
    "k8s/base/deployment.yaml, " + IMAGE,
    "k8s/sidecar/deployment.yaml, " + IMAGE,
    "k8s/production/kustomization.yaml, newTag: (\\S+)",
    "src/main/resources/META-INF/openapi.yaml, '(?m)^  version: (\\S+)$'",
  })
  void fileNamesTheVersion(Path file, String pattern) throws IOException {
    Set<String> versions = found(file, pattern);
    assertEquals(Set.of(version()), versions);
  }

  @Test
  void changelogBeginsWithTheVersion() throws IOException {
    List<String> headings =
        Files.readAllLines(Path.of("CHANGELOG.md")).stream()
            .filter(line -> line.startsWith("## ["))
            .toList();
    assertEquals("## [" + version() + "]", headings.get(0).replaceAll(" - .*", ""));
  }

  @Test
  void everyManifestWithTheImageIsChecked() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("k8s"))) {
      Set<String> withImage = new TreeSet<>();
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!found(file, IMAGE).isEmpty()) {
          withImage.add(file.toString());
        }
      }
      assertEquals(Set.of("k8s/base/deployment.yaml", "k8s/sidecar/deployment.yaml"), withImage);
    }
  }

  private static String version() throws IOException {
    return found(
            Path.of("pom.xml"),
            "<artifactId>profile-symbolicator</artifactId>\\s*<version>(.*?)</version>")
        .iterator()
        .next();
  }

  private static Set<String> found(Path file, String pattern) throws IOException {
    return Pattern.compile(pattern)
        .matcher(Files.readString(file))
        .results()
        .map((MatchResult match) -> match.group(1))
        .collect(Collectors.toSet());
  }
}

package dev.symbolicator.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.symbolicator.cli.MapFolder.Look;
import dev.symbolicator.cli.MapFolder.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MapFolderTest {
  @TempDir private Path temporary;

  private Path folder;

  @BeforeEach
  void resolveFolder() throws IOException {
    folder = temporary.toRealPath();
  }

  private void file(String path) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "");
  }

  private List<Rule> rules(String... urls) throws IOException {
    return MapFolder.read(folder).rules(List.of(urls));
  }

  private Rule rule(String url, String directory) {
    return new Rule(url, folder.resolve(directory));
  }

  @Test
  void directoryOfUrlsLeadsToTheDirectoryOfItsScripts() throws IOException {
    file("assets/app.js");
    file("index.html");
    assertEquals(
        List.of(rule("https://cdn.example/v1/assets/", "assets")),
        rules("https://cdn.example/v1/assets/app.js?cached#top"));
  }

  @Test
  void mapAloneShowsTheDirectoryToo() throws IOException {
    file("maps/app.js.map");
    assertEquals(
        List.of(rule("https://cdn.example/", "maps")), rules("https://cdn.example/app.js"));
  }

  @Test
  void directoryWithMoreOfTheScriptsWins() throws IOException {
    file("old/app.js");
    file("new/app.js");
    file("new/vendor.js");
    assertEquals(
        List.of(rule("https://h/", "new")), rules("https://h/app.js", "https://h/vendor.js"));
  }

  @Test
  void amongEqualDirectoriesTheOneNamedLikeTheUrlWins() throws IOException {
    file("en/js/app.js");
    file("de/js/app.js");
    assertEquals(List.of(rule("https://h/de/js/", "de/js")), rules("https://h/de/js/app.js"));
    assertEquals(List.of(rule("https://h/en/js/", "en/js")), rules("https://h/en/js/app.js"));
  }

  @Test
  void eachDirectoryOfUrlsHasARule() throws IOException {
    file("a.js");
    file("chunks/b.js");
    assertEquals(
        List.of(rule("https://h/", ""), rule("https://h/chunks/", "chunks")),
        rules("https://h/a.js", "https://h/chunks/b.js", "https://other.example/c.js"));
  }

  @Test
  void percentCodedNamesAreFound() throws IOException {
    file("my app+.js");
    assertEquals(List.of(rule("https://h/", "")), rules("https://h/my%20app+.js"));
  }

  @Test
  void scriptsOfNodeAreFoundByTheEndOfTheirPath() throws IOException {
    file("dist/index.js");
    file("dist/lib/index.js.map");
    assertEquals(
        List.of(
            rule("file:///srv/app/dist/", "dist"), rule("file:///srv/app/dist/lib/", "dist/lib")),
        rules(
            "/srv/app/dist/index.js",
            "file:///srv/app/dist/lib/index.js",
            "/srv/app/node_modules/x/index.js"));
    assertEquals(List.of(rule("file:///C:/app/dist/", "dist")), rules("C:\\app\\dist\\index.js"));
    assertEquals(List.of(rule("file:///srv/", "dist")), rules("/srv/index.js"));
  }

  @Test
  void missingMapIsNamedWithThePlace() throws IOException {
    file("dist/index.js");
    MapFolder read = MapFolder.read(folder);
    assertEquals(
        new Look(
            false,
            "No work.js.map, and no work.js that names or holds its map, below " + folder + "."),
        read.look("https://h/work.js?v=1"));
    assertEquals(
        new Look(
            true,
            "Looked for the map that %1$s names or holds, and for %1$s.map."
                .formatted(folder.resolve("dist/index.js"))),
        read.look("/srv/index.js"));
    assertNull(read.look("node:fs"));
  }

  @Test
  void otherNamesHaveNoRule() throws IOException {
    file("a.js");
    assertEquals(List.of(), rules("a.js", "data:text/javascript,a.js", "node:a.js", "native"));
  }

  @Test
  void directoriesWithMostScriptsHaveRulesIfThereAreTooMany() throws IOException {
    file("a.js");
    file("b.js");
    List<String> urls = new ArrayList<>();
    for (int i = 0; i < 2 * MapFolder.MAX_RULES; i++) {
      urls.add("https://h/" + i + "/a.js");
    }
    urls.add("https://h/last/a.js");
    urls.add("https://h/last/b.js");
    List<Rule> rules = rules(urls.toArray(String[]::new));
    assertEquals(MapFolder.MAX_RULES, rules.size());
    assertEquals(rule("https://h/last/", ""), rules.get(0));
  }

  @Test
  void missingFolderIsAnError() {
    assertThrows(NoSuchFileException.class, () -> MapFolder.read(folder.resolve("none")));
  }
}

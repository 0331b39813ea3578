package dev.symbolicator.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.cli.ProfileFiles.Input;
import dev.symbolicator.cli.ProfileFiles.WrongTarget;
import dev.symbolicator.export.Export.ExportFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileFilesTest {
  @TempDir private Path folder;

  private String file(String path) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, "{}").toString();
  }

  private List<String> matches(String glob) throws IOException {
    return ProfileFiles.matches(folder + "/" + glob).stream()
        .map(file -> folder.relativize(Path.of(file)).toString())
        .toList();
  }

  private List<Path> answers(List<String> files, String target, String ending) throws Exception {
    return ProfileFiles.inputs(files, target, ending).stream().map(Input::answer).toList();
  }

  private void assertWrong(String message, List<String> files, String target) {
    assertEquals(
        message,
        assertThrows(WrongTarget.class, () -> ProfileFiles.inputs(files, target, null))
            .getMessage());
  }

  @Test
  void globIsTheFilesInTheOrderOfTheirNames() throws IOException {
    for (String name : List.of("b.json", "a.json", "c.txt", ".d.json", "in/e.json")) {
      file(name);
    }
    Files.createDirectory(folder.resolve("folder.json"));
    assertEquals(List.of("a.json", "b.json"), matches("*.json"));
    assertEquals(List.of("a.json"), matches("[a].json"));
    assertEquals(List.of("a.json", "b.json", "c.txt"), matches("?.{json,txt}"));
    assertEquals(List.of("in/e.json"), matches("*/*.json"));
    assertEquals(List.of("in/e.json"), matches("i*/e.json"));
    assertEquals(List.of(), matches("*.gz"));
    assertEquals(List.of(), matches("none/*.json"));
  }

  @Test
  void twoStarsAreAnyFoldersOrNone() throws IOException {
    for (String name : List.of("a.json", "x/b.json", "x/y/c.json", "x/.git/d.json")) {
      file(name);
    }
    assertEquals(List.of("a.json", "x/b.json", "x/y/c.json"), matches("**/*.json"));
    assertEquals(List.of("x/b.json", "x/y/c.json"), matches("x/**/*.json"));
    assertEquals(List.of("x/y/c.json"), matches("x/**/y/**/*.json"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{a/**/b,c}/x.json | a/b/x.json a/y/z/b/x.json c/x.json",
        "{**/b,c}/x.json | a/b/x.json a/y/z/b/x.json c/x.json",
        "{a/{b,y/**},c}/x.json | a/b/x.json a/y/z/b/x.json c/x.json",
        "{a/{b,y/**/b}/,c/}x.json | a/b/x.json a/y/z/b/x.json c/x.json",
        "{a,{c,d}}/**/x.json | a/b/x.json a/y/z/b/x.json c/x.json",
        "{c}/{x,y}.{json,txt} | c/x.json",
        "c/{x.json,} | c/x.json",
        "c/[{,]x[}].json | c/,x}.json",
        "c/[{]* | c/{.json",
        "c/\\{.json | c/{.json",
        "c/?x[}].js{on,} | c/,x}.json",
        "c/**/*.json | c/,x}.json c/x.json c/{.json",
        "c/x.json | c/x.json"
      })
  void bracesAreAlternativesAndNest(String glob, String found) throws IOException {
    for (String name :
        List.of("a/b/x.json", "a/y/z/b/x.json", "c/x.json", "c/,x}.json", "c/{.json")) {
      file(name);
    }
    assertEquals(List.of(found.split(" ")), matches(glob));
  }

  @Test
  void braceThatIsNeverClosedIsNoGlob() throws IOException {
    file("a.json");
    assertEquals(List.of("{a.json"), matches("{a.json"));
    assertEquals(List.of("{a,{b}.json"), matches("{a,{b}.json"));
    assertEquals(List.of("a.js[on"), matches("a.js[on"));
  }

  @Test
  void globInTheWorkingFolderHasPlainNames() throws IOException {
    assertEquals(List.of("pom.xml"), ProfileFiles.matches("pom.x*"));
    assertEquals(List.of("./pom.xml"), ProfileFiles.matches("./pom.x*"));
  }

  @Test
  void folderOfAGlobMayBeALink() throws IOException {
    file("in/a.json");
    Files.createSymbolicLink(folder.resolve("link"), folder.resolve("in"));
    assertEquals(List.of("link/a.json"), matches("link/*.json"));
  }

  @Test
  void fileThatExistsIsNoGlob() throws IOException {
    file("a[1].json");
    file("a1.json");
    assertEquals(List.of("a[1].json"), matches("a[1].json"));
    assertEquals(List.of("a[1.json"), matches("a[1.json"), "no glob can be read like this");
    assertEquals(List.of("none.json"), matches("none.json"));
    assertEquals(List.of("-"), ProfileFiles.matches("-"));
  }

  @Test
  void oneInputGoesToAFileOrIntoAFolderThatExistsOrEndsWithASlash() throws Exception {
    String one = file("in/a.json");
    assertNull(ProfileFiles.inputs(List.of(one), null, null).get(0).answer());
    assertNull(ProfileFiles.inputs(List.of(one), "-", null).get(0).answer());
    Path out = folder.resolve("out");
    assertEquals(List.of(out), answers(List.of(one), out.toString(), null));
    assertEquals(List.of(out.resolve("a.json")), answers(List.of(one), out + "/", null));
    assertTrue(Files.isDirectory(out));
    assertEquals(List.of(out.resolve("a.json")), answers(List.of(one), out.toString(), null));
  }

  @Test
  void manyInputsGoIntoAFolderWhichIsMade() throws Exception {
    Path out = folder.resolve("out/of");
    assertEquals(
        List.of(out.resolve("a.json"), out.resolve("b.json")),
        answers(List.of(file("x/a.json"), file("y/b.json")), out.toString(), null));
    assertTrue(Files.isDirectory(out));
  }

  @ParameterizedTest
  @CsvSource({
    "a.json.gz, , a.json",
    "a.gz, , a",
    ".gz, , .gz",
    "a.b.json, .speedscope.json, a.b.speedscope.json",
    "a.json.gz, .pb.gz, a.pb.gz",
    "a, .cpuprofile, a.cpuprofile"
  })
  void answerIsPlainAndHasTheEndingOfTheTool(String name, String ending, String answer)
      throws Exception {
    assertEquals(
        List.of(folder.resolve("out").resolve(answer)),
        answers(List.of(file(name)), folder.resolve("out") + "/", ending));
  }

  @Test
  void endingsAreThoseOfTheTools() {
    assertNull(ProfileFiles.ending(null, false));
    assertEquals(".ndjson", ProfileFiles.ending(null, true));
    assertEquals(".speedscope.json", ProfileFiles.ending(ExportFormat.SPEEDSCOPE, false));
    assertEquals(".cpuprofile", ProfileFiles.ending(ExportFormat.CPUPROFILE, false));
    assertEquals(".pb.gz", ProfileFiles.ending(ExportFormat.PPROF, false));
  }

  @Test
  void targetsThatFitNoInputAreRefused() throws IOException {
    String a = file("a.json");
    String other = file("x/a.json");
    String out = folder.resolve("out").toString();
    String needed =
        "2 files need a folder for their answers: -o FOLDER. Or --merge writes their sum.";
    assertWrong(needed, List.of(a, other), null);
    assertWrong(needed, List.of(a, other), "-");
    assertWrong(
        other + " is a file, and 2 files need a folder for their answers.",
        List.of(a, "b.json"),
        other);
    assertWrong(
        "%s and %s would have the same answer, %s/a.json.".formatted(a, other, out),
        List.of(a, other),
        out);
    assertWrong(
        "The answer would replace the profile %s. Name another file or folder with -o."
            .formatted(a),
        List.of(a),
        folder.toString());
    assertWrong(
        "The answer would replace the profile %s/x/../a.json. Name another file or folder with -o."
            .formatted(folder),
        List.of(a),
        folder + "/x/../a.json");
    assertWrong("Standard input (-) cannot be read together with files.", List.of("-", a), out);
    assertWrong(
        folder + " is a folder, and standard input has no name: name a file with -o.",
        List.of("-"),
        folder.toString());
    assertWrong(
        "There is no folder %1$s for %1$s/b.json.".formatted(out), List.of(a), out + "/b.json");
    assertTrue(Files.notExists(Path.of(out)), "nothing is made for wrong arguments");
  }

  /** Opening either name for writing would empty the profile before it is read. */
  @Test
  void linkToAProfileIsNoAnswer() throws Exception {
    List<String> files = List.of(file("in/a.json"), file("in/b.json"));
    String refusal =
        "The answer would replace the profile %s. Name another file or folder with -o.";
    for (String name : List.of("out/hard.json", "out/soft.json", "several/a.json")) {
      Path link = folder.resolve(name);
      Files.createDirectories(link.getParent());
      if (name.contains("soft")) {
        Files.createSymbolicLink(link, Path.of(files.get(1)));
      } else {
        Files.createLink(link, Path.of(files.get(1)));
      }
      String message = refusal.formatted(link);
      assertWrong(message, List.of(files.get(1)), link.toString());
      assertEquals(
          message,
          assertThrows(WrongTarget.class, () -> ProfileFiles.fileFor(files, link.toString()))
              .getMessage());
    }
    assertWrong(
        refusal.formatted(folder.resolve("several/a.json")), files, folder.resolve("several") + "");
    Path copy = Files.copy(Path.of(files.get(0)), folder.resolve("out/copy.json"));
    assertEquals(copy, ProfileFiles.fileFor(files, copy.toString()));
  }

  @Test
  void sumIsOneFile() throws Exception {
    List<String> files = List.of(file("a.json"), file("b.json"));
    Path sum = folder.resolve("sum");
    assertNull(ProfileFiles.fileFor(files, null));
    assertEquals(sum, ProfileFiles.fileFor(files, sum.toString()));
    for (String wrong : List.of(folder.toString(), folder + "/out/", files.get(1))) {
      assertThrows(WrongTarget.class, () -> ProfileFiles.fileFor(files, wrong), wrong);
    }
  }

  @Test
  void gzipIsInflated() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write("{}".getBytes(StandardCharsets.UTF_8));
    }
    Path file = Files.write(folder.resolve("a.json.gz"), bytes.toByteArray());
    assertArrayEquals("{}".getBytes(StandardCharsets.UTF_8), ProfileFiles.read(file.toString()));
  }
}

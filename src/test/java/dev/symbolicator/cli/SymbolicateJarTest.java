package dev.symbolicator.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the command of the packaged jar, as the lane of the service has built it. */
@Tag("service")
class SymbolicateJarTest {
  private static final Path JAR = Path.of("target/quarkus-app/quarkus-run.jar");
  private static final Path DEMO = Path.of("src/main/resources/demo").toAbsolutePath();
  private static final Path TRACE = DEMO.resolve("trace.json");

  /** One function of the demo was made by its bundler. */
  private static final String MAPPED = "19 of 20 frames are mapped";

  @TempDir private Path folder;

  @BeforeEach
  void requireJar() {
    Assumptions.assumeTrue(Files.exists(JAR), "This test needs the packaged service: " + JAR);
  }

  /** What a command wrote to its standard streams. */
  private record Ran(String out, String err) {}

  private Ran run(int status, String... arguments) throws IOException, InterruptedException {
    return run(status, ProcessBuilder.Redirect.PIPE, arguments);
  }

  private Ran run(int status, ProcessBuilder.Redirect input, String... arguments)
      throws IOException, InterruptedException {
    Path out = folder.resolve("standard-output");
    Path err = folder.resolve("standard-error");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-UsePerfData",
                "-Xmx256m",
                "-jar",
                JAR.toAbsolutePath().toString(),
                "symbolicate"));
    command.addAll(List.of(arguments));
    Process process =
        ChildJvm.start(
            new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(input)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile()));
    process.getOutputStream().close();
    int ended = process.waitFor();
    Ran ran = new Ran(Files.readString(out), Files.readString(err));
    assertEquals(status, ended, ran.err());
    return ran;
  }

  private void profiles(String... names) throws IOException {
    Files.createDirectories(folder.resolve("profiles"));
    for (String name : names) {
      Files.copy(TRACE, folder.resolve("profiles").resolve(name));
    }
  }

  private String answer(String file) throws IOException {
    return Files.readString(folder.resolve(file));
  }

  @Test
  void pipeNeedsNoArgumentAndAnswersLikeAFile() throws Exception {
    String maps = DEMO.toString();
    Ran piped = run(0, ProcessBuilder.Redirect.from(TRACE.toFile()), "--maps", maps);
    assertTrue(piped.err().contains(MAPPED), piped.err());
    assertEquals(piped.out(), run(0, TRACE.toString(), "--maps", maps, "--min-mapped=95").out());
    assertEquals("", run(0, TRACE.toString(), "--maps", maps, "-o", "answer.json").out());
    assertEquals(piped.out(), answer("answer.json"));
  }

  @Test
  void globIsAnsweredIntoAFolder() throws Exception {
    profiles("a.json", "b.json");
    Files.writeString(folder.resolve("profiles/c.json"), "{}");
    Ran ran = run(1, "profiles/*.json", "--maps", DEMO.toString(), "-o", "out/");
    assertEquals("", ran.out());
    assertEquals(answer("out/a.json"), answer("out/b.json"));
    assertTrue(answer("out/a.json").length() > 2);
    assertTrue(Files.notExists(folder.resolve("out/c.json")));
    assertTrue(ran.err().contains("profiles/a.json: " + MAPPED), ran.err());
    assertTrue(ran.err().contains("profiles/c.json: "), ran.err());
    assertEquals(1, ran.err().lines().filter(line -> line.contains("app.min.js: ")).count());
    assertTrue(!ran.err().contains("\r"), "there is no progress without a terminal");
  }

  /** As an HTTP client would send it, and maybe was kept by a proxy. */
  @Test
  void formWithMapsIsAnsweredLikeByTheService() throws Exception {
    String part = "--B\r\nContent-Disposition: form-data; name=\"%s\"%s\r\n\r\n%s\r\n";
    String profile = part.formatted("profile", "", Files.readString(TRACE));
    String map = Files.readString(DEMO.resolve("app.min.js.map"));
    Path form = folder.resolve("a.form");
    Files.writeString(
        form, profile + part.formatted("map", "; filename=\"app.min.js.map\"", map) + "--B--\r\n");
    Files.createDirectory(folder.resolve("none"));
    Ran ran = run(0, "a.form", "--maps=none", "-o=answer.json");
    assertTrue(ran.err().contains(" “app.min.js.map” came with the request."), ran.err());
    assertTrue(ran.err().contains("script-missing"), ran.err());
    assertTrue(answer("answer.json").startsWith("{"), "the answer is the profile alone");
    assertTrue(!answer("answer.json").equals(Files.readString(TRACE)), ran.err());
    Files.writeString(form, profile + "--B--\r\n");
    Ran bare = run(0, "a.form", "--maps=" + DEMO, "-o=answer.json");
    assertTrue(bare.err().contains(MAPPED), bare.err());
    assertEquals(run(0, TRACE.toString(), "--maps=" + DEMO).out(), answer("answer.json"));
    Ran merged = run(0, "a.form", "--merge", "--output=collapsed", "--maps=" + DEMO);
    assertTrue(merged.err().contains(MAPPED), merged.err());
  }

  @Test
  void tooFewMappedFramesFailAfterTheAnswer() throws Exception {
    profiles("a.json", "b.json");
    Files.createDirectory(folder.resolve("maps"));
    String[] arguments = {"profiles/*.json", "--maps=maps", "-o=out", "--output=speedscope"};
    List<String> least = new ArrayList<>(List.of(arguments));
    least.add("--min-mapped=0.5");
    String err = run(1, least.toArray(String[]::new)).err();
    String few = "0 of 20 frames are mapped, 0.0 %, and at least 0.5 % are asked for.";
    assertTrue(err.contains("profiles/a.json: " + few), err);
    assertTrue(err.contains("profiles/b.json: " + few), err);
    assertTrue(Files.exists(folder.resolve("out/a.speedscope.json")));
    assertTrue(Files.exists(folder.resolve("out/b.speedscope.json")));
    assertTrue(
        err.contains(
            "app.min.js: no-source-map. No app.min.js.map, and no app.min.js that names or holds"
                + " its map, below maps."),
        err);
    assertTrue(!err.contains("Asked were"), err);
    run(0, arguments);
    least.set(4, "--min-mapped=0");
    run(0, least.toArray(String[]::new));
  }

  @Test
  void sumIsWrittenToAFileAndIsStrictToo() throws Exception {
    profiles("a.json", "b.json");
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--merge", "--output=collapsed", "profiles/*.json", "--maps=" + DEMO, "-o=sum"));
    Ran ran = run(0, arguments.toArray(String[]::new));
    assertEquals("", ran.out());
    assertTrue(ran.err().contains("38 of 40 frames are mapped."), ran.err());
    String sum = answer("sum");
    assertTrue(!sum.isEmpty());
    arguments.add("--strict");
    Ran strict = run(1, arguments.toArray(String[]::new));
    String few = "profiles/b.json: " + MAPPED + ", 95.0 %, and at least 100 % are asked for.";
    assertTrue(strict.err().contains(few), strict.err());
    assertEquals(sum, answer("sum"));
    arguments.set(5, "--min-mapped=95");
    run(0, arguments.toArray(String[]::new));
    Files.writeString(folder.resolve("profiles/c.json"), "{}");
    run(1, arguments.toArray(String[]::new));
    arguments.remove(5);
    run(0, arguments.toArray(String[]::new));
  }

  @Test
  void profileIsNotReplacedByItsAnswerUnderAnotherName() throws Exception {
    profiles("a.json");
    Path profile = folder.resolve("profiles/a.json");
    Files.createLink(folder.resolve("hard.json"), profile);
    Files.createSymbolicLink(folder.resolve("soft.json"), profile);
    for (String link : List.of("hard.json", "soft.json")) {
      String err = run(2, "profiles/a.json", "--maps=" + DEMO, "-o=" + link).err();
      assertTrue(err.contains("The answer would replace the profile " + link + "."), err);
    }
    assertEquals(Files.readString(TRACE), Files.readString(profile));
  }

  @Test
  void answerGoesToWhatIsNoFile() throws Exception {
    Path out = Path.of("/dev/stdout");
    Assumptions.assumeTrue(Files.exists(out), "This test needs a device for standard output");
    Ran ran = run(0, TRACE.toString(), "--maps=" + DEMO, "-o=" + out);
    assertEquals(run(0, TRACE.toString(), "--maps=" + DEMO).out(), ran.out());
  }

  @Test
  void answerThatCannotBeWrittenFails() throws Exception {
    Path full = Path.of("/dev/full");
    Assumptions.assumeTrue(Files.exists(full), "This test needs a device that is full");
    String err = run(1, TRACE.toString(), "--maps", DEMO.toString(), "-o", full.toString()).err();
    assertTrue(err.contains("Cannot write /dev/full: "), err);
  }

  @Test
  void versionIsThatOfTheJar() throws Exception {
    String out = run(0, "--version").out();
    assertTrue(out.matches("Profile Symbolicator \\d+\\.\\d+\\.\\d+\\S*\\R"), out);
  }
}

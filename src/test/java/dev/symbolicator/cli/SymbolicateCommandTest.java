package dev.symbolicator.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.ChildJvm;
import dev.symbolicator.testing.OutsideProgram;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs commands that end before the symbolication; {@code SymbolicateJarTest} runs the others. */
class SymbolicateCommandTest {
  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return Main.commands()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  @Test
  void helpNamesTheOptions() {
    assertEquals(0, run("symbolicate", "--help"));
    assertTrue(out.toString().contains("--maps=FOLDER"), out.toString());
  }

  @Test
  void helpAndVersionNeedNoFile() {
    for (String option : List.of("-h", "--help")) {
      assertEquals(0, run(option));
      assertEquals(0, run("symbolicate", option));
    }
    assertTrue(out.toString().contains("symbolicate [-hV]"), out.toString());
    out.getBuffer().setLength(0);
    for (String option : List.of("-V", "--version")) {
      assertEquals(0, run(option));
      assertEquals(0, run("symbolicate", option));
    }
    assertEquals("Profile Symbolicator (not packaged)\n".repeat(4), out.toString());
  }

  @Test
  void bashCompletesTheOptions() throws Exception {
    String bash = OutsideProgram.findOrSkip("bash").toString();
    assertEquals(0, run("symbolicate", "--completion"));
    Path script = Files.writeString(folder.resolve("completion"), out.toString());
    String completed =
        ChildJvm.output(
            new ProcessBuilder(
                    bash,
                    "-c",
                    """
                    source <(cat "$0")
                    compopt() { :; } # Bash itself has it only while a key is pressed.
                    COMP_WORDS=(symbolicate --min)
                    COMP_CWORD=1
                    function=$(complete -p symbolicate | sed 's/.*-F \\([^ ]*\\).*/\\1/')
                    $function
                    echo "${COMPREPLY[@]}"
                    """,
                    script.toString())
                .redirectErrorStream(true));
    assertEquals("--min-mapped", completed.trim());
  }

  @Test
  void toolIsNoFile() {
    assertEquals(2, run("symbolicate", "-o", "speedscope", "trace.json"));
    assertTrue(err.toString().contains("write --output=speedscope; for a file of this name, -o"));
    assertEquals(1, run("symbolicate", "-o", "./speedscope", folder.resolve("none").toString()));
  }

  @Test
  void leastMappedIsAPercentage() {
    String none = folder.resolve("none.json").toString();
    for (String right : List.of("0", "95", "99.9", "100", "1e2")) {
      assertEquals(1, run("symbolicate", "--min-mapped", right, none), right);
    }
    for (String wrong : List.of("-1", "-0.1", "100.1", "101", "all", "95%", "NaN", "")) {
      err.getBuffer().setLength(0);
      assertEquals(2, run("symbolicate", "--min-mapped=" + wrong, none), wrong);
      assertTrue(
          err.toString()
              .contains("--min-mapped must be a percentage from 0 to 100, and not " + wrong + "."),
          err.toString());
    }
  }

  @Test
  void folderIsNoProfile() throws IOException {
    Path profiles = Files.createDirectory(folder.resolve("profiles"));
    assertEquals(1, run("symbolicate", profiles + "/"));
    String message =
        "%1$s/ is a folder: name its files, such as '%1$s/*.json'.".formatted(profiles);
    assertTrue(err.toString().contains(message), err.toString());
  }

  @Test
  void globWithoutAFileFails() {
    assertEquals(1, run("symbolicate", folder + "/*.json"));
    assertEquals("No file matches " + folder + "/*.json.\n", err.toString());
  }

  @Test
  void namesOfFilesInMessagesArePrintable() throws IOException {
    Files.writeString(folder.resolve("\u001b[31m.json"), "{}");
    assertEquals(2, run("symbolicate", folder + "/*.json", "-o", folder.toString()));
    assertTrue(err.toString().contains("would replace the profile " + folder + "/\\u001b[31m"));
  }

  @Test
  void unknownCommandOptionAndChoiceAreWrongArguments() {
    assertEquals(2, run("symbolise"));
    assertEquals(2, run("symbolicate", "--map", "dist", "trace.json"));
    assertEquals(2, run("symbolicate", "--names", "long", "trace.json"));
    assertTrue(err.toString().contains("--names cannot be long. Choose one of: v8, qualified."));
    assertEquals(2, run("symbolicate", "--format", "pdf", "trace.json"));
    assertEquals(2, run("symbolicate", "--output", "pdf", "trace.json"));
    assertEquals(2, run("symbolicate", "--long-tasks", "--threshold=0", "trace.json"));
    assertEquals(2, run("symbolicate", "--rows", "events", "trace.json"));
    assertEquals(2, run("symbolicate", "--rows", "all", "--output", "pprof", "trace.json"));
    assertTrue(err.toString().contains("--rows excludes --output"));
  }

  @Test
  void filesAreMergedIntoAFileOfWeights() {
    assertEquals(2, run("symbolicate", "a.json", "b.json"));
    assertTrue(err.toString().contains("2 files need a folder for their answers"), err.toString());
    assertEquals(2, run("symbolicate", "--merge", "a.json"));
    assertEquals(2, run("symbolicate", "--merge", "--output=firefox", "a.json"));
    assertTrue(err.toString().contains("--merge needs --rows, or --output=pprof,"));
    assertEquals(2, run("symbolicate", "--merge", "--output=pprof"));
    assertTrue(err.toString().contains("--merge needs files"), err.toString());
    assertEquals(2, run("symbolicate", "--merge", "--output=pprof", "--report", "a.json"));
    assertEquals(2, run("symbolicate", "--output=pprof", "--baseline=release:1", "a.json"));
    assertEquals(2, run("symbolicate", "--merge", "--output=pprof", "--baseline=1", "a.json"));
    assertTrue(err.toString().contains("--baseline needs --merge, and is a column"));
  }

  @Test
  void sumIsWrittenToAFile() {
    String folderOfSum = folder.toString();
    assertEquals(2, run("symbolicate", "--merge", "--output=pprof", "a.json", "-o", folderOfSum));
    assertTrue(err.toString().contains(folder + " is a folder, and a sum is one file: name it"));
  }

  @Test
  void thresholdIsAtMostThatOfTheService() {
    String none = folder.resolve("none.json").toString();
    assertEquals(1, run("symbolicate", "--long-tasks", "--threshold=60000", none));
    assertEquals(2, run("symbolicate", "--long-tasks", "--threshold=60001", none));
    assertTrue(err.toString().contains("--threshold must be from 1 to 60000 milliseconds"));
  }

  @Test
  void fileWithAnAtSignIsNoListOfArguments() throws IOException {
    Path file = Files.writeString(folder.resolve("x"), "--help");
    assertEquals(1, run("symbolicate", "@" + file));
    assertEquals("", out.toString());
  }

  @Test
  void controlCharactersOfNamesAreSpelled() {
    assertEquals(1, run("symbolicate", folder.resolve("\u001b[31m").toString()));
    assertTrue(err.toString().contains("\\u001b[31m"), err.toString());
  }

  @Test
  void fileIsNoFolder() throws IOException {
    String file = Files.writeString(folder.resolve("app.js"), "").toString();
    assertEquals(1, run("symbolicate", "pom.xml", "--maps", file));
    assertTrue(err.toString().contains(file + " is no folder. Name the folder"), err.toString());
  }

  @Test
  void unreadableFileAndFolderFail() {
    String file = folder.resolve("none.json").toString();
    assertEquals(1, run("symbolicate", file));
    assertTrue(err.toString().contains("There is no file or folder " + file), err.toString());
    String none = folder.resolve("none").toString();
    assertEquals(1, run("symbolicate", "pom.xml", "--maps", none));
    assertTrue(err.toString().endsWith("There is no file or folder " + none + ".\n"));
  }
}

package dev.symbolicator.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs commands that end before the symbolication; {@code .ci/readme.mjs} runs the others. */
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
    assertTrue(err.toString().contains("Several files need --merge"), err.toString());
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

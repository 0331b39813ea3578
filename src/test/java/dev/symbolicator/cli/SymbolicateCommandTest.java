package dev.symbolicator.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
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
  }

  @Test
  void unreadableFileAndFolderFail() {
    String file = folder.resolve("none.json").toString();
    assertEquals(1, run("symbolicate", file));
    assertTrue(err.toString().contains(file), err.toString());
    assertEquals(1, run("symbolicate", "pom.xml", "--maps", folder.resolve("none").toString()));
  }
}

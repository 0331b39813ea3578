package dev.symbolicator.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

class OutsideProgramTest {
  @TempDir Path folder;

  @Test
  void programIsFoundInALaterFolderOfThePathOrByItsPath() throws IOException {
    Path program = program("tool", true);
    String path = folder.resolve("absent") + File.pathSeparator + folder;
    assertEquals(Optional.of(program), OutsideProgram.find("tool", path));
    assertEquals(Optional.of(program), OutsideProgram.find(program.toString(), null));
  }

  @Test
  void folderOrFileThatCannotBeExecutedIsNoProgram() throws IOException {
    program("tool", false);
    Files.createDirectory(folder.resolve("folder"));
    for (String name : List.of("tool", "folder")) {
      assertEquals(Optional.empty(), OutsideProgram.find(name, folder.toString()));
    }
  }

  @Test
  void testsOfProgramsRunUnlessTheyAreSwitchedOff() {
    assertTrue(OutsideProgram.isUnwanted("skip"));
    assertFalse(OutsideProgram.isUnwanted(""));
    assertFalse(OutsideProgram.isUnwanted(null));
  }

  @Test
  void absenceSkipsTheTestAndSaysHowToInstall() {
    TestAbortedException skipped =
        assertThrows(TestAbortedException.class, () -> OutsideProgram.absent("chromium", false));
    assertTrue(skipped.getMessage().contains("'chromium'"), skipped.getMessage());
    assertTrue(skipped.getMessage().contains("apt-get install chromium"), skipped.getMessage());
  }

  @Test
  void absenceFailsTheTestInContinuousIntegration() {
    AssertionFailedError failed =
        assertThrows(AssertionFailedError.class, () -> OutsideProgram.absent("chromium", true));
    assertTrue(failed.getMessage().contains("'chromium'"), failed.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "true, true",
    "TRUE, true",
    "1, true",
    "'', false",
    "false, false",
    "0, false",
    ", false"
  })
  void ciVariableTellsContinuousIntegration(String ci, boolean isContinuousIntegration) {
    assertEquals(isContinuousIntegration, OutsideProgram.isContinuousIntegration(ci));
  }

  private Path program(String name, boolean executable) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n");
    assertTrue(file.toFile().setExecutable(executable));
    return file;
  }
}

package dev.symbolicator.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.symbolicator.testing.ChildJvm;
import dev.symbolicator.testing.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiskFolderTest {
  @TempDir Path directory;

  /** Makes the default folder, and prints its path. */
  public static void main(String[] arguments) throws IOException {
    Path folder = DiskFolder.pathOf(Settings.of().read(StoreConfig.class));
    DiskFolder.of(folder).open().close();
    System.out.println(folder);
  }

  /** Makes another user the owner of a folder, as only root may, or skips the test. */
  private void giveAway(Path folder) throws IOException {
    boolean given;
    try {
      Files.setOwner(
          folder,
          folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
      given = true;
    } catch (IOException | UnsupportedOperationException notRoot) {
      given = false;
    }
    assumeTrue(given, "needs to run as root");
  }

  @Test
  void folderOfAnotherUserIsRefused() throws IOException {
    Path path = directory.resolve("theirs");
    DiskFolder folder = DiskFolder.of(path);
    giveAway(path);
    IOException before = assertThrows(IOException.class, () -> DiskFolder.of(path));
    IOException after = assertThrows(IOException.class, () -> folder.open().close());
    assertEquals("the folder belongs to another user", before.getMessage());
    assertEquals("the folder belongs to another user", after.getMessage());
    assertEquals(List.of(), List.of(path.toFile().list()));
  }

  @ParameterizedTest
  @CsvSource({"somebody, somebody", "?, _", "DOMAIN\\somebody, DOMAIN_somebody"})
  void defaultFolderIsInTheTemporaryDirectoryAndNamedAfterTheUser(String user, String name)
      throws IOException, InterruptedException {
    ProcessBuilder child = ChildJvm.of(DiskFolderTest.class);
    child.command().addAll(1, List.of("-Djava.io.tmpdir=" + directory, "-Duser.name=" + user));
    Process process = child.start();
    Path expected = directory.resolve("profile-symbolicator-" + name);
    String printed =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertEquals(0, process.waitFor(), printed);
    assertEquals(expected.toString(), printed);
    assertEquals(
        "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(expected)));
  }
}

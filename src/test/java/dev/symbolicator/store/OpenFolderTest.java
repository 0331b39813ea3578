package dev.symbolicator.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.symbolicator.store.DiskFolder.OpenFolder;
import dev.symbolicator.testing.ChildJvm;
import dev.symbolicator.testing.Settings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Another user, who may write to the folder above, swaps our folder right after its check. */
class OpenFolderTest {
  private static final byte[] OURS = {1};
  private static final byte[] THEIRS = {2};
  @TempDir Path directory;
  private Path path;
  private DiskFolder folder;

  @BeforeEach
  void make() throws IOException {
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      assumeTrue(stream instanceof SecureDirectoryStream, "files are found by their paths here");
    }
    path = directory.resolve("ours");
    folder = DiskFolder.of(path);
    Files.write(path.resolve("file"), OURS);
  }

  /** Opens our folder, then moves the folder and puts another in its place. */
  private OpenFolder openThenSwap() throws IOException {
    OpenFolder open = folder.open();
    Files.move(path, directory.resolve("moved"));
    Files.createDirectory(path);
    Files.write(path.resolve("file"), THEIRS);
    return open;
  }

  private static byte[] read(OpenFolder open, String file) throws IOException {
    try (SeekableByteChannel channel = open.file(file, StandardOpenOption.READ)) {
      ByteBuffer bytes = ByteBuffer.allocate((int) channel.size());
      channel.read(bytes);
      return bytes.array();
    }
  }

  @Test
  void openedFolderIsReadAfterASwap() throws IOException {
    try (OpenFolder open = openThenSwap()) {
      assertArrayEquals(OURS, read(open, "file"));
      assertEquals(List.of("file"), open.names("."));
    }
  }

  @Test
  void openedFolderIsWrittenAfterASwap() throws IOException {
    try (OpenFolder open = openThenSwap()) {
      open.file("new", StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE).close();
      open.move("new", "renamed");
      open.delete("file");
      open.delete("file");
    }
    assertTrue(Files.exists(directory.resolve("moved/renamed")));
    assertFalse(Files.exists(directory.resolve("moved/file")));
    try (Stream<Path> untouched = Files.list(path)) {
      assertEquals(List.of(path.resolve("file")), untouched.toList());
    }
  }

  @Test
  void folderThatReplacedOursIsRefusedAtTheNextUse() throws IOException {
    openThenSwap().close();
    IOException refused = assertThrows(IOException.class, () -> folder.open().close());
    assertEquals("the folder's mode is not 0700", refused.getMessage());
  }

  @Test
  void linkInTheFolderIsNotFollowed() throws IOException {
    Files.createSymbolicLink(path.resolve("link"), path.resolve("file"));
    try (OpenFolder open = folder.open()) {
      assertThrows(IOException.class, () -> open.file("link", StandardOpenOption.READ).close());
      assertTrue(open.attributes("link").readAttributes().isSymbolicLink());
    }
  }

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
    ProcessBuilder child = ChildJvm.of(OpenFolderTest.class);
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

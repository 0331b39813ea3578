package dev.symbolicator.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.symbolicator.store.DiskFolder.OpenFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
}

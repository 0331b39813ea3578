package dev.symbolicator.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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

/** Somebody who may write to the folder above swaps ours, right after it was checked. */
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

  /** Opens our folder, which has another name from then on. */
  private OpenFolder openAndSwapped() throws IOException {
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
  void whatWasCheckedIsRead() throws IOException {
    try (OpenFolder open = openAndSwapped()) {
      assertArrayEquals(OURS, read(open, "file"));
      assertEquals(List.of("file"), open.names("."));
    }
  }

  @Test
  void whatWasCheckedIsWritten() throws IOException {
    try (OpenFolder open = openAndSwapped()) {
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
  void whatTookItsPlaceIsRefusedAtTheNextUse() throws IOException {
    openAndSwapped().close();
    IOException refused = assertThrows(IOException.class, () -> folder.open().close());
    assertEquals("its mode is not 0700", refused.getMessage());
  }

  @Test
  void aLinkInItIsNotFollowed() throws IOException {
    Files.createSymbolicLink(path.resolve("link"), path.resolve("file"));
    try (OpenFolder open = folder.open()) {
      assertThrows(IOException.class, () -> open.file("link", StandardOpenOption.READ).close());
      assertTrue(open.attributes("link").readAttributes().isSymbolicLink());
    }
  }
}

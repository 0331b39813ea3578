package dev.symbolicator.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.store.TempFiles.TempFile;
import dev.symbolicator.store.TempFiles.TempFileException;
import dev.symbolicator.testing.ChildJvm;
import dev.symbolicator.testing.Settings;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TempFilesTest {
  private static final byte[] BYTES = new byte[700_000];

  static {
    for (int i = 0; i < BYTES.length; i++) {
      BYTES[i] = (byte) ((i * 31) >> 8);
    }
  }

  @TempDir Path directory;

  private static TempFiles files(Path directory) {
    return new TempFiles(
        Settings.of("symbolicator.cache.directory", directory.toString()).read(StoreConfig.class));
  }

  private static List<Path> names(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  @Test
  void writtenBytesAreReadBackAtAnyPlace() throws IOException {
    try (TempFile file = files(directory).create()) {
      file.append(BYTES, 0, 300_000);
      file.append(BYTES, 300_000, 400_000);
      assertEquals(BYTES.length, file.size());
      byte[] all = new byte[BYTES.length + 2];
      file.read(0, all, 1, BYTES.length);
      byte[] expected = new byte[all.length];
      System.arraycopy(BYTES, 0, expected, 1, BYTES.length);
      assertArrayEquals(expected, all);
      byte[] some = new byte[5];
      file.read(299_998, some, 0, 5);
      assertArrayEquals(Arrays.copyOfRange(BYTES, 299_998, 300_003), some);
      assertThrows(EOFException.class, () -> file.read(BYTES.length - 4L, some, 0, 5));
      assertThrows(EOFException.class, () -> file.read(-1, some, 0, 5));
    }
  }

  @Test
  void fileHasNoNameAndModeOfItsOwner() throws IOException {
    Path open = Path.of("/proc/self/fd");
    Assumptions.assumeTrue(Files.isDirectory(open));
    try (TempFile file = files(directory).create()) {
      file.append(BYTES, 0, BYTES.length);
      assertEquals(List.of(), names(directory));
      try (Stream<Path> all = Files.list(open)) {
        Path ours = all.filter(each -> isIn(each, directory)).findFirst().orElseThrow();
        assertEquals(
            "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(ours)));
      }
    }
    try (Stream<Path> all = Files.list(open)) {
      assertEquals(0, all.filter(each -> isIn(each, directory)).count());
    }
  }

  private static boolean isIn(Path open, Path directory) {
    try {
      return Files.readSymbolicLink(open).startsWith(directory);
    } catch (IOException closed) {
      return false;
    }
  }

  @Test
  void closedFileIsNeitherReadNorWritten() throws IOException {
    TempFile file = files(directory).create();
    file.append(BYTES, 0, 10);
    file.close();
    file.close();
    assertThrows(ClosedChannelException.class, () -> file.append(BYTES, 0, 1));
    assertThrows(ClosedChannelException.class, () -> file.read(0, new byte[1], 0, 1));
  }

  @Test
  void folderThatCannotBeMadeIsNamedByItsKey() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "");
    TempFileException failed =
        assertThrows(TempFileException.class, () -> files(file).create(), "a file, no folder");
    assertTrue(failed.getMessage().contains("symbolicator.cache.directory"), failed::getMessage);
    assertThrows(TempFileException.class, () -> files(file).usableBytes());
  }

  @Test
  void killedProcessLeavesNoFile() throws IOException, InterruptedException {
    Process process =
        ChildJvm.start(ChildJvm.of(List.of(), List.of(), Writer.class, directory.toString()));
    try (BufferedReader output = process.inputReader()) {
      assertEquals("700000", output.readLine());
    }
    process.destroyForcibly().waitFor();
    assertEquals(List.of(), names(directory));
  }

  /** Writes a file, says so, and waits for its end. */
  public static final class Writer {
    private Writer() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
      TempFile file = files(Path.of(arguments[0])).create();
      file.append(BYTES, 0, BYTES.length);
      System.out.println(file.size());
      Thread.sleep(60_000);
    }
  }

  @Test
  void fullAndReadOnlyDisksAreNamed() throws IOException, InterruptedException {
    List<String> mounted = ChildJvm.withSmallVolume(directory);
    String output =
        ChildJvm.output(ChildJvm.of(mounted, List.of(), DiskUser.class, directory.toString()));
    assertTrue(output.contains("full: The disk of the cache directory is full."), output);
    assertTrue(output.contains("read-only: The cache directory is read-only"), output);
  }

  /** Writes to a volume of 256 KiB. */
  public static final class DiskUser {
    private DiskUser() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
      TempFiles files = files(Path.of(arguments[0]));
      try (TempFile file = files.create()) {
        TempFileException full =
            assertThrows(TempFileException.class, () -> file.append(BYTES, 0, BYTES.length));
        System.out.println("full: " + full.getMessage());
      }
      String folder = arguments[0];
      ChildJvm.output(new ProcessBuilder("mount", "-o", "remount,ro", folder));
      TempFileException readOnly = assertThrows(TempFileException.class, files::create);
      System.out.println("read-only: " + readOnly.getMessage());
    }
  }
}

package dev.symbolicator.maps.objects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.objects.ObjectStore.StoreUnavailableException;
import dev.symbolicator.maps.objects.Spool.SpooledBytes;
import dev.symbolicator.maps.objects.Spool.SpooledFiles;
import dev.symbolicator.testing.ChildJvm;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Folders that are gone, full, read-only or no folders. */
class FolderFailuresTest {
  @TempDir Path directory;
  private Path folder;
  private SpooledBytes file;

  @BeforeEach
  void make() throws IOException {
    folder = directory.resolve("maps");
    file = ObjectStoreContract.spooled(directory, new byte[1000]);
  }

  private List<String> secrets() {
    return List.of(directory.toString(), "/");
  }

  private Map<String, Executable> calls(ObjectStore store) {
    return StoreCalls.all(store, file);
  }

  @Test
  void vanishedFolderIsNoEmptyFolderAndReturnsWithItsObjects() throws IOException {
    MapStore store = FolderObjectsTest.open(folder);
    store.objects().put("team/name", file);
    Path elsewhere = Files.move(folder, directory.resolve("elsewhere"));
    StoreCalls.assertUnavailable(calls(store.objects()), "is gone. Mount it again", secrets());
    try (SpooledFiles upload = store.spool().begin()) {
      StoreCalls.assertUnavailable(
          Map.of("spool", () -> upload.file(new ByteArrayInputStream(new byte[1]), 1)),
          "is gone. Mount it again",
          secrets());
    }
    assertFalse(Files.exists(folder));

    Files.createDirectory(folder); // a mount point without its volume
    StoreCalls.assertUnavailable(calls(store.objects()), "is gone. Mount it again", secrets());
    assertEquals(0, folder.toFile().list().length);

    Files.delete(folder);
    Files.move(elsewhere, folder);
    StoreCalls.assertWorking(calls(store.objects()));
  }

  @Test
  void fileInPlaceOfTheFolderIsUnavailableUntilTheFolderCanBeMade() throws IOException {
    Files.writeString(folder, "a file");
    MapStore store = FolderObjectsTest.open(folder);
    StoreCalls.assertUnavailable(calls(store.objects()), "cannot be made", secrets());
    assertEquals("a file", Files.readString(folder));
    Files.delete(folder);
    store.objects().put("team/name", file);
    StoreCalls.assertWorking(calls(store.objects()));
  }

  @Test
  void fileInPlaceOfAFolderOfObjectsIsUnavailable() throws IOException {
    MapStore store = FolderObjectsTest.open(folder);
    store.objects().put("other/name", file);
    Files.writeString(folder.resolve("objects/team"), "a file");
    StoreCalls.assertUnavailable(
        StoreCalls.writing(store.objects(), file), "Check the disk", List.of());
  }

  @Test
  void folderOfObjectsIsNoObject() throws IOException {
    ObjectStore store = FolderObjectsTest.open(folder).objects();
    store.put("team/name", file);
    assertNull(store.open("team"));
    assertNull(store.info("team"));
    StoreCalls.assertUnavailable(
        Map.of(
            "file", () -> store.put("team", file),
            "bytes", () -> store.put("team", new byte[1])),
        "a folder has the name of an object",
        List.of("/"));
  }

  @Test
  void failedWriteLeavesNoFiles() throws IOException, InterruptedException {
    String output =
        ChildJvm.output(
            ChildJvm.of(
                ChildJvm.withFilesUpTo(128), List.of(), LimitedWriter.class, folder.toString()));
    assertTrue(output.contains("small: true"), output);
    assertTrue(output.contains("large: The folder of source maps cannot be used"), output);
    assertTrue(output.contains("spooled: The folder of source maps cannot be used"), output);
    assertTrue(output.contains("files: 1"), output);
  }

  /** Writes in a process whose files the system limits to 64 KiB. */
  public static final class LimitedWriter {
    private LimitedWriter() {}

    public static void main(String[] arguments) throws IOException {
      MapStore store = FolderObjectsTest.open(Path.of(arguments[0]));
      store.objects().put("team/small", new byte[1000]);
      System.out.println("small: true");
      say("large", () -> store.objects().put("team/large", new byte[100_000]));
      try (SpooledFiles upload = store.spool().begin()) {
        say("spooled", () -> upload.file(new ByteArrayInputStream(new byte[100_000]), 100_000));
      }
      store.close();
      try (var all = Files.walk(Path.of(arguments[0]))) {
        System.out.println("files: " + all.filter(Files::isRegularFile).count());
      }
    }
  }

  static void say(String what, Executable call) {
    StoreUnavailableException failed = assertThrows(StoreUnavailableException.class, call, what);
    System.out.println(what + ": " + failed.getMessage());
  }

  @Test
  void fullReadOnlyAndUnmountedVolumesAreNamedAndUsedAgain()
      throws IOException, InterruptedException {
    Files.createDirectory(folder);
    List<String> mounted = ChildJvm.withSmallVolume(folder);
    String output =
        ChildJvm.output(ChildJvm.of(mounted, List.of(), VolumeUser.class, folder.toString()));
    List<String> said = output.lines().filter(line -> line.contains(": ")).toList();
    String title = "The folder of source maps ";
    assertEquals(
        List.of(
            "full: "
                + title
                + "is full. Delete source maps of old releases, or enlarge the volume.",
            "read while full: 100000 bytes",
            "room again: true",
            "read-only: "
                + title
                + "is read-only for the service. Mount it for writing, and check its owner and"
                + " mode.",
            "read while read-only: 100000 bytes",
            "unmounted: "
                + title
                + "is gone. Mount it again, or restart the service with another folder."),
        said,
        output);
  }

  public static final class VolumeUser {
    private VolumeUser() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
      ObjectStore store = FolderObjectsTest.open(Path.of(arguments[0])).objects();
      store.put("team/first", new byte[100_000]);
      say("full", () -> store.put("team/second", new byte[200_000]));
      read("full", store);
      store.put("team/third", new byte[100_000]);
      store.delete("team/third");
      store.put("team/fourth", new byte[100_000]);
      System.out.println("room again: true");
      mount("mount", "--bind", arguments[0], arguments[0]);
      mount("mount", "-o", "remount,bind,ro", arguments[0]);
      say("read-only", () -> store.put("team/fifth", new byte[1]));
      read("read-only", store);
      mount("umount", "-l", arguments[0]);
      mount("umount", "-l", arguments[0]);
      say("unmounted", () -> store.open("team/first"));
    }

    private static void read(String state, ObjectStore store) throws IOException {
      int size = ObjectStoreContract.read(store, "team/first").length;
      System.out.println("read while " + state + ": " + size + " bytes");
    }

    private static void mount(String... command) throws IOException, InterruptedException {
      ChildJvm.output(new ProcessBuilder(command).redirectErrorStream(true));
    }
  }
}

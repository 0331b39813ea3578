package dev.symbolicator.maps.objects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.objects.MapStore.ObjectLimits;
import dev.symbolicator.maps.objects.ObjectStore.StoreUnavailableException;
import dev.symbolicator.maps.objects.Spool.BlobWriter;
import dev.symbolicator.maps.objects.Spool.SpoolOverflowException;
import dev.symbolicator.maps.objects.Spool.SpooledBlob;
import dev.symbolicator.maps.objects.Spool.SpooledFiles;
import dev.symbolicator.memory.Sha256;
import dev.symbolicator.testing.ChildJvm;
import dev.symbolicator.testing.Settings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolTest {
  private static final ObjectLimits SMALL =
      Settings.of("limits.object.spoolBytes", "1000").limits(ObjectLimits.DEFAULT);
  @TempDir Path folder;

  private static InputStream bytes(int count) {
    byte[] random = new byte[count];
    new Random(4).nextBytes(random);
    return new ByteArrayInputStream(random);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> !file.endsWith(TempFolder.LOCK))
          .toList();
    }
  }

  @Test
  void endOfAnUploadRemovesAllItsFilesAndFreesTheirBytes() throws IOException {
    Spool spool = Spool.in(folder, ObjectLimits.DEFAULT);
    try (SpooledFiles upload = spool.begin()) {
      upload.blob(bytes(100_000), 100_000);
      upload.file(bytes(100_000), 100_000);
      BlobWriter unfinished = upload.writer(100_000);
      unfinished.write(new byte[50_000]);
      assertEquals(3, files().size());
      assertTrue(spool.used() > 200_000);
    }
    assertEquals(List.of(), files());
    assertEquals(0, spool.used());
  }

  /** The files' buffers alone would take 256 MB. */
  @Test
  void filesThatWaitHoldNoBuffers() throws IOException, InterruptedException {
    String output =
        ChildJvm.output(
            ChildJvm.of(List.of(), List.of("-Xmx32m"), ManySpooledFiles.class, folder.toString()));
    assertEquals(Integer.toString(ManySpooledFiles.FILES), output);
  }

  @Test
  void droppedFileFreesItsBytesAtOnce() throws IOException {
    Spool spool = Spool.in(folder, ObjectLimits.DEFAULT);
    try (SpooledFiles upload = spool.begin()) {
      SpooledBlob blob = upload.blob(bytes(5_000), 5_000);
      upload.drop(upload.file(bytes(5_000), 5_000));
      assertEquals(List.of(blob.file()), files());
      upload.drop(blob);
      upload.drop(blob);
      assertEquals(0, spool.used());
    }
  }

  @Test
  void contentOfItsLargestSizeIsSpooledAndOneByteMoreIsNot() throws IOException {
    Spool spool = Spool.in(folder, ObjectLimits.DEFAULT);
    try (SpooledFiles upload = spool.begin()) {
      assertEquals(5_000, upload.blob(bytes(5_000), 5_000).size());
      assertEquals(5_000, Files.size(upload.file(bytes(5_000), 5_000)));
      assertEquals(2, files().size());
      SpoolOverflowException blob =
          assertThrows(SpoolOverflowException.class, () -> upload.blob(bytes(5_001), 5_000));
      assertThrows(SpoolOverflowException.class, () -> upload.file(bytes(5_001), 5_000));
      assertEquals(5_000, blob.maxSize());
      assertEquals(2, files().size());
    }
  }

  @Test
  void uploadsTogetherKeepToOneLimit() throws IOException {
    Spool spool = Spool.in(folder, SMALL);
    SpooledFiles first = spool.begin();
    try (SpooledFiles second = spool.begin()) {
      first.file(bytes(600), 10_000);
      second.file(bytes(400), 10_000);
      StoreUnavailableException full =
          assertThrows(StoreUnavailableException.class, () -> second.file(bytes(1), 10_000));
      assertTrue(full.getMessage().contains("take all of the temporary space"), full.getMessage());
      first.close();
      second.file(bytes(600), 10_000);
      assertThrows(StoreUnavailableException.class, () -> second.blob(bytes(100), 10_000));
      assertEquals(1000, spool.used());
    }
    assertEquals(0, spool.used());
    assertEquals(List.of(), files());
  }

  @Test
  void scopeMayUseHalfOfTheSpool() throws IOException {
    Spool spool = Spool.in(folder, SMALL);
    SpooledFiles first = spool.begin("shop");
    try (SpooledFiles second = spool.begin("shop");
        SpooledFiles other = spool.begin("news")) {
      first.file(bytes(300), 10_000);
      second.file(bytes(200), 10_000);
      StoreUnavailableException full =
          assertThrows(StoreUnavailableException.class, () -> second.file(bytes(1), 10_000));
      assertTrue(full.getMessage().contains("half of the temporary space"), full.getMessage());
      other.file(bytes(500), 10_000);
      first.close();
      second.file(bytes(300), 10_000);
    }
    assertEquals(0, spool.used());
  }

  @Test
  void failureOfTheContentIsPassedOnAndLeavesNothing() throws IOException {
    InputStream broken = InputStream.nullInputStream();
    broken.close();
    Spool spool = Spool.in(folder, ObjectLimits.DEFAULT);
    try (SpooledFiles upload = spool.begin()) {
      for (IOException seen :
          List.of(
              assertThrows(IOException.class, () -> upload.blob(broken, 10)),
              assertThrows(IOException.class, () -> upload.file(broken, 10)))) {
        assertEquals("Stream closed", seen.getMessage());
      }
      assertEquals(List.of(), files());
    }
  }

  @Test
  void closedWriterRemovesItsFileUnlessItIsFinished() throws IOException {
    byte[] content = bytes(1_000).readAllBytes();
    try (SpooledFiles upload = Spool.in(folder, ObjectLimits.DEFAULT).begin()) {
      try (BlobWriter writer = upload.writer(2_000)) {
        writer.write(content);
      }
      assertEquals(List.of(), files());
      SpooledBlob blob;
      try (BlobWriter writer = upload.writer(2_000)) {
        writer.write(content, 0, 500);
        writer.write(content[500]);
        writer.write(content, 501, 499);
        blob = writer.finish();
      }
      assertEquals(List.of(blob.file()), files());
      assertEquals(Sha256.of(content), blob.sha256());
    }
  }

  @Test
  void endedUploadTakesNoMoreFiles() throws IOException {
    SpooledFiles upload = Spool.in(folder, ObjectLimits.DEFAULT).begin();
    upload.close();
    assertThrows(IllegalStateException.class, () -> upload.file(bytes(1), 10));
    assertEquals(List.of(), files());
  }

  @Test
  void filesAreReadableByTheirOwnerOnly() throws IOException {
    try (SpooledFiles upload = Spool.in(folder, ObjectLimits.DEFAULT).begin()) {
      Path file = upload.file(bytes(1), 10);
      assertEquals("rw-------", mode(file));
      assertEquals("rwx------", mode(file.getParent()));
    }
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void folderThatVanishedIsMadeAgain() throws IOException {
    Spool spool = Spool.in(folder, ObjectLimits.DEFAULT);
    try (SpooledFiles upload = spool.begin()) {
      Path file = upload.file(bytes(1), 10);
      Files.delete(file);
      Files.delete(file.resolveSibling(TempFolder.LOCK));
      Files.delete(file.getParent());
      assertTrue(Files.exists(upload.file(bytes(1), 10)));
    }
  }

  private Path leftover(String name, Duration age, boolean hasLock) throws IOException {
    Path other = Files.createDirectory(folder.resolve(TempFolder.PREFIX + name));
    FileTime time = FileTime.from(Instant.now().minus(age));
    Files.createFile(other.resolve("content"));
    if (hasLock) {
      Files.setLastModifiedTime(Files.createFile(other.resolve(TempFolder.LOCK)), time);
    }
    return Files.setLastModifiedTime(other, time);
  }

  @Test
  void filesOfEndedProcessesAreRemoved() throws IOException {
    Path ended = leftover("ended", Duration.ofMinutes(2), true);
    Path endedEarly = leftover("ended-early", Duration.ofMinutes(2), false);
    Path starting = leftover("starting", Duration.ZERO, true);
    Path startingUnlocked = leftover("starting-unlocked", Duration.ZERO, false);
    Path others = Files.createDirectory(folder.resolve("others"));
    Path link =
        Files.createSymbolicLink(folder.resolve(TempFolder.PREFIX + "link"), others.toRealPath());
    Files.createFile(others.resolve("content"));
    Spool.in(folder, ObjectLimits.DEFAULT).folder().removeLeftovers();
    assertFalse(Files.exists(ended));
    assertFalse(Files.exists(endedEarly));
    for (Path stays : List.of(starting, startingUnlocked, others.resolve("content"), link)) {
      assertTrue(Files.exists(stays), stays::toString);
    }
  }

  @Test
  void folderWhoseLockCannotBeTriedIsLeftOverAfterAnHour() throws IOException {
    Path young = leftover("young", Duration.ofMinutes(59), false);
    Path old = leftover("old", Duration.ofMinutes(61), false);
    for (Path each : List.of(young, old)) {
      FileTime time = Files.getLastModifiedTime(each);
      // No file that can be opened for writing.
      Files.setLastModifiedTime(Files.createDirectory(each.resolve(TempFolder.LOCK)), time);
      Files.setLastModifiedTime(each, time);
    }
    Spool.in(folder, ObjectLimits.DEFAULT).folder().removeLeftovers();
    assertTrue(Files.exists(young.resolve("content")));
    assertFalse(Files.exists(old));
  }

  @Test
  void uploadsOfThisProcessAreNoLeftovers() throws IOException {
    Spool spool = Spool.in(folder, ObjectLimits.DEFAULT);
    try (SpooledFiles upload = spool.begin()) {
      Path file = upload.file(bytes(1), 10);
      FileTime old = FileTime.from(Instant.now().minus(Duration.ofDays(1)));
      Files.setLastModifiedTime(file.resolveSibling(TempFolder.LOCK), old);
      Files.setLastModifiedTime(file.getParent(), old);
      Spool.in(folder, ObjectLimits.DEFAULT).folder().removeLeftovers();
      assertTrue(Files.exists(file));
    }
  }
}

package dev.symbolicator.maps.objects;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.objects.MapStore.ObjectLimits;
import dev.symbolicator.maps.objects.ObjectStore.StoreUnavailableException;
import dev.symbolicator.maps.objects.Spool.BlobWriter;
import dev.symbolicator.maps.objects.Spool.SpoolOverflowException;
import dev.symbolicator.maps.objects.Spool.SpooledBlob;
import dev.symbolicator.maps.objects.Spool.SpooledBytes;
import dev.symbolicator.maps.objects.Spool.SpooledFiles;
import dev.symbolicator.memory.Sha256;
import dev.symbolicator.testing.ChildJvm;
import dev.symbolicator.testing.Settings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
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

  @Test
  void endOfAnUploadFreesItsBytes() throws IOException {
    Spool spool = Spool.in(folder, ObjectLimits.DEFAULT);
    try (SpooledFiles upload = spool.begin()) {
      upload.blob(bytes(100_000), 100_000);
      upload.file(bytes(100_000), 100_000);
      BlobWriter unfinished = upload.writer(100_000);
      unfinished.write(new byte[50_000]);
      assertTrue(spool.used() > 200_000);
    }
    assertEquals(0, spool.used());
    assertEquals(0, folder.toFile().list().length);
  }

  /** Descriptors, or buffers of 256 MB, would be used up. */
  @Test
  void contentsThatWaitHoldNoBuffersAndNoFiles() throws IOException, InterruptedException {
    String output =
        ChildJvm.output(
            ChildJvm.of(List.of(), List.of("-Xmx32m"), ManyContents.class, folder.toString()));
    assertEquals(Integer.toString(ManyContents.COUNT), output);
  }

  /** Spools as many contents as an archive may have, and prints how many. */
  static final class ManyContents {
    static final int COUNT = 20_000;

    private ManyContents() {}

    public static void main(String[] args) throws IOException {
      int count = 0;
      try (SpooledFiles upload = Spool.in(Path.of(args[0]), ObjectLimits.DEFAULT).begin()) {
        for (; count < COUNT; count++) {
          SpooledBlob unused = upload.blob(new ByteArrayInputStream(new byte[100]), 100);
        }
      }
      System.out.print(count);
    }
  }

  @Test
  void contentsOfAnUploadAreReadApart() throws IOException {
    byte[] first = bytes(200_000).readAllBytes();
    byte[] second = bytes(100).readAllBytes();
    try (SpooledFiles upload = Spool.in(folder, ObjectLimits.DEFAULT).begin()) {
      SpooledBytes plain = upload.file(new ByteArrayInputStream(first), first.length);
      SpooledBlob blob = upload.blob(new ByteArrayInputStream(second), second.length);
      assertArrayEquals(first, plain.stream().readAllBytes());
      assertArrayEquals(second, blob.open().readAllBytes());
      assertArrayEquals(Arrays.copyOfRange(first, 10, 30), plain.bytes(10, 20));
      assertArrayEquals(Arrays.copyOfRange(first, 199_990, 200_000), plain.bytes(199_990, 20));
      assertEquals(0, plain.bytes(200_001, 20).length);
      assertEquals(10, plain.stream(199_990, 200_020).readAllBytes().length);
      assertEquals(Sha256.of(second), blob.sha256());
    }
  }

  @Test
  void contentOfItsLargestSizeIsSpooledAndOneByteMoreIsNot() throws IOException {
    Spool spool = Spool.in(folder, ObjectLimits.DEFAULT);
    try (SpooledFiles upload = spool.begin()) {
      assertEquals(5_000, upload.blob(bytes(5_000), 5_000).size());
      assertEquals(5_000, upload.file(bytes(5_000), 5_000).size());
      long used = spool.used();
      SpoolOverflowException blob =
          assertThrows(SpoolOverflowException.class, () -> upload.blob(bytes(5_001), 5_000));
      assertThrows(SpoolOverflowException.class, () -> upload.file(bytes(5_001), 5_000));
      assertEquals(5_000, blob.maxSize());
      assertEquals(used, spool.used());
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
      assertEquals(0, spool.used());
    }
  }

  @Test
  void closedWriterTakesItsContentBackUnlessItIsFinished() throws IOException {
    byte[] content = bytes(1_000).readAllBytes();
    Spool spool = Spool.in(folder, ObjectLimits.DEFAULT);
    try (SpooledFiles upload = spool.begin()) {
      try (BlobWriter writer = upload.writer(2_000)) {
        writer.write(content);
      }
      assertEquals(0, spool.used());
      SpooledBlob blob;
      try (BlobWriter writer = upload.writer(2_000)) {
        writer.write(content, 0, 500);
        writer.write(content[500]);
        writer.write(content, 501, 499);
        blob = writer.finish();
      }
      assertArrayEquals(content, blob.open().readAllBytes());
      assertEquals(Sha256.of(content), blob.sha256());
    }
  }

  @Test
  void endedUploadTakesAndGivesNothing() throws IOException {
    SpooledFiles upload = Spool.in(folder, ObjectLimits.DEFAULT).begin();
    SpooledBytes file = upload.file(bytes(1), 10);
    upload.close();
    assertThrows(IllegalStateException.class, () -> upload.file(bytes(1), 10));
    assertThrows(StoreUnavailableException.class, () -> file.stream().read());
  }
}

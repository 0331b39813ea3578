package dev.symbolicator.maps.objects;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.objects.Blobs.BlobId;
import dev.symbolicator.maps.objects.Blobs.DamagedObjectException;
import dev.symbolicator.maps.objects.Spool.SpooledBlob;
import dev.symbolicator.maps.objects.Spool.SpooledFiles;
import dev.symbolicator.memory.Sha256;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlobsTest {
  private static final byte[] CONTENT = "{\"version\":3,\"mappings\":\"AAAA\"}".getBytes(UTF_8);
  private static final BlobId BLOB = id(CONTENT);
  @TempDir Path directory;
  private MapStore store;
  private Blobs blobs;
  private SpooledFiles upload;

  @BeforeEach
  void open() {
    store = FolderObjectsTest.open(directory);
    blobs = new Blobs(store.objects());
    upload = store.spool().begin();
  }

  @AfterEach
  void close() {
    upload.close();
    store.close();
  }

  private static BlobId id(byte[] content) {
    return new BlobId(Sha256.of(content), content.length);
  }

  private SpooledBlob spool(byte[] content) throws IOException {
    return upload.blob(new ByteArrayInputStream(content), Long.MAX_VALUE);
  }

  private byte[] read(String scope, BlobId blob) throws IOException {
    try (InputStream in = blobs.open(scope, blob)) {
      assertNotNull(in);
      return in.readAllBytes();
    }
  }

  private Path file(String scope) {
    return directory.resolve("objects").resolve(Blobs.name(scope, BLOB));
  }

  @Test
  void contentIsFoundByItsHashInItsScope() throws IOException {
    SpooledBlob blob = spool(CONTENT);
    assertEquals(BLOB, blob.id());
    blobs.put("team", blob);
    assertArrayEquals(CONTENT, read("team", BLOB));
    assertEquals(blob.gzip().size(), blobs.info("team", BLOB).size());
    assertNull(blobs.open("other", BLOB));
    assertNull(blobs.info("other", BLOB));
    assertEquals(CONTENT.length, Blobs.size(Blobs.name("team", BLOB)));
    store.objects().delete(Blobs.name("team", BLOB));
    assertNull(blobs.open("team", BLOB));
  }

  @Test
  void contentStaysWhenItsUploadEnds() throws IOException {
    SpooledBlob blob = spool(CONTENT);
    blobs.put("team", blob);
    upload.close();
    assertArrayEquals(CONTENT, read("team", BLOB));
  }

  @Test
  void largeAndEmptyContentsAreReadBack() throws IOException {
    byte[] large = new byte[3_000_000];
    new Random(3).nextBytes(large);
    for (byte[] content : List.of(large, new byte[0], new byte[5_000_000])) {
      blobs.put("team", spool(content));
      assertArrayEquals(content, read("team", id(content)));
    }
  }

  @Test
  void everyFlippedByteIsAnErrorOrChangesNothing() throws IOException {
    blobs.put("team", spool(CONTENT));
    byte[] stored = Files.readAllBytes(file("team"));
    for (int at = 0; at < stored.length; at++) {
      byte[] flipped = stored.clone();
      flipped[at] ^= 0x10;
      Files.write(file("team"), flipped);
      try {
        assertArrayEquals(CONTENT, read("team", BLOB));
        assertTrue(at < 10, "only the header has bytes without a meaning: " + at);
      } catch (DamagedObjectException seen) {
        assertTrue(seen.getMessage().contains("damaged"));
      }
    }
  }

  @Test
  void everyShorterObjectIsAnError() throws IOException {
    blobs.put("team", spool(CONTENT));
    byte[] stored = Files.readAllBytes(file("team"));
    for (int length = 0; length < stored.length; length++) {
      Files.write(file("team"), Arrays.copyOf(stored, length));
      assertThrows(DamagedObjectException.class, () -> read("team", BLOB));
    }
  }

  @Test
  void otherContentUnderTheNameIsAnError() throws IOException {
    blobs.put("team", spool(CONTENT));
    ByteArrayOutputStream other = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(other)) {
      gzip.write("{}".getBytes(UTF_8));
    }
    Files.write(file("team"), other.toByteArray());
    assertThrows(DamagedObjectException.class, () -> read("team", BLOB));
  }

  @Test
  void contentBeyondItsSizeIsAnErrorBeforeItsEnd() throws IOException {
    byte[] zeros = new byte[5_000_000];
    blobs.put("team", spool(zeros));
    try (InputStream in = blobs.open("team", id(zeros))) {
      assertEquals(zeros.length, in.readAllBytes().length);
    }
    BlobId less = new BlobId(Sha256.of(zeros), 99_999);
    Path objects = directory.resolve("objects");
    Files.move(
        objects.resolve(Blobs.name("team", id(zeros))), objects.resolve(Blobs.name("team", less)));
    try (InputStream in = blobs.open("team", less)) {
      assertThrows(DamagedObjectException.class, () -> in.readNBytes(200_000));
    }
  }

  @Test
  void contentStoredAgainRepairsTheObject() throws IOException {
    blobs.put("team", spool(CONTENT));
    Files.write(file("team"), new byte[7]);
    assertThrows(DamagedObjectException.class, () -> read("team", BLOB));
    blobs.put("team", spool(CONTENT));
    assertArrayEquals(CONTENT, read("team", BLOB));
  }

  @Test
  void otherTextsThanHashesAreRefused() {
    for (String text :
        List.of("", "../../etc", BLOB.sha256().toUpperCase(Locale.ROOT), BLOB.sha256() + '0')) {
      assertThrows(IllegalArgumentException.class, () -> blobs.open("team", new BlobId(text, 1)));
    }
  }
}

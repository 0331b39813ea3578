package dev.symbolicator.maps.objects;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
  private static final String SHA256 = Sha256.of(CONTENT);
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

  private SpooledBlob spool(byte[] content) throws IOException {
    return upload.blob(new ByteArrayInputStream(content), Long.MAX_VALUE);
  }

  private byte[] read(String scope, String sha256) throws IOException {
    try (InputStream in = blobs.open(scope, sha256)) {
      assertNotNull(in);
      return in.readAllBytes();
    }
  }

  private Path file(String scope) {
    return directory.resolve("objects").resolve(Blobs.name(scope, SHA256));
  }

  @Test
  void contentIsFoundByItsHashInItsScope() throws IOException {
    SpooledBlob blob = spool(CONTENT);
    assertEquals(new SpooledBlob(SHA256, CONTENT.length, blob.file()), blob);
    assertTrue(blobs.store("team", blob));
    assertFalse(blobs.store("team", spool(CONTENT)));
    assertArrayEquals(CONTENT, read("team", SHA256));
    assertEquals(Files.size(blob.file()), blobs.info("team", SHA256).size());
    assertNull(blobs.open("other", SHA256));
    assertNull(blobs.info("other", SHA256));
    assertEquals("team/blobs/" + SHA256.substring(0, 2) + '/' + SHA256, Blobs.name("team", SHA256));
    blobs.delete("team", SHA256);
    assertNull(blobs.open("team", SHA256));
  }

  @Test
  void contentStaysWhenItsUploadEnds() throws IOException {
    SpooledBlob blob = spool(CONTENT);
    blobs.store("team", blob);
    upload.close();
    assertFalse(Files.exists(blob.file()));
    assertArrayEquals(CONTENT, read("team", SHA256));
  }

  @Test
  void largeAndEmptyContentsAreReadBack() throws IOException {
    byte[] large = new byte[3_000_000];
    new Random(3).nextBytes(large);
    for (byte[] content : List.of(large, new byte[0], new byte[5_000_000])) {
      blobs.store("team", spool(content));
      assertArrayEquals(content, read("team", Sha256.of(content)));
    }
  }

  @Test
  void everyFlippedByteIsAnErrorOrChangesNothing() throws IOException {
    blobs.store("team", spool(CONTENT));
    byte[] stored = Files.readAllBytes(file("team"));
    for (int at = 0; at < stored.length; at++) {
      byte[] flipped = stored.clone();
      flipped[at] ^= 0x10;
      Files.write(file("team"), flipped);
      try {
        assertArrayEquals(CONTENT, read("team", SHA256));
        assertTrue(at < 10, "only the header has bytes without a meaning: " + at);
      } catch (DamagedObjectException seen) {
        assertTrue(seen.getMessage().contains("damaged"));
      }
    }
  }

  @Test
  void everyShorterObjectIsAnError() throws IOException {
    blobs.store("team", spool(CONTENT));
    byte[] stored = Files.readAllBytes(file("team"));
    for (int length = 0; length < stored.length; length++) {
      Files.write(file("team"), Arrays.copyOf(stored, length));
      assertThrows(DamagedObjectException.class, () -> read("team", SHA256));
    }
  }

  @Test
  void otherContentUnderTheNameIsAnError() throws IOException {
    blobs.store("team", spool(CONTENT));
    ByteArrayOutputStream other = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(other)) {
      gzip.write("{}".getBytes(UTF_8));
    }
    Files.write(file("team"), other.toByteArray());
    assertThrows(DamagedObjectException.class, () -> read("team", SHA256));
  }

  @Test
  void contentBeyondItsSizeIsAnErrorBeforeItsEnd() throws IOException {
    byte[] zeros = new byte[5_000_000];
    blobs.store("team", spool(zeros));
    try (InputStream in = blobs.open("team", new BlobId(Sha256.of(zeros), zeros.length))) {
      assertEquals(zeros.length, in.readAllBytes().length);
    }
    try (InputStream in = blobs.open("team", new BlobId(Sha256.of(zeros), 99_999))) {
      assertThrows(DamagedObjectException.class, () -> in.readNBytes(200_000));
    }
  }

  @Test
  void contentStoredAgainRepairsTheObject() throws IOException {
    blobs.store("team", spool(CONTENT));
    Files.write(file("team"), new byte[7]);
    assertFalse(blobs.store("team", spool(CONTENT)));
    assertThrows(DamagedObjectException.class, () -> read("team", SHA256));
    blobs.storeAgain("team", spool(CONTENT));
    assertArrayEquals(CONTENT, read("team", SHA256));
  }

  @Test
  void otherTextsThanHashesAreRefused() {
    for (String text : List.of("", "../../etc", SHA256.toUpperCase(Locale.ROOT), SHA256 + '0')) {
      assertThrows(IllegalArgumentException.class, () -> blobs.open("team", text));
    }
  }
}

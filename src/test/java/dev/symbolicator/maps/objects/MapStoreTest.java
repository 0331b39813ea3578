package dev.symbolicator.maps.objects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.objects.MapStore.MapStoreConfig;
import dev.symbolicator.maps.objects.ObjectStore.StoreUnavailableException;
import dev.symbolicator.maps.objects.Spool.SpooledBytes;
import dev.symbolicator.maps.objects.Spool.SpooledFiles;
import dev.symbolicator.testing.Settings;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MapStoreTest {
  private static final String BUCKET = "symbolicator.maps.bucket.";
  @TempDir Path directory;

  private static MapStore open(String... keysAndValues) {
    return new MapStore(Settings.of(keysAndValues).read(MapStoreConfig.class));
  }

  private static String refusal(String... keysAndValues) {
    return assertThrows(ConfigurationException.class, () -> open(keysAndValues)).getMessage();
  }

  @Test
  void withoutAFolderAndABucketThereIsNoStore() {
    assertNull(open().objects());
  }

  @Test
  void folderAndBucketTogetherAreRefused() {
    String refusal =
        refusal("symbolicator.maps.directory", directory.toString(), BUCKET + "name", "maps");
    assertTrue(refusal.contains("symbolicator.maps.directory"), refusal);
    assertTrue(refusal.contains("symbolicator.maps.bucket.name"), refusal);
    assertEquals(0, directory.toFile().list().length);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3.example.com",
        "ftp://s3.example.com",
        "https://",
        "https://k:secret@h",
        "http://a b"
      })
  void otherEndpointsThanHttpAddressesAreRefused(String endpoint) {
    String refusal = refusal(BUCKET + "name", "maps", BUCKET + "endpoint", endpoint);
    assertTrue(refusal.startsWith("symbolicator.maps.bucket.endpoint "), refusal);
    assertFalse(refusal.contains("secret"), refusal);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/maps", "a//b", "../a", "ä"})
  void otherPrefixesThanFoldersAreRefused(String prefix) {
    String refusal = refusal(BUCKET + "name", "maps", BUCKET + "prefix", prefix);
    assertTrue(refusal.startsWith("symbolicator.maps.bucket.prefix "), refusal);
  }

  @Test
  void absenceOfARegionIsNamed() {
    System.setProperty("aws.disableEc2Metadata", "true");
    try (MapStore store = open(BUCKET + "name", "maps")) {
      StoreUnavailableException unavailable =
          assertThrows(StoreUnavailableException.class, () -> store.objects().open("name"));
      assertTrue(unavailable.getMessage().contains("symbolicator.maps.bucket.region"));
    } finally {
      System.clearProperty("aws.disableEc2Metadata");
    }
  }

  @Test
  void longestPrefixHasOneHundredCharacters() {
    MapStore store =
        open(
            BUCKET + "name", "maps",
            BUCKET + "prefix", "p".repeat(99),
            BUCKET + "endpoint", "https://s3.example.com");
    store.close();
    String refusal = refusal(BUCKET + "name", "maps", BUCKET + "prefix", "p".repeat(100));
    assertTrue(refusal.contains("at most 100"), refusal);
  }

  @Test
  void uploadHasNoFileThatAKilledProcessCouldLeave() throws IOException {
    MapStore store = open("symbolicator.maps.directory", directory.toString());
    try (SpooledFiles upload = store.spool().begin()) {
      SpooledBytes file = upload.file(new ByteArrayInputStream(new byte[] {7}), 1);
      assertEquals(0, directory.resolve("tmp").toFile().list().length);
      assertEquals(7, file.stream().read());
    }
  }
}

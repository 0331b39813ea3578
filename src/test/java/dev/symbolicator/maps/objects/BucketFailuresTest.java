package dev.symbolicator.maps.objects;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.SpoiledWire;
import dev.symbolicator.testing.SpoiledWire.Fate;
import dev.symbolicator.testing.TestS3;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Buckets that are gone, slow or refuse. */
class BucketFailuresTest {
  private static final byte[] CONTENT = new byte[300_000];
  private static final String[] IMPATIENT = {
    "limits.object.connectTimeout", "1S",
    "limits.object.stallTimeout", "300ms",
    "limits.object.smallTimeout", "1S",
    "limits.object.fileTimeout", "1S"
  };
  @TempDir static Path folder;
  private static TestS3 s3;
  private final String bucket = s3.newBucket();
  private final List<String> secrets =
      List.of(s3.endpoint(), "127.0.0.1", bucket, TestS3.ACCESS_KEY, TestS3.SECRET_KEY);
  private Path file;

  @BeforeAll
  static void start() {
    s3 = TestS3.start(folder);
    new Random(5).nextBytes(CONTENT);
  }

  @AfterAll
  static void stop() {
    if (s3 != null) {
      s3.close();
    }
  }

  @BeforeEach
  void fill() throws IOException {
    file = Files.write(folder.resolve("content"), CONTENT);
    TestBucket.open(s3, bucket).putIfAbsent("team/name", file);
  }

  private Map<String, Executable> calls(ObjectStore store) {
    return StoreCalls.all(store, file);
  }

  @Test
  void refusedCredentialsAreNamed() {
    ObjectStore store = TestBucket.open(s3, bucket);
    System.setProperty("aws.secretAccessKey", "another-secret-key");
    try {
      StoreCalls.assertUnavailable(calls(store), "403", secrets);
      StoreCalls.assertUnavailable(calls(store), "Check the credentials", secrets);
    } finally {
      System.setProperty("aws.secretAccessKey", TestS3.SECRET_KEY);
    }
    StoreCalls.assertWorking(calls(store));
  }

  @Test
  void absentBucketIsNoEmptyBucket() {
    ObjectStore store = TestBucket.open(s3, "bucket-of-nobody");
    Map<String, Executable> calls = calls(store);
    calls.remove("remove"); // s3proxy does not mind
    StoreCalls.assertUnavailable(calls, "symbolicator.maps.bucket.name", secrets);
  }

  @Test
  void deadServerIsUnavailableAndItsObjectsReturnWithIt() {
    ObjectStore store = TestBucket.open(s3.endpoint(), bucket, IMPATIENT);
    s3.die();
    try {
      StoreCalls.assertUnavailable(calls(store), "does not answer", secrets);
    } finally {
      s3.comeBack();
    }
    StoreCalls.assertWorking(calls(TestBucket.open(s3, bucket)));
  }

  @Test
  void stalledServerIsUnavailable() {
    try (SpoiledWire wire = new SpoiledWire(s3.port(), request -> Fate.STALLED)) {
      ObjectStore store = TestBucket.open(wire.url(), bucket, IMPATIENT);
      StoreCalls.assertUnavailable(calls(store), "does not answer", secrets);
    }
  }

  @Test
  void objectThatBreaksOffIsUnavailableAndNotShorter() throws IOException {
    try (SpoiledWire wire = new SpoiledWire(s3.port(), request -> Fate.ANSWER_CUT)) {
      ObjectStore store = TestBucket.open(wire.url(), bucket, IMPATIENT);
      try (InputStream in = store.open("team/name")) {
        assertThrows(StoreUnavailableException.class, in::readAllBytes);
      }
    }
  }

  @Test
  void writtenObjectWhoseAnswerIsLostIsFoundAndWhole() throws IOException {
    Function<String, Fate> lost =
        request -> request.startsWith("PUT ") ? Fate.ANSWER_LOST : Fate.FORWARDED;
    try (SpoiledWire wire = new SpoiledWire(s3.port(), lost)) {
      ObjectStore store = TestBucket.open(wire.url(), bucket);
      assertFalse(store.putIfAbsent("team/file", file));
      assertFalse(store.putIfAbsent("team/bytes", CONTENT));
      assertArrayEquals(CONTENT, ObjectStoreContract.read(store, "team/file"));
      assertArrayEquals(CONTENT, ObjectStoreContract.read(store, "team/bytes"));
    }
  }

  @Test
  void presentFileIsNotSentAgain() throws IOException {
    ConcurrentLinkedQueue<String> requests = new ConcurrentLinkedQueue<>();
    Function<String, Fate> seen =
        request -> {
          requests.add(request.substring(0, request.indexOf(' ')));
          return Fate.FORWARDED;
        };
    try (SpoiledWire wire = new SpoiledWire(s3.port(), seen)) {
      assertFalse(TestBucket.open(wire.url(), bucket).putIfAbsent("team/name", file));
    }
    assertEquals(List.of("HEAD"), List.copyOf(requests));
  }

  @Test
  void serverWithoutConditionsStoresObjects() throws IOException {
    ConcurrentLinkedQueue<String> puts = new ConcurrentLinkedQueue<>();
    Function<String, Fate> firstRefused =
        request -> {
          boolean isFirst = request.startsWith("PUT ") && puts.isEmpty();
          if (request.startsWith("PUT ")) {
            puts.add(request);
          }
          return isFirst ? Fate.NOT_IMPLEMENTED : Fate.FORWARDED;
        };
    try (SpoiledWire wire = new SpoiledWire(s3.port(), firstRefused)) {
      ObjectStore store = TestBucket.open(wire.url(), bucket);
      assertTrue(store.putIfAbsent("team/first", file));
      assertTrue(store.putIfAbsent("team/second", CONTENT));
      assertFalse(store.putIfAbsent("team/second", file));
    }
    assertEquals(3, puts.size());
  }

  @Test
  void fileThatVanishedIsUnavailable() {
    ObjectStore store = TestBucket.open(s3, bucket);
    StoreCalls.assertUnavailable(
        Map.of("put", () -> store.putIfAbsent("team/new", folder.resolve("absent"))),
        "A temporary file is gone",
        List.of(folder.toString()));
  }
}

package dev.symbolicator.maps.objects;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.symbolicator.maps.objects.MapStore.ObjectLimits;
import dev.symbolicator.maps.objects.ObjectStore.StoreUnavailableException;
import dev.symbolicator.maps.objects.Spool.SpooledBytes;
import dev.symbolicator.testing.SpoiledWire;
import dev.symbolicator.testing.SpoiledWire.Fate;
import dev.symbolicator.testing.TestS3;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
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
  private SpooledBytes file;

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
    file = ObjectStoreContract.spooled(folder, CONTENT);
    TestBucket.open(s3, bucket).put("team/name", file);
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
  void objectWhoseAnswerIsLostIsWrittenAgainAndWhole() throws IOException {
    AtomicInteger puts = new AtomicInteger();
    Function<String, Fate> lost =
        request ->
            request.startsWith("PUT ") && puts.getAndIncrement() % 2 == 0
                ? Fate.ANSWER_LOST
                : Fate.FORWARDED;
    try (SpoiledWire wire = new SpoiledWire(s3.port(), lost)) {
      ObjectStore store = TestBucket.open(wire.url(), bucket);
      store.put("team/file", file);
      store.put("team/bytes", CONTENT);
      assertArrayEquals(CONTENT, ObjectStoreContract.read(store, "team/file"));
      assertArrayEquals(CONTENT, ObjectStoreContract.read(store, "team/bytes"));
      assertEquals(4, puts.get());
    }
  }

  @Test
  void requestIsSentThreeTimesAtMost() {
    AtomicInteger requests = new AtomicInteger();
    Function<String, Fate> lost =
        request -> {
          requests.incrementAndGet();
          return Fate.ANSWER_LOST;
        };
    try (SpoiledWire wire = new SpoiledWire(s3.port(), lost)) {
      ObjectStore store = TestBucket.open(wire.url(), bucket);
      assertThrows(StoreUnavailableException.class, () -> store.list("team/", "", 1));
    }
    assertEquals(ObjectLimits.DEFAULT.attempts(), requests.get());
  }
}

package dev.symbolicator.maps.objects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.objects.ObjectStore.ObjectInfo;
import dev.symbolicator.testing.TestS3;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BucketObjectsTest extends ObjectStoreContract {
  @TempDir static Path folder;
  private static TestS3 s3;
  private final String bucket = s3.newBucket();
  private ObjectStore store;

  @BeforeAll
  static void start() {
    s3 = TestS3.start(folder);
  }

  @AfterAll
  static void stop() {
    if (s3 != null) {
      s3.close();
    }
  }

  @BeforeEach
  void open() {
    store = TestBucket.open(s3, bucket);
  }

  @Override
  ObjectStore store() {
    return store;
  }

  @Test
  void namesBeginWithTheConfiguredPrefix() throws IOException {
    ObjectStore prefixed =
        TestBucket.open(s3.endpoint(), bucket, "symbolicator.maps.bucket.prefix", "maps/of-us");
    prefixed.putIfAbsent("team/name", new byte[1]);
    store.putIfAbsent("team/other", new byte[1]);
    assertTrue(Files.isRegularFile(s3.bucket(bucket).resolve("maps/of-us/team/name")));
    assertEquals(
        List.of("team/name"), prefixed.list("team/", "").stream().map(ObjectInfo::name).toList());
    assertEquals(List.of(), prefixed.list("", "team/name"));
  }

  @Test
  void listGoesOnBeyondOnePage() throws IOException {
    List<String> names = IntStream.range(0, 1200).mapToObj("team/events/%04d"::formatted).toList();
    Path events = Files.createDirectories(s3.bucket(bucket).resolve("team/events"));
    for (String name : names) {
      Files.createFile(events.resolve(name.substring(name.lastIndexOf('/') + 1)));
    }
    assertEquals(names, store.list("team/", "").stream().map(ObjectInfo::name).toList());
    assertEquals(
        names.subList(100, 1200),
        store.list("team/", "team/events/0099").stream().map(ObjectInfo::name).toList());
  }

  @Test
  void objectsOfOthersAreNotListed() throws IOException {
    store.putIfAbsent("team/name", new byte[1]);
    Path team = s3.bucket(bucket).resolve("team");
    Files.createFile(team.resolve(".hidden"));
    Files.createFile(team.resolve("a b"));
    assertEquals(List.of("team/name"), store.list("", "").stream().map(ObjectInfo::name).toList());
  }

  @Test
  void otherClientSeesTheSameObjects() throws IOException {
    ObjectStore other = TestBucket.open(s3, bucket);
    assertTrue(store.putIfAbsent("team/name", new byte[] {1}));
    assertFalse(other.putIfAbsent("team/name", new byte[] {2}));
    assertEquals(1, read(other, "team/name")[0]);
    other.delete("team/name");
    assertEquals(List.of(), store.list("", ""));
  }
}

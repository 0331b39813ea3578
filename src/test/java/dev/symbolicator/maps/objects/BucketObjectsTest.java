package dev.symbolicator.maps.objects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
    prefixed.put("team/name", new byte[1]);
    store.put("team/other", new byte[1]);
    assertTrue(Files.isRegularFile(s3.bucket(bucket).resolve("maps/of-us/team/name")));
    assertEquals(List.of("team/name"), names(prefixed, "team/", ""));
    assertEquals(List.of(), names(prefixed, "", "team/name"));
  }

  @Test
  void listGoesOnBeyondOnePage() throws IOException {
    List<String> names = IntStream.range(0, 1200).mapToObj("team/events/%04d"::formatted).toList();
    Path events = Files.createDirectories(s3.bucket(bucket).resolve("team/events"));
    for (String name : names) {
      Files.createFile(events.resolve(name.substring(name.lastIndexOf('/') + 1)));
    }
    assertEquals(names, names(store, "team/", ""));
    assertEquals(names.subList(100, 1200), names(store, "team/", "team/events/0099"));
  }

  @Test
  void objectsOfOthersAreNotListed() throws IOException {
    store.put("team/name", new byte[1]);
    Path team = s3.bucket(bucket).resolve("team");
    Files.createFile(team.resolve(".hidden"));
    Files.createFile(team.resolve("a b"));
    assertEquals(List.of("team/name"), names(store, "", ""));
  }

  @Test
  void otherClientSeesTheSameObjects() throws IOException {
    ObjectStore other = TestBucket.open(s3, bucket);
    store.put("team/name", new byte[] {1});
    other.put("team/name", new byte[] {2});
    assertEquals(2, read(other, "team/name")[0]);
    other.delete("team/name");
    assertEquals(List.of(), names(store, "", ""));
  }
}

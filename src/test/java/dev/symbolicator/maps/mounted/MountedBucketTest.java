package dev.symbolicator.maps.mounted;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.maps.StoredMap;
import dev.symbolicator.maps.mounted.MountedMaps.MountAnswer;
import dev.symbolicator.maps.mounted.MountedMaps.MountAnswer.MountAbsent;
import dev.symbolicator.maps.mounted.MountedMaps.MountAnswer.MountFound;
import dev.symbolicator.maps.mounted.MountedMaps.MountAnswer.MountUnreadable;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.TestS3;
import dev.symbolicator.url.WebUrl;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Finds maps in a bucket of a real server. */
class MountedBucketTest {
  private static final String BASE = "https://cdn.example.com/assets/";

  @TempDir static Path folder;
  private static TestS3 s3;
  private final String bucket = s3.newBucket();
  private final AtomicLong now = new AtomicLong();
  private MountedMaps mounts;

  @BeforeAll
  static void start() {
    s3 = TestS3.start(folder);
    System.setProperty("aws.accessKeyId", TestS3.ACCESS_KEY);
    System.setProperty("aws.secretAccessKey", TestS3.SECRET_KEY);
  }

  @AfterAll
  static void stop() {
    if (s3 != null) {
      s3.close();
    }
  }

  @BeforeEach
  void mount() {
    mounts =
        TestMounts.of(
            now::get,
            "symbolicator.maps.bucket.endpoint",
            s3.endpoint(),
            "symbolicator.maps.mounted.assets.url",
            BASE,
            "symbolicator.maps.mounted.assets.location",
            "s3://" + bucket + "/builds/{release}/");
  }

  private void object(String key, String text) throws IOException {
    Path file = s3.bucket(bucket).resolve(key);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private @Nullable StoredMap find(String path, String release) {
    WebUrl url = Objects.requireNonNull(WebUrl.parse(BASE + path));
    ScriptRef ref = new ScriptRef(ScriptRef.DEFAULT_SCOPE, url, release, null, null);
    assertInstanceOf(MountAbsent.class, Await.value(mounts.find(ref, false, false)));
    return answer(path, release) instanceof MountFound found ? found.map() : null;
  }

  private MountAnswer answer(String path, String release) {
    WebUrl url = Objects.requireNonNull(WebUrl.parse(BASE + path));
    ScriptRef ref = new ScriptRef(ScriptRef.DEFAULT_SCOPE, url, release, null, null);
    return Await.value(mounts.find(ref, true, false));
  }

  private static String map(@Nullable StoredMap found) throws IOException {
    assertNotNull(found);
    try (InputStream in = found.map().open()) {
      return in == null ? "gone" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void ruleLeadsToTheObjectOfTheRelease() throws IOException {
    object("builds/1/app.js", "f()\n//# sourceMappingURL=hidden.map");
    object("builds/1/hidden.map", "first");
    object("builds/2/app.js.map", "second");
    assertEquals("first", map(find("app.js", "1")));
    assertEquals("second", map(find("app.js", "2")));
    assertNull(find("app.js", "3"));
    assertNull(find("%2e%2e/2/app.js", "1"));
    assertNull(find("..%2f2%2fapp.js", "1"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100_000})
  void commentAtTheEndOfALargeScriptIsFound(int lines) throws IOException {
    object("builds/1/app.js", "f()\n".repeat(lines) + "//# sourceMappingURL=hidden.map");
    object("builds/1/hidden.map", "first");
    assertEquals("first", map(find("app.js", "1")));
  }

  @Test
  void emptyScriptHasTheMapBesideIt() throws IOException {
    object("builds/1/app.js", "");
    object("builds/1/app.js.map", "first");
    assertEquals("first", map(find("app.js", "1")));
  }

  @Test
  void keyThatNoObjectCanHaveIsAbsent() {
    int longest = 1024 - "builds/1/".length();
    for (int length : new int[] {longest - ".map".length(), longest, longest + 1}) {
      assertInstanceOf(MountAbsent.class, answer("a".repeat(length), "1"), length + " characters");
    }
  }

  @Test
  void replacedObjectIsSeenAfterAMinute() throws IOException {
    object("builds/1/app.js.map", "one");
    StoredMap one = find("app.js", "1");
    assertEquals("one", map(one));
    object("builds/1/app.js.map", "other");
    now.addAndGet(Duration.ofSeconds(61).toNanos());
    StoredMap other = find("app.js", "1");
    assertEquals("other", map(other));
    assertNotEquals(one.id(), other.id());
  }

  /** The symbols of the last map may still be in memory. */
  @Test
  void knownMapsAreFoundWhileTheBucketIsGone() throws IOException {
    object("builds/1/app.js.map", "one");
    StoredMap one = find("app.js", "1");
    assertNotNull(one);
    s3.die();
    now.addAndGet(Duration.ofSeconds(61).toNanos());
    StoredMap known = find("app.js", "1");
    assertNotNull(known);
    assertEquals(one.id(), known.id());
    assertEquals(new MountUnreadable("assets"), answer("other.js", "1"));
    s3.comeBack();
    now.addAndGet(Duration.ofSeconds(61).toNanos());
    assertEquals("one", map(find("app.js", "1")));
  }
}

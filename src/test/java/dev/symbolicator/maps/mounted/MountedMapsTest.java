package dev.symbolicator.maps.mounted;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.maps.StoredMap;
import dev.symbolicator.maps.mounted.MountedFiles.FolderFiles;
import dev.symbolicator.maps.mounted.MountedMaps.MountAnswer;
import dev.symbolicator.maps.mounted.MountedMaps.MountAnswer.MountAbsent;
import dev.symbolicator.maps.mounted.MountedMaps.MountAnswer.MountFound;
import dev.symbolicator.maps.mounted.MountedMaps.MountAnswer.MountUnreadable;
import dev.symbolicator.maps.mounted.MountedRules.MountedPath;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.LogLines;
import dev.symbolicator.url.WebUrl;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MountedMapsTest {
  private static final String BASE = "https://cdn.example.com/assets/";
  private static final String ID = "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d";

  @TempDir Path root;
  private Path folder;
  private final AtomicLong now = new AtomicLong();
  private final CountedFiles files = new CountedFiles();

  /** A folder whose reads are counted, and may fail. */
  private static final class CountedFiles implements MountedFiles {
    private final MountedFiles files = new FolderFiles();
    private final AtomicInteger reads = new AtomicInteger();
    private volatile boolean isUnreadable;

    @Override
    public @Nullable FileState state(MountedPath path) throws IOException {
      if (isUnreadable) {
        throw new IOException("Input/output error");
      }
      return files.state(path);
    }

    @Override
    public @Nullable InputStream open(MountedPath path, long from) throws IOException {
      reads.incrementAndGet();
      return files.open(path, from);
    }
  }

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createDirectories(root.resolve("maps"));
  }

  private MountedMaps mounts(String... more) {
    List<String> keys =
        new ArrayList<>(
            List.of(
                "symbolicator.maps.mounted.assets.url",
                BASE,
                "symbolicator.maps.mounted.assets.location",
                folder + "/"));
    keys.addAll(List.of(more));
    return TestMounts.of(files, now::get, keys.toArray(String[]::new));
  }

  private void file(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static ScriptRef ref(String scope, String url, @Nullable String release) {
    return new ScriptRef(scope, Objects.requireNonNull(WebUrl.parse(url)), release, null, null);
  }

  private static @Nullable StoredMap find(MountedMaps mounts, String url) {
    return find(mounts, ref(ScriptRef.DEFAULT_SCOPE, url, null));
  }

  private static @Nullable StoredMap find(MountedMaps mounts, ScriptRef ref) {
    MountAnswer answer = Await.value(mounts.find(ref, false, false));
    return answer instanceof MountFound found ? found.map() : null;
  }

  @Test
  void mapWithinTheScriptIsReadIfThereIsNoOther() throws IOException {
    String json = "{\"version\":3,\"x\":\"" + "é".repeat(100_000) + "\"}";
    for (String padding : List.of("", " ", "  ")) {
      String base64 =
          Base64.getEncoder().encodeToString((json + padding).getBytes(StandardCharsets.UTF_8));
      String comment = "//# sourceMappingURL=data:application/json;charset=utf-8;base64," + base64;
      file("maps/a" + padding.length() + ".js", "f()\n" + comment + "\n//# debugId=" + ID + "\n");
      StoredMap found = find(mounts(), BASE + "a" + padding.length() + ".js");
      assertNotNull(found);
      assertEquals(json + padding, map(found));
      assertEquals((json + padding).getBytes(StandardCharsets.UTF_8).length, found.map().size());
      file("maps/text.js", "f('" + comment + "')\n");
      assertNull(find(mounts(), BASE + "text.js"));
      file("maps/b.js", "f()\n" + comment);
      file("maps/b.js.map", "{}");
      assertEquals("{}", map(find(mounts(), BASE + "b.js")));
    }
  }

  private static String map(@Nullable StoredMap found) {
    return found == null ? "none" : text(found.map());
  }

  private static String text(StoredMap.ReadableContent content) {
    try (InputStream in = content.open()) {
      return in == null ? "gone" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void longestUrlThatFitsWins() throws IOException {
    file("maps/a/app.js.map", "outer");
    file("inner/app.js.map", "inner");
    MountedMaps mounts =
        mounts(
            "symbolicator.maps.mounted.b.url", BASE + "a/",
            "symbolicator.maps.mounted.b.location", root + "/inner/");
    assertEquals("inner", map(find(mounts, BASE + "a/app.js")));
    assertEquals("none", map(find(mounts, BASE + "b/app.js")));
    file("maps/b/app.js.map", "outer b");
    now.addAndGet(Duration.ofSeconds(6).toNanos());
    assertEquals("outer b", map(find(mounts, BASE + "b/app.js")));
    assertEquals("none", map(find(mounts, "https://cdn.example.com/app.js")));
    assertEquals("none", map(find(mounts, "https://cdn.example.com.evil.example/assets/b/app.js")));
  }

  @Test
  void ruleIsOfOneScope() throws IOException {
    file("maps/app.js.map", "map");
    MountedMaps mounts = mounts("symbolicator.maps.mounted.assets.scope", "shop");
    assertEquals("map", map(find(mounts, ref("shop", BASE + "app.js", null))));
    assertEquals("none", map(find(mounts, BASE + "app.js")));
  }

  @Test
  void releaseStandsInTheLocation() throws IOException {
    file("maps/1.0/app.js.map", "first");
    file("maps/2.0/app.js.map", "second");
    file("app.js.map", "outside");
    MountedMaps mounts =
        mounts("symbolicator.maps.mounted.assets.location", folder + "/{release}/");
    String url = BASE + "app.js";
    assertEquals("first", map(find(mounts, ref(ScriptRef.DEFAULT_SCOPE, url, "1.0"))));
    assertEquals("second", map(find(mounts, ref(ScriptRef.DEFAULT_SCOPE, url, "2.0"))));
    for (String release : new String[] {"3.0", "..", ".", "../maps/1.0", "a\0b", "a\\b", ""}) {
      assertEquals("none", map(find(mounts, ref(ScriptRef.DEFAULT_SCOPE, url, release))), release);
    }
    assertEquals("none", map(find(mounts, url)));
  }

  @ParameterizedTest
  @CsvSource({
    "app.js?v=1, app.js.map",
    "a%20b.js, a b.js.map",
    "a+b.js, a+b.js.map",
    "%C3%A9.js, é.js.map",
    "a/b/c.js, a/b/c.js.map",
    "a/../b.js, b.js.map",
    "..a/b..js, ..a/b..js.map"
  })
  void pathIsDecoded(String path, String file) throws IOException {
    file("maps/" + file, "map");
    assertEquals("map", map(find(mounts(), BASE + path)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../secret.js",
        "%2e%2e/secret.js",
        "..%2fsecret.js",
        "%2e%2e%2fsecret.js",
        "..%5csecret.js",
        "..\\secret.js",
        "a%00/secret.js",
        "secret.js%00",
        "a//secret.js",
        "/secret.js",
        "%2fsecret.js",
        "a/",
        "",
        "%",
        "%zz.js",
        "%0a.js",
        "%7f.js",
        "%ff/secret.js"
      })
  void pathOutOfTheFolderIsNotFollowed(String path) throws IOException {
    file("secret.js.map", "secret");
    file("secret.js", "secret");
    file("maps/a/x.js.map", "x");
    assertNull(find(mounts(), BASE + path));
  }

  @Test
  void linkOutOfTheFolderIsNotFollowed() throws IOException {
    file("secret.js.map", "secret");
    Files.createSymbolicLink(folder.resolve("app.js.map"), root.resolve("secret.js.map"));
    Files.createSymbolicLink(folder.resolve("up"), root);
    assertNull(find(mounts(), BASE + "app.js"));
    assertNull(find(mounts(), BASE + "up/secret.js"));
  }

  /** Kubernetes mounts by links within the folder. */
  @Test
  void linkWithinTheFolderIsFollowed() throws IOException {
    file("maps/..2026/app.js.map", "map");
    Files.createSymbolicLink(folder.resolve("..data"), Path.of("..2026"));
    Files.createSymbolicLink(folder.resolve("app.js.map"), Path.of("..data/app.js.map"));
    assertEquals("map", map(find(mounts(), BASE + "app.js")));
  }

  @Test
  void folderMayBeALink() throws IOException {
    file("maps/app.js.map", "map");
    Path link = Files.createSymbolicLink(root.resolve("link"), folder);
    MountedMaps mounts = mounts("symbolicator.maps.mounted.assets.location", link + "/");
    assertEquals("map", map(find(mounts, BASE + "app.js")));
  }

  @Test
  void folderIsNoFile() throws IOException {
    Files.createDirectories(folder.resolve("app.js.map"));
    assertNull(find(mounts(), BASE + "app.js"));
  }

  @Test
  void fileIsLookedAtAgainAfterAFewSeconds() throws IOException {
    MountedMaps mounts = mounts();
    assertNull(find(mounts, BASE + "app.js"));
    file("maps/app.js.map", "one");
    assertNull(find(mounts, BASE + "app.js"));
    now.addAndGet(Duration.ofSeconds(6).toNanos());
    StoredMap one = find(mounts, BASE + "app.js");
    assertEquals("one", map(one));
    now.addAndGet(Duration.ofSeconds(6).toNanos());
    assertEquals(one.id(), Objects.requireNonNull(find(mounts, BASE + "app.js")).id());
  }

  /** Reproducible builds give all files one time. */
  @Test
  void replacedFileOfEqualSizeAndTimeIsAnother() throws IOException {
    FileTime time = FileTime.from(Instant.parse("1980-01-01T00:00:00Z"));
    file("maps/app.js.map", "one");
    Files.setLastModifiedTime(folder.resolve("app.js.map"), time);
    MountedMaps mounts = mounts();
    StoredMap one = find(mounts, BASE + "app.js");
    file("maps/new", "two");
    Files.setLastModifiedTime(folder.resolve("new"), time);
    Files.move(
        folder.resolve("new"),
        folder.resolve("app.js.map"),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    now.addAndGet(Duration.ofSeconds(6).toNanos());
    StoredMap two = find(mounts, BASE + "app.js");
    assertEquals("two", map(two));
    assertNotEquals(one.id(), two.id());
  }

  @ParameterizedTest
  @CsvSource({
    "other.map, other.map",
    "/assets/maps/other.map, maps/other.map",
    "https://cdn.example.com/assets/other.map, other.map",
    "https://elsewhere.example/other.map, app.js.map",
    "../other.map, app.js.map",
    "'data:application/json,{}', app.js.map",
    "absent.map, app.js.map"
  })
  void commentNamesTheMapOfAScript(String comment, String file) throws IOException {
    file("maps/app.js", "f()\n//# sourceMappingURL=" + comment);
    for (String each : new String[] {"other.map", "maps/other.map", "app.js.map"}) {
      file("maps/" + each, each);
    }
    StoredMap found = find(mounts(), BASE + "app.js");
    assertEquals(file, map(found));
    if (found != null) {
      assertTrue(text(Objects.requireNonNull(found.text())).startsWith("f()"));
      assertNull(found.debugId());
    }
  }

  @Test
  void mapThatTheCommentNamesIsFoundWhenItComesLater() throws IOException {
    file("maps/app.js", "f()\n//# sourceMappingURL=other.map");
    file("maps/app.js.map", "fallback");
    MountedMaps mounts = mounts();
    assertEquals("fallback", map(find(mounts, BASE + "app.js")));
    file("maps/other.map", "named");
    pass(6);
    assertEquals("named", map(find(mounts, BASE + "app.js")));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 65_400, 65_470, 65_500, 65_536, 200_000})
  void debugIdOfAMapAloneIsFoundInAnyPlace(int before) throws IOException {
    file(
        "maps/app.js.map",
        "{\"mappings\":\"" + "A".repeat(before) + "\",\"debugId\":\"" + ID + "\"}");
    StoredMap found = find(mounts(), BASE + "app.js");
    assertNotNull(found);
    assertNull(found.text());
    assertEquals(ID, found.debugId());
  }

  private MountAnswer answer(MountedMaps mounts, String path) {
    ScriptRef ref = ref(ScriptRef.DEFAULT_SCOPE, BASE + path, null);
    return Await.value(mounts.find(ref, false, false));
  }

  private void pass(int seconds) {
    now.addAndGet(Duration.ofSeconds(seconds).toNanos());
  }

  @ParameterizedTest
  @CsvSource({"app.js.map, 1", "other.map, 1", "absent.map, 1"})
  void unchangedScriptIsReadOnce(String comment, int reads) throws IOException {
    file("maps/app.js", "f()\n//# sourceMappingURL=" + comment);
    file("maps/app.js.map", "map");
    file("maps/other.map", "map");
    MountedMaps mounts = mounts();
    for (int look = 0; look < 3; look++) {
      assertEquals("map", map(answer(mounts, "app.js")));
      assertEquals(reads, files.reads.get());
      pass(6);
    }
    file("maps/app.js", "g()  \n//# sourceMappingURL=" + comment);
    answer(mounts, "app.js");
    assertEquals(reads + 1, files.reads.get());
  }

  /** Says nothing of reads for the test itself. */
  private String map(MountAnswer answer) {
    int before = files.reads.get();
    String text = answer instanceof MountFound found ? map(found.map()) : "none";
    files.reads.set(before);
    return text;
  }

  @Test
  void unchangedMapWithoutScriptIsReadOnce() throws IOException {
    file("maps/app.js.map", "{\"debugId\":\"" + ID + "\"}");
    MountedMaps mounts = mounts();
    for (int look = 0; look < 3; look++) {
      assertEquals(ID, Objects.requireNonNull(find(mounts, BASE + "app.js")).debugId());
      assertEquals(1, files.reads.get());
      pass(6);
    }
    file("maps/app.js.map", "{}");
    assertNull(Objects.requireNonNull(find(mounts, BASE + "app.js")).debugId());
    assertEquals(2, files.reads.get());
  }

  @Test
  void mapThatComesLaterIsFound() throws IOException {
    file("maps/app.js", "f()\n//# sourceMappingURL=later.map");
    MountedMaps mounts = mounts();
    assertNull(find(mounts, BASE + "app.js"));
    file("maps/later.map", "later");
    pass(6);
    assertEquals("later", map(find(mounts, BASE + "app.js")));
  }

  @Test
  void unreadableFolderIsNotAnAbsentMap() throws IOException {
    file("maps/app.js.map", "map");
    MountedMaps mounts = mounts();
    assertEquals("map", map(find(mounts, BASE + "app.js")));
    pass(6);
    files.isUnreadable = true;
    assertEquals("map", map(find(mounts, BASE + "app.js")), "the last look");
    assertEquals(new MountUnreadable("assets"), answer(mounts, "other.js"));
    files.isUnreadable = false;
    assertEquals(new MountUnreadable("assets"), answer(mounts, "other.js"), "just tried");
    pass(6);
    assertEquals(
        new MountAbsent("The rule assets leads to other.js, where no source map is."),
        answer(mounts, "other.js"));
  }

  @Test
  void urlWithoutRuleSaysSo() {
    ScriptRef ref = ref(ScriptRef.DEFAULT_SCOPE, "https://cdn.example.com/app.js", null);
    assertEquals(
        new MountAbsent("No rule is for this URL."), Await.value(mounts().find(ref, false, false)));
  }

  /** Such names are a stranger's. A failure would be logged, and tried again. */
  @Test
  void namesThatNoFileCanHaveAreAbsent() throws IOException {
    file("maps/app.js", "f()");
    file("maps/" + "a".repeat(251) + ".map", "longest");
    MountedMaps mounts = mounts();
    assertEquals("longest", map(find(mounts, BASE + "a".repeat(251))));
    try (LogLines log = LogLines.listen()) {
      for (String path :
          List.of(
              "app.js/x",
              "app.js/x/y",
              "a".repeat(252),
              "é".repeat(126),
              "a/".repeat(2100) + "b")) {
        assertInstanceOf(MountAbsent.class, answer(mounts, path), path);
      }
      assertEquals(List.of(), log.of(MountedMaps.class.getName()));
    }
  }

  @Test
  void hangingBucketDoesNotStopFolders() throws IOException {
    file("maps/app.js.map", "map");
    CountDownLatch end = new CountDownLatch(1);
    MountedFiles hanging =
        new MountedFiles() {
          @Override
          public @Nullable FileState state(MountedPath path) throws IOException {
            try {
              end.await();
            } catch (InterruptedException stopped) {
              throw new IOException(stopped);
            }
            return null;
          }

          @Override
          public @Nullable InputStream open(MountedPath path, long from) {
            return null;
          }
        };
    MountedMaps mounts =
        TestMounts.of(
            files,
            hanging,
            now::get,
            "symbolicator.maps.mounted.assets.url",
            BASE,
            "symbolicator.maps.mounted.assets.location",
            folder + "/",
            "symbolicator.maps.mounted.remote.url",
            BASE,
            "symbolicator.maps.mounted.remote.location",
            "s3://maps/");
    List<CompletableFuture<MountAnswer>> asked = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      asked.add(mounts.find(ref(ScriptRef.DEFAULT_SCOPE, BASE + i + ".js", null), true, false));
    }
    assertEquals("map", map(find(mounts, BASE + "app.js")));
    assertTrue(asked.stream().noneMatch(CompletableFuture::isDone));
    end.countDown();
    asked.forEach(answer -> assertInstanceOf(MountAbsent.class, Await.value(answer)));
  }

  @Test
  void logWarnsOfARuleOnceAMinute() {
    files.isUnreadable = true;
    MountedMaps mounts =
        mounts(
            "symbolicator.maps.mounted.other.url",
            "https://other.example/",
            "symbolicator.maps.mounted.other.location",
            folder + "/");
    try (LogLines log = LogLines.listen()) {
      for (int i = 0; i < 5; i++) {
        assertInstanceOf(MountUnreadable.class, answer(mounts, i + ".js"));
        pass(11);
      }
      assertEquals(1, log.of(MountedMaps.class.getName()).size());
      find(mounts, "https://other.example/app.js");
      assertEquals(2, log.of(MountedMaps.class.getName()).size());
      pass(5);
      answer(mounts, "last.js");
      assertEquals(3, log.of(MountedMaps.class.getName()).size());
    }
  }

  @Test
  void mapOfAnotherScriptIsNotFound() throws IOException {
    file("maps/app.js", "f()");
    assertNull(find(mounts(), BASE + "app.js"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://cdn.example.com/assets",
        "cdn.example.com/assets/",
        "https://CDN.example.com/assets/",
        "https://cdn.example.com:443/assets/",
        "https://cdn.example.com/a/../assets/",
        "/assets/"
      })
  void ruleWithAnotherUrlKeepsTheServiceFromStarting(String url) {
    ConfigurationException refused =
        assertThrows(
            ConfigurationException.class,
            () -> mounts("symbolicator.maps.mounted.assets.url", url));
    assertTrue(refused.getMessage().contains("symbolicator.maps.mounted.assets.url"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/maps", "s3://maps", "s3://", "s3:///", "s3://{release}/", "s3://a b/"})
  void ruleWithAnotherLocationKeepsTheServiceFromStarting(String location) {
    ConfigurationException refused =
        assertThrows(
            ConfigurationException.class,
            () -> mounts("symbolicator.maps.mounted.assets.location", location));
    assertTrue(refused.getMessage().contains("symbolicator.maps.mounted.assets.location"));
  }
}

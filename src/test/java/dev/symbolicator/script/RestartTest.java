package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.TestOrigin;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs two instances over one folder, one after the other or at once. */
class RestartTest {
  private final MovableClock clock = new MovableClock();
  @TempDir Path directory;
  private TestOrigin origin;
  private ScriptFiles files;

  @BeforeEach
  void start() {
    origin = TestOrigin.start();
    files = new ScriptFiles(origin).serve("/app.js", "v1");
  }

  @AfterEach
  void stop() {
    origin.close();
  }

  private TestScripts instance(String... more) {
    return TestScripts.over(directory, clock, more);
  }

  private String version(TestScripts instance) {
    return ScriptFiles.version(instance.find(origin.url("/app.js")));
  }

  private List<Path> stored(String kind) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(path -> path.toString().endsWith("." + kind)).toList();
    }
  }

  @Test
  void restartIsWarm() {
    ScriptResult cold;
    try (TestScripts first = instance()) {
      cold = first.find(origin.url("/app.js"));
      assertEquals(1, first.tables("compiled"));
    }
    int before = origin.requests();

    try (TestScripts second = instance()) {
      ScriptResult warm = second.find(origin.url("/app.js"));

      assertEquals("v1", ScriptFiles.version(warm));
      assertEquals(cold.detail(), warm.detail());
      assertEquals(cold.report().sourceMap(), warm.report().sourceMap());
      assertEquals(0, second.tables("compiled"));
      assertEquals(1, second.tables("disk"));
      assertEquals(before, origin.requests());
    }
  }

  private long mostOfATable() throws IOException {
    return 2 * Files.size(stored("block").get(0)); // the file and its table
  }

  /** Such tables have a limit apart from the byte budget, so a full budget does not matter. */
  @Test
  void tableWithinTheReadLimitIsReadWithoutTheBudget() throws IOException {
    try (TestScripts first = instance()) {
      assertEquals("v1", version(first));
    }
    String room = Long.toString(mostOfATable());
    try (TestScripts second = instance("limits.store.readingBytes", room);
        ByteBudget.Lease others = second.budget().open()) {
      assertTrue(others.grow(second.budget().limit()));
      assertEquals("v1", version(second));
      assertEquals(1, second.tables("disk"));
    }
  }

  @Test
  void tableBeyondTheReadLimitIsChargedToTheBudget() throws IOException {
    try (TestScripts first = instance()) {
      assertEquals("v1", version(first));
    }
    long most = mostOfATable();
    String room = Long.toString(most - 1);
    String[] settings = {"limits.store.readingBytes", room, "limits.script.tryTime", "1MS"};
    try (TestScripts second = instance(settings);
        ByteBudget.Lease others = second.budget().open()) {
      assertTrue(others.grow(second.budget().limit() - most + 1));
      assertEquals(ScriptStatus.OVERLOADED, second.find(origin.url("/app.js")).status());
      assertEquals(0, second.tables("disk"));
      others.shrinkTo(second.budget().limit() - most);
      assertEquals("v1", version(second));
      assertEquals(1, second.tables("disk"));
      Await.until(() -> second.budget().used() == others.held()); // The table was used by then.
    }
  }

  @Test
  void lateRestartAsksWhetherScriptAndMapChanged() {
    files.cacheControl("/app.js", "no-cache").cacheControl("/app.js.map", "no-cache");
    try (TestScripts first = instance()) {
      version(first);
    }
    clock.pass(Duration.ofHours(1));

    try (TestScripts second = instance()) {
      assertEquals("v1", version(second));
      assertEquals(0, second.tables("compiled"));
    }
    assertEquals(1, files.notModified("/app.js"));
    assertEquals(1, files.notModified("/app.js.map"));
    assertEquals(4, origin.requests());
  }

  @Test
  void scriptThatChangedMeanwhileIsLoadedAgain() {
    files.cacheControl("/app.js", "no-cache");
    try (TestScripts first = instance()) {
      version(first);
    }
    clock.pass(Duration.ofHours(1));
    files.serve("/app.js", "v2");

    try (TestScripts second = instance()) {
      assertEquals("v2", version(second));
    }
  }

  @Test
  void twoProcessesShareAFolder() {
    try (TestScripts first = instance();
        TestScripts second = instance()) {
      assertEquals("v1", version(first));
      assertEquals("v1", version(second));
      assertEquals(0, second.tables("compiled"));
      assertEquals(2, origin.requests());
    }
  }

  @Test
  void sameScriptAtTwoUrlsIsCompiledOnce() {
    try (TestScripts instance = instance()) {
      version(instance);
      instance.find(origin.url("/app.js?build=2"));
      assertEquals(1, instance.tables("compiled"));
    }
  }

  @Test
  void scriptWhoseMapForbidsStoringIsNotStored() throws IOException {
    files.cacheControl("/app.js.map", "no-store");
    try (TestScripts instance = instance()) {
      assertEquals("v1", version(instance));
      assertEquals("v1", version(instance));
      assertEquals(2, origin.requests());
    }
    assertEquals(List.of(), stored("record"));
    assertEquals(List.of(), stored("block"));
  }

  @Test
  void scriptOfAClosedOriginIsNotServedFromDisk() {
    try (TestScripts first = instance()) {
      version(first);
    }
    try (TestScripts second =
        instance("symbolicator.fetch.allowed-origins", "https://example.com")) {
      assertEquals("blocked", version(second));
    }
  }

  /** Each setting affects the names in a table. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "symbolicator.sources.fetch=false",
        "limits.source.count=1",
        "limits.source.bytes=1",
        "limits.fetch.sourceBytes=1"
      })
  void tableOfOtherSettingsIsCompiledAgain(String other) {
    String[] settings = {"symbolicator.sources.fetch", "true"};
    String[] others =
        Stream.of(String.join("=", settings), other)
            .flatMap(setting -> Stream.of(setting.split("=")))
            .toArray(String[]::new);
    origin.serve("/v1.ts", "text/plain", "f()").serve("/other.ts", "text/plain", "other()");
    try (TestScripts first = instance(others)) {
      assertEquals("v1", version(first));
    }
    try (TestScripts second = instance(settings)) {
      assertEquals("v1", version(second));
      assertEquals(1, second.tables("compiled"));
    }
    try (TestScripts third = instance(settings)) {
      assertEquals("v1", version(third));
      assertEquals(0, third.tables("compiled"));
    }
  }

  @Test
  void tableOfOtherSettingsIsUsedWhereCompilingAgainFails() {
    try (TestScripts first = instance()) {
      version(first);
    }
    files.fail("/app.js", 404);
    try (TestScripts second = instance("symbolicator.sources.fetch", "true")) {
      assertEquals("v1", version(second));
      assertEquals("v1", version(second));
      assertEquals(3, origin.requests(), "the script is not requested again and again");
    }
  }

  @Test
  void damagedFilesAreDeletedAndWrittenAgain() throws IOException {
    for (String kind : new String[] {"block", "record"}) {
      for (boolean truncated : new boolean[] {true, false}) {
        try (TestScripts first = instance()) {
          version(first);
        }
        damage(stored(kind).get(0), truncated);

        try (TestScripts second = instance()) {
          assertEquals("v1", version(second));
          assertEquals(kind.equals("block") ? 1 : 0, second.tables("compiled"));
          assertTrue(second.metric("symbolicator.disk.damaged") > 0);
        }
      }
    }
  }

  private static void damage(Path file, boolean truncated) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      if (truncated) {
        bytes.setLength(bytes.length() / 2);
      } else {
        bytes.seek(bytes.length() - 3);
        int last = bytes.read();
        bytes.seek(bytes.length() - 3);
        bytes.write(last ^ 1);
      }
    }
  }

  @Test
  void unusableFolderCostsOnlyWarmth() throws IOException {
    Files.createSymbolicLink(
        directory.resolve("profile-symbolicator"), Files.createDirectory(directory.resolve("x")));

    try (TestScripts instance = instance()) {
      assertEquals("v1", version(instance));
    }
    assertEquals(List.of(), stored("block"));
  }
}

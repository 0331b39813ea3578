package dev.symbolicator.places;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.maps.TestLibrary;
import dev.symbolicator.script.ScriptResult;
import dev.symbolicator.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Looks one script up under ever new URLs, which anybody can write into a profile. */
class ManyUrlsTest {
  private static final TestBuild BUILD = TestBuild.of("v1");
  private static final String ASSETS = "https://cdn.example.com/assets/";
  private static final int URLS = 5;

  @TempDir Path folder;

  private PlacesWorld world(String... settings) {
    return new PlacesWorld(
        folder,
        PlacesWorld.with(
            settings,
            "symbolicator.maps.mounted.assets.url",
            ASSETS,
            "symbolicator.maps.mounted.assets.location",
            folder + "/mounted/",
            "symbolicator.maps.mounted.assets.scope",
            TestLibrary.SCOPE));
  }

  private static String find(PlacesWorld world, String url) {
    return world.find(TestLibrary.ref(url, "1"));
  }

  @Test
  void queriesAndCredentialsOfAPathMakeOneTable() {
    try (PlacesWorld world = world()) {
      world.upload(BUILD.at("~/assets/app.js").release("1"));
      for (int i = 0; i < URLS; i++) {
        assertEquals("v1", find(world, ASSETS + "app.js?" + i));
        assertEquals("v1", find(world, "https://" + i + "@cdn.example.com/assets/app.js"));
      }
      assertEquals(1, world.scripts.tables("compiled"));
      assertEquals(1, world.scripts.rememberedTables());
    }
  }

  @Test
  void queriesOfAMountedScriptMakeOneTable() throws IOException {
    Path assets = Files.createDirectories(folder.resolve("mounted"));
    Files.writeString(assets.resolve("app.js"), BUILD.with("\n//# sourceMappingURL=m").script());
    Files.writeString(assets.resolve("m"), BUILD.map());
    try (PlacesWorld world = world()) {
      for (int i = 0; i < URLS; i++) {
        assertEquals("v1", find(world, ASSETS + "app.js?" + i));
      }
      assertEquals(1, world.scripts.tables("compiled"));
      assertEquals(1, world.scripts.rememberedTables());
    }
  }

  /** The web may serve another script for each query. */
  @Test
  void queriesOfAMapAloneMakeOneTable() {
    try (PlacesWorld world = world("limits.script.tablesOfMap", "3")) {
      world.serve(BUILD);
      world.upload(BUILD.mapAt("~/app.js").release("1"));
      for (int i = 0; i < URLS; i++) {
        ScriptResult result = world.result(TestLibrary.ref(world.url() + "?" + i, "1"));
        assertEquals("script-missing", result.status().label());
      }
      assertEquals(1, world.scripts.tables("compiled"));
      assertEquals(3, world.scripts.rememberedTables());
    }
  }

  /** Only origins tell where the sources of a path are. */
  @Test
  void tablesOfOneMapThatAreRememberedAreLimited() throws IOException {
    try (PlacesWorld world = world("limits.script.tablesOfMap", "3")) {
      var entry = world.upload(BUILD.at("~/assets/app.js").release("1"));
      long before = tablesOnDisk();
      for (int i = 1; i <= URLS; i++) {
        assertEquals("v1", find(world, "https://" + i + ".example.com/assets/app.js"));
        assertEquals(Math.min(i, 3), world.scripts.rememberedTables());
      }
      world.delete(entry);
      assertEquals(0, world.scripts.rememberedTables());
      Await.until(() -> tablesOnDisk() == before + URLS - 3);
    }
  }

  private long tablesOnDisk() {
    try (Stream<Path> files = Files.walk(folder.resolve("cache"))) {
      return files.filter(Files::isRegularFile).count();
    } catch (IOException changing) {
      return -1;
    }
  }

  @Test
  void tablesOfAllMapsThatAreRememberedAreLimited() {
    try (PlacesWorld world = world("limits.script.tablesOfMaps", "3")) {
      for (int i = 1; i <= URLS; i++) {
        world.upload(TestBuild.of("v" + i).at(ASSETS + i + ".js").release("1"));
        assertEquals("v" + i, find(world, ASSETS + i + ".js"));
        assertEquals(Math.min(i, 3), world.scripts.rememberedTables());
      }
    }
  }
}

package dev.symbolicator.places;

import dev.symbolicator.maps.MapLibrary;
import dev.symbolicator.maps.TestLibrary;
import dev.symbolicator.maps.mounted.MountedMaps;
import dev.symbolicator.maps.mounted.TestMounts;
import dev.symbolicator.places.ScriptPlaces.PlacesConfig;
import dev.symbolicator.script.TestScripts;
import dev.symbolicator.testing.Settings;

/** Assembles the chain of places by hand. */
public final class TestPlaces {
  private TestPlaces() {}

  /** Returns a chain that ends with an instance's web, and has nothing before. */
  public static ScriptPlaces of(TestScripts scripts) {
    return of(scripts, TestLibrary.none(), TestMounts.of());
  }

  /** Returns a chain of places. Keys and values as for {@link Settings#of}. */
  public static ScriptPlaces of(
      TestScripts scripts, MapLibrary library, MountedMaps mounted, String... keysAndValues) {
    return new ScriptPlaces(
        scripts.scripts(),
        scripts.stored(),
        library,
        mounted,
        Settings.of(keysAndValues).read(PlacesConfig.class));
  }
}

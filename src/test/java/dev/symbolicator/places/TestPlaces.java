package dev.symbolicator.places;

import dev.symbolicator.maps.EmptyLibrary;
import dev.symbolicator.maps.mounted.TestMounts;
import dev.symbolicator.script.TestScripts;
import dev.symbolicator.testing.Settings;

/** Assembles the chain of places by hand. */
public final class TestPlaces {
  private TestPlaces() {}

  /** Returns a chain that ends with an instance's web, and has nothing before. */
  public static ScriptPlaces of(TestScripts scripts) {
    return new ScriptPlaces(
        scripts.scripts(),
        scripts.stored(),
        new EmptyLibrary(),
        TestMounts.of(),
        Settings.of().read(PlacesConfig.class));
  }
}

package dev.symbolicator.places;

import dev.symbolicator.maps.MapEntry;
import dev.symbolicator.maps.MapLibrary.Added;
import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.maps.TestLibrary;
import dev.symbolicator.maps.TestLibrary.Upload;
import dev.symbolicator.maps.mounted.TestMounts;
import dev.symbolicator.places.ScriptPlaces.PlaceStep;
import dev.symbolicator.script.ScriptResult;
import dev.symbolicator.script.TestScripts;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.TestOrigin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One instance with a library of uploads, mounted folders, and an origin on the web. */
final class PlacesWorld implements AutoCloseable {
  final MovableClock clock = new MovableClock();
  final TestOrigin origin = TestOrigin.start();
  private final Path folder;
  private final String[] settings;
  TestScripts scripts;
  TestLibrary uploads;
  ScriptPlaces places;

  PlacesWorld(Path folder, String... keysAndValues) {
    this.folder = folder;
    this.settings = keysAndValues;
    start();
  }

  private void start() {
    scripts = TestScripts.over(folder.resolve("cache"), clock, settings);
    uploads = TestLibrary.in(library(), clock);
    scripts.listen(uploads.library());
    places = TestPlaces.of(scripts, uploads.library(), TestMounts.of(settings), settings);
  }

  Path library() {
    return folder.resolve("library");
  }

  void restart() {
    uploads.close();
    scripts.close();
    start();
  }

  /** Serves a build of {@code /app.js}, with its map beside it. */
  void serve(TestBuild build) {
    origin.serve("/app.js", "text/javascript", build.script());
    origin.serve("/app.js.map", "application/json", build.map());
  }

  String url() {
    return origin.url("/app.js");
  }

  MapEntry upload(Upload upload) {
    Added added = uploads.add(upload);
    if (!added.isStored()) {
      throw new AssertionError(added.outcome());
    }
    return added.entry();
  }

  void delete(MapEntry entry) {
    try {
      uploads.library().delete(TestLibrary.UPLOADER, entry.id(), null, null);
    } catch (IOException unavailable) {
      throw new AssertionError(unavailable);
    }
  }

  ScriptResult result(ScriptRef ref) {
    return Await.value(places.find(ref));
  }

  String find(ScriptRef ref) {
    return TestBuild.of(result(ref));
  }

  String find() {
    return find(ref(null, null));
  }

  String findRelease(String release) {
    return find(ref(release, null));
  }

  String findDebugId(String debugId) {
    return find(ref(null, debugId));
  }

  ScriptRef ref(@Nullable String release, @Nullable String debugId) {
    return new ScriptRef(TestLibrary.SCOPE, TestLibrary.ref(url()).url(), release, debugId, null);
  }

  String explain(ScriptRef ref) {
    return String.join(
        "\n", Await.value(places.explain(ref)).steps().stream().map(PlaceStep::toString).toList());
  }

  /** Returns the settings of a rule that mounts a folder for the scope of the tests, and others. */
  static String[] mounted(String url, String location, String... more) {
    return with(
        new String[] {
          "symbolicator.maps.mounted.assets.url", url,
          "symbolicator.maps.mounted.assets.location", location,
          "symbolicator.maps.mounted.assets.scope", TestLibrary.SCOPE
        },
        more);
  }

  static String[] with(String[] settings, String... more) {
    return Stream.concat(Stream.of(settings), Stream.of(more)).toArray(String[]::new);
  }

  @Override
  public void close() {
    uploads.close();
    scripts.close();
    origin.close();
  }
}

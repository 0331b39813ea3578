package dev.symbolicator.profile.heap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.symbolicator.profile.heap.HeapFormat.HeapProfile;
import dev.symbolicator.profile.heap.SnapshotView.LocatedNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rewrites snapshots that Chromium wrote, and names each kind of change. */
class HeapSamplesTest {
  private static final Path SAMPLES = Path.of("../shared/formats/chrome");
  private static final String URL = "http://127.0.0.1:36595/assets/app.min.js?v=1";
  private static final String HASH =
      "fddbb82ea106e1ac7a00d5d267eb1896d72a1855e7e3412829266612bb270260";
  private static final Set<String> PERMITTED =
      Set.of(
          "+snapshot",
          "+strings",
          "+symbolicated_scripts",
          "locations.column",
          "locations.line",
          "locations.script_id",
          "nodes.name");

  @BeforeEach
  void needsTheRecordedSnapshots() {
    assumeTrue(Files.isDirectory(SAMPLES), "../shared/formats is absent");
  }

  private static byte[] body(String file) throws IOException {
    return Files.readAllBytes(SAMPLES.resolve(file));
  }

  @Test
  void scriptsOfASnapshotHaveTheirUrlsAndHashes() throws IOException {
    HeapProfile profile = Heaps.read(body("app.heapsnapshot"));
    assertEquals("heapsnapshot", profile.format());
    assertTrue(profile.scripts().contains(URL), profile.scripts()::toString);
    assertEquals(HASH, profile.build(profile.scripts().indexOf(URL)).sha256());
    assertTrue(profile.scripts().contains("evald-named.js"));
    assertTrue(profile.scripts().contains("http://127.0.0.1:36595/index.html"));
  }

  @Test
  void onlyPermittedPartsOfASnapshotChange() throws IOException {
    byte[] body = body("app.heapsnapshot");
    SnapshotView view = Heaps.rewritten(body, Heaps::anyOriginal);
    assertEquals(PERMITTED, view.changesSince(SnapshotView.of(body)));
    List<LocatedNode> located = view.located();
    assertEquals(
        400, located.stream().filter(node -> node.name().equals("original_c")).count() - 1);
    assertEquals(1, located.stream().filter(node -> node.name().equals("Generator")).count());
  }

  @Test
  void onlyPermittedPartsOfATimelineChange() throws IOException {
    byte[] body = body("app.heaptimeline");
    assertEquals("heaptimeline", Heaps.read(body).format());
    Set<String> permitted = new TreeSet<>(PERMITTED);
    for (String field : List.of("name", "script_name", "script_id", "line", "column")) {
      permitted.add("trace_function_infos." + field);
    }
    assertEquals(
        permitted, Heaps.rewritten(body, Heaps::anyOriginal).changesSince(SnapshotView.of(body)));
  }

  @Test
  void rewritingASampleTwiceIsStable() throws IOException {
    for (String file : List.of("app.heapsnapshot", "app.heaptimeline")) {
      byte[] body = body(file);
      assertArrayEquals(body, Heaps.written(Heaps.read(body), frame -> null, null));
      byte[] once = Heaps.written(Heaps.read(body), Heaps::anyOriginal, null);
      assertArrayEquals(once, Heaps.written(Heaps.read(once), Heaps::anyOriginal, null));
    }
  }
}

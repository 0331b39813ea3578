package dev.symbolicator.places;

import static dev.symbolicator.places.TestBuild.ID;
import static dev.symbolicator.places.TestBuild.OTHER_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.maps.TestLibrary;
import dev.symbolicator.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With the web off, no profile makes the service connect to anything. */
class WebOffTest {
  private static final TestBuild V1 = TestBuild.of("v1");

  @TempDir Path folder;
  private PlacesWorld world;
  private ServerSocket socket;
  private final AtomicInteger connections = new AtomicInteger();

  @BeforeEach
  void start() throws IOException {
    world = worldWith("uploaded,folder,bucket");
    socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread accepting = new Thread(this::accept, "socket");
    accepting.setDaemon(true);
    accepting.start();
  }

  private PlacesWorld worldWith(String places) {
    return new PlacesWorld(
        folder, "symbolicator.maps.places", places, "symbolicator.sources.fetch", "true");
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        socket.accept().close();
        connections.incrementAndGet();
      } catch (IOException closed) {
        return;
      }
    }
  }

  @AfterEach
  void stop() throws IOException {
    world.close();
    socket.close();
  }

  private String url(String path) {
    return "http://127.0.0.1:" + socket.getLocalPort() + path;
  }

  private void assertNoConnection() throws IOException {
    // Connections are accepted in order: any other would be counted before the test's own.
    try (Socket own = new Socket(InetAddress.getLoopbackAddress(), socket.getLocalPort())) {
      own.getOutputStream().write(0);
      Await.until(() -> connections.get() > 0);
    }
    assertEquals(1, connections.get());
    assertEquals(0, world.origin.connections());
  }

  @Test
  void scriptsThatNoPlaceHasAreNotFetched() throws IOException {
    world.serve(V1.withMapComment());
    world.upload(TestBuild.of("v2").at(world.url()).release("2").debugId(OTHER_ID));
    assertEquals("no-source-map", world.find(TestLibrary.ref(url("/app.js"))));
    assertEquals("release-missing", world.findRelease("1"));
    assertEquals("debug-id-missing", world.findDebugId(ID));
    assertEquals("no-source-map", world.find(TestLibrary.ref("https://absent.example/app.js")));
    Await.value(world.places.findRenewed(world.ref("1", ID)));
    Await.value(world.places.explain(world.ref("1", ID)));
    assertNoConnection();
  }

  @Test
  void uploadedMapAloneIsCompiledWithoutTheScript() throws IOException {
    world.serve(V1.withComment(ID));
    world.upload(V1.mapAt(world.url()).release("1").debugId(ID));
    assertEquals("script-missing", world.result(world.ref("1", null)).status().label());
    assertEquals("script-missing", world.result(world.ref(null, ID)).status().label());
    assertNoConnection();
  }

  @Test
  void sourcesOfUploadedMapsAreNotFetched() throws IOException {
    String map = V1.map().replaceFirst("\"sourcesContent\":.*?],", "");
    for (String release : new String[] {"1", "2"}) {
      String script = release.equals("1") ? url("/app.js") : world.url();
      world.upload(TestLibrary.Upload.of(script, map).release(release).text(V1.script()));
      assertEquals("v1", world.find(TestLibrary.ref(script, release)));
    }
    assertNoConnection();
  }

  private static String data(String type, String text) {
    return "data:"
        + type
        + ";base64,"
        + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void mapsOfDataScriptsAreNotFetched(boolean isSocket) throws IOException {
    String map = isSocket ? url("/app.js.map") : world.origin.url("/app.js.map");
    world.serve(V1);
    String script = data("text/javascript", V1.script() + "\n//# sourceMappingURL=" + map);
    for (int i = 0; i < 2; i++) {
      assertEquals(
          "no-source-map",
          TestBuild.of(Await.value(world.places.findData(TestLibrary.SCOPE, script))));
    }
    assertNoConnection();
  }

  @Test
  void sourcesOfDataScriptsAreNotFetched() throws IOException {
    String map =
        V1.map().replaceFirst("\"sourcesContent\":.*?],", "").replace("v1.ts", url("/v1.ts"));
    String script =
        data(
            "text/javascript",
            V1.script() + "\n//# sourceMappingURL=" + data("application/json", map));
    assertEquals("v1", TestBuild.of(Await.value(world.places.findData(TestLibrary.SCOPE, script))));
    assertNoConnection();
  }

  /** Symbols that were fetched while the web was on are no place. */
  @Test
  void symbolsOfTheWebInMemoryAndOnDiskAreNotUsed() throws IOException {
    ScriptRef ref;
    world.close();
    try (PlacesWorld before = worldWith("uploaded,web")) {
      before.serve(V1.withMapComment());
      ref = before.ref(null, null);
      assertEquals("v1", before.find(ref));
    }
    world = worldWith("uploaded");
    assertEquals("no-source-map", world.find(ref));
  }

  @Test
  void mountedMapIsUsedWithoutTheWeb() throws IOException {
    Path assets = Files.createDirectories(folder.resolve("mounted"));
    Files.writeString(assets.resolve("app.js"), V1.script());
    Files.writeString(assets.resolve("app.js.map"), V1.map());
    world.close();
    world =
        new PlacesWorld(
            folder,
            PlacesWorld.mounted(
                url("/assets/"), assets + "/", "symbolicator.maps.places", "folder"));
    assertEquals("v1", world.find(TestLibrary.ref(url("/assets/app.js"))));
    assertNoConnection();
  }
}

package dev.symbolicator.api.maps;

import static dev.symbolicator.api.maps.Uploads.as;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.maps.upload.Archives;
import dev.symbolicator.memory.Sha256;
import dev.symbolicator.profile.heap.SnapshotBuilder;
import dev.symbolicator.profile.heap.SnapshotBuilder.Layout;
import dev.symbolicator.profile.heap.SnapshotView;
import dev.symbolicator.profile.heap.SnapshotView.LocatedNode;
import dev.symbolicator.testing.Tenants;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Heap snapshots of scripts whose maps were uploaded, and which no URL leads to. */
@QuarkusTest
@Tag("service")
@TestProfile(Tenants.class)
class HeapUploadsTest {
  private static final String SCRIPT = "function a(b){return b}";
  private static final String MAP =
      """
      {"version":3,"file":"a.js","sources":["src/total.js"],"names":["total"],\
      "sourcesContent":["\\nfunction total(value) {\\n  return value;\\n}\\n"],\
      "mappings":"AACA,SAASA,CAAK"}""";

  @AfterEach
  void deleteUploads() {
    List<String> ids = Uploads.list(Tenants.SHOP).extract().path("entries.id");
    ids.forEach(id -> Uploads.delete(Tenants.SHOP, "id", id).statusCode(204));
  }

  private static void upload(String script) {
    Uploads.post(
            Tenants.SHOP,
            Archives.tarGzip(Map.of("a.js", utf8(script), "a.js.map", utf8(MAP))),
            "base",
            "https://cdn.example.com/assets/")
        .statusCode(201);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] snapshot(String text) {
    SnapshotBuilder builder = new SnapshotBuilder(Layout.CHROMIUM);
    int script = builder.script(3, "https://other.example.com/b.js");
    builder.internal(script, "source_hash", builder.node("string", Sha256.of(utf8(text)), 64));
    builder.internal(script, "source", builder.node("string", text, 64));
    builder.closure("a", 3, 0, 10, script);
    return utf8(builder.build());
  }

  private static ValidatableResponse symbolicate(byte[] body, String query) {
    return as(Tenants.SHOP).body(body).post("/symbolicate" + query).then();
  }

  private static LocatedNode closure(byte[] body) {
    return SnapshotView.of(symbolicate(body, "").statusCode(200).extract().asByteArray())
        .located()
        .get(0);
  }

  @Test
  void hashOfAScriptFindsItsUploadedMap() {
    assertEquals("a", closure(snapshot(SCRIPT)).name());
    upload(SCRIPT);
    assertEquals(new LocatedNode("closure", "total", 4, 1, 14), closure(snapshot(SCRIPT)));
    assertEquals("a", closure(snapshot(SCRIPT + " ")).name());
  }

  @Test
  void debugIdInTheTextOfAScriptFindsItsUploadedMap() {
    String script = SCRIPT + "\n//# debugId=85314830-023f-4cf1-a267-535f4e37bb17";
    upload(script);
    assertEquals("total", closure(snapshot(script)).name());
  }

  @Test
  void summaryNamesOriginalFunctions() {
    upload(SCRIPT);
    symbolicate(snapshot(SCRIPT), "?summary=true")
        .statusCode(200)
        .header("Symbolication", equalTo("mapped=1, total=1, pending=0"))
        .body("functions[0].name", equalTo("total"))
        .body("functions[0].line", equalTo(2))
        .body("functions[0].count", equalTo(1));
    symbolicate(utf8("{\"nodes\":[{\"callFrame\":{}}]}"), "?summary=true")
        .statusCode(422)
        .body("detail", containsString("Only heap snapshots have a summary"));
  }

  @Test
  void formatOfASnapshotHasTwoNames() {
    for (String name : List.of("heapsnapshot", "heaptimeline", "auto")) {
      symbolicate(snapshot(SCRIPT), "?format=" + name).statusCode(200);
    }
    symbolicate(snapshot(SCRIPT), "?format=cpuprofile").statusCode(422);
    symbolicate(utf8("{\"nodes\":[]}"), "?format=heapsnapshot")
        .statusCode(422)
        .body("detail", containsString("asks for heapsnapshot"));
  }
}

package dev.symbolicator.maps.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.maps.objects.Spool.SpooledBlob;
import dev.symbolicator.maps.objects.Spool.SpooledBytes;
import dev.symbolicator.maps.upload.Pairing.FoundPair;
import dev.symbolicator.maps.upload.Pairing.ReadScript;
import dev.symbolicator.maps.upload.SourceMapUpload.FileRole;
import dev.symbolicator.maps.upload.SourceMapUpload.UploadedFile;
import dev.symbolicator.testing.Allowances;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PairingTest {
  private static final String ID = "85314830-023f-4cf1-a267-535f4e37bb17";
  private static final String OTHER_ID = "00000000-023f-4cf1-a267-535f4e37bb17";
  private static final SpooledBlob CONTENT = new SpooledBlob("", 0, new SpooledBytes(null, 0, 0));

  private final List<ReadScript> scripts = new ArrayList<>();
  private final List<UploadedFile> maps = new ArrayList<>();
  private final Map<String, String> idsOfMaps = new HashMap<>();
  private int mapsRead;

  private PairingTest script(String path, String text) {
    return script(path, text, null, null);
  }

  private PairingTest script(
      String path, String text, @Nullable String debugId, @Nullable String mapUrl) {
    UploadedFile file =
        new UploadedFile(path, "~/" + path, FileRole.SCRIPT, debugId, mapUrl, CONTENT);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    scripts.add(new ReadScript(file, ScriptFacts.of(bytes, Allowances.plenty())));
    return this;
  }

  private PairingTest map(String path) {
    maps.add(new UploadedFile(path, "~/" + path, FileRole.MAP, null, null, CONTENT));
    return this;
  }

  private PairingTest map(String path, String debugId) {
    idsOfMaps.put(path, debugId);
    return map(path);
  }

  private void assertPairs(String... expected) throws IOException {
    List<String> found = new ArrayList<>();
    for (FoundPair pair : Pairing.of(scripts, maps, this::idOf)) {
      ReadScript script = pair.script();
      UploadedFile map = pair.map();
      found.add(
          (script == null ? "-" : script.file().path())
              + " "
              + (map == null ? "-" : map.path())
              + (pair.pairedBy() == null ? "" : " " + pair.pairedBy().label()));
    }
    assertEquals(List.of(expected), found);
  }

  private @Nullable String idOf(UploadedFile map) {
    mapsRead++;
    return idsOfMaps.get(map.path());
  }

  @Test
  void commentIsRelativeToItsScript() throws IOException {
    script("js/a.js", "a\n//# sourceMappingURL=../maps/x.map?v=1")
        .script("js/b.js", "b\n//# sourceMappingURL=/maps/y.map")
        .map("maps/x.map")
        .map("maps/y.map")
        .assertPairs("js/a.js maps/x.map comment", "js/b.js maps/y.map comment");
    assertEquals(0, mapsRead);
  }

  @Test
  void commentOutranksNameAndDebugId() throws IOException {
    script("a.js", "//# debugId=" + ID + "\n//# sourceMappingURL=b.map")
        .map("a.js.map", ID)
        .map("b.map")
        .assertPairs("a.js b.map comment", "- a.js.map");
  }

  @Test
  void uploadersWordOutranksTheComment() throws IOException {
    script("a.js", "a\n//# sourceMappingURL=b.map", null, "c.map")
        .map("b.map")
        .map("c.map")
        .assertPairs("a.js c.map comment", "- b.map");
  }

  @Test
  void debugIdOutranksName() throws IOException {
    script("a.js", "a\n//# debugId=" + ID)
        .map("a.js.map", OTHER_ID)
        .map("z.map", ID)
        .assertPairs("a.js z.map debug-id", "- a.js.map");
  }

  @Test
  void debugIdInTheCodeIsFound() throws IOException {
    script("a.js", "x='sentry-dbid-" + ID + "'")
        .map("z.map", ID)
        .assertPairs("a.js z.map debug-id");
  }

  @Test
  void uploadersDebugIdOutranksTheScripts() throws IOException {
    script("a.js", "//# debugId=" + ID, OTHER_ID, null)
        .map("y.map", ID)
        .map("z.map", OTHER_ID)
        .assertPairs("a.js z.map debug-id", "- y.map");
  }

  @Test
  void mapOfTheScriptsNameIsTaken() throws IOException {
    script("a.js", "a").map("a.js.map").assertPairs("a.js a.js.map name");
  }

  @Test
  void commentWithoutItsMapLeavesTheName() throws IOException {
    script("a.js", "a\n//# sourceMappingURL=https://maps.example/x/a.js.map")
        .map("a.js.map")
        .assertPairs("a.js a.js.map name");
  }

  @Test
  void mapThatAnotherScriptNamesIsNotTakenByName() throws IOException {
    script("a.js", "a")
        .script("b.js", "b\n//# sourceMappingURL=a.js.map")
        .map("a.js.map")
        .assertPairs("a.js -", "b.js a.js.map comment");
  }

  @Test
  void mapInTheScriptOutranksAllOthers() throws IOException {
    script("a.js", "a\n//# sourceMappingURL=data:application/json;base64,e30=")
        .map("a.js.map")
        .assertPairs("a.js - inline", "- a.js.map");
  }

  @Test
  void scriptWithoutMapAndMapWithoutScriptStandAlone() throws IOException {
    script("a.js", "a").map("b.js.map").assertPairs("a.js -", "- b.js.map");
  }

  @Test
  void mapsAreReadForTheirIdsOnlyIfAScriptHasOne() throws IOException {
    script("a.js", "a").map("b.js.map", ID).assertPairs("a.js -", "- b.js.map");
    assertEquals(0, mapsRead);
  }
}

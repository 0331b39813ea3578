package dev.symbolicator.api.maps;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.objects.MapStore;
import dev.symbolicator.maps.objects.MapStore.MapStoreConfig;
import dev.symbolicator.maps.upload.Archives;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.Encode;
import dev.symbolicator.testing.RecordedCase;
import dev.symbolicator.testing.Tenants;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
@TestProfile(Tenants.class)
class SourceMapsTest {
  private static final String TOKEN = Tenants.SHOP;
  private static final String SCRIPT = "https://cdn.example.com/shop/app.js";
  private static final String BASE = "https://cdn.example.com/shop/";
  private static final String ID = "85314830-023f-4cf1-a267-535f4e37bb17";
  private static final String OTHER_ID = "00000000-023f-4cf1-a267-535f4e37bb17";

  @Inject ByteBudget budget;

  @Inject MapStore store;

  @Inject MapStoreConfig config;

  @AfterEach
  void nothingIsLeft() {
    Await.until(() -> budget.used() == 0 && store.spool().used() == 0);
    for (String token : List.of(TOKEN, Tenants.NEWS)) {
      List<String> ids = Uploads.list(token).extract().path("entries.id");
      ids.forEach(id -> Uploads.delete(token, "id", id).statusCode(204));
    }
  }

  private static void assertNothingStored() {
    Uploads.list(TOKEN).statusCode(200).body("entries", empty());
  }

  private static ValidatableResponse assertProblem(
      ValidatableResponse answer, int status, String type, String words) {
    return answer
        .statusCode(status)
        .contentType("application/problem+json")
        .body("type", equalTo("urn:profile-symbolicator:problem:" + type))
        .body("detail", containsString(words));
  }

  @Test
  void uploadedMapIsListed() {
    String id =
        Uploads.put(TOKEN, Uploads.map("a"), "script", SCRIPT + "#x", "release", "1", "dist", "d")
            .statusCode(201)
            .contentType("application/json")
            .body("dryRun", equalTo(false))
            .body("summary.stored", equalTo(1))
            .body("scripts[0].script", equalTo(SCRIPT))
            .body("scripts[0].outcome", equalTo("stored"))
            .body("scripts[0].sources.withText", equalTo(1))
            .body("scripts[0].columns", nullValue())
            .extract()
            .path("scripts[0].id");
    Uploads.list(TOKEN)
        .statusCode(200)
        .body("entries.id", contains(id))
        .body("entries[0].script", equalTo(SCRIPT))
        .body("entries[0].release", equalTo("1"))
        .body("entries[0].dist", equalTo("d"))
        .body("entries[0].uploadedBy", equalTo("shop"))
        .body("entries[0].uploadedAt", notNullValue())
        .body("entries[0].mapSize", equalTo(Uploads.map("a").length))
        .body("next", nullValue());
  }

  @Test
  void sameContentIsUnchangedAlsoInGzip() {
    Uploads.put(TOKEN, Uploads.map("a"), "script", SCRIPT).statusCode(201);
    Uploads.put(TOKEN, Uploads.map("a"), "script", SCRIPT)
        .statusCode(200)
        .body("scripts[0].outcome", equalTo("unchanged"));
    Uploads.put(TOKEN, Encode.gzip(Uploads.map("a")), "script", SCRIPT)
        .statusCode(200)
        .body("scripts[0].outcome", equalTo("unchanged"));
    Uploads.as(TOKEN)
        .header("Content-Encoding", "gzip")
        .queryParam("script", SCRIPT)
        .body(Encode.gzip(Uploads.map("a")))
        .put(Uploads.PATH)
        .then()
        .statusCode(200);
  }

  @Test
  void otherContentReplacesTheMapOfUrlAndRelease() {
    String first =
        Uploads.put(TOKEN, Uploads.map("a"), "script", SCRIPT, "release", "1")
            .extract()
            .path("scripts[0].id");
    Uploads.put(TOKEN, Uploads.map("b"), "script", SCRIPT, "release", "1")
        .statusCode(201)
        .body("scripts[0].outcome", equalTo("replaced"))
        .body("scripts[0].replaces", equalTo(first))
        .body("scripts[0].detail", containsString("uploaded by shop"));
    Uploads.put(TOKEN, Uploads.map("b"), "script", SCRIPT, "release", "2")
        .statusCode(201)
        .body("scripts[0].outcome", equalTo("stored"));
  }

  @Test
  void otherMapOfADebugIdIsRefused() {
    String first =
        Uploads.put(TOKEN, Uploads.map("a"), "script", SCRIPT, "debugId", ID)
            .statusCode(201)
            .body("scripts[0].debugId", equalTo(ID))
            .extract()
            .path("scripts[0].id");
    String other = "~/other.js";
    assertProblem(
            Uploads.put(TOKEN, Uploads.map("b", ID), "script", other), 409, "conflict", SCRIPT)
        .body("detail", containsString(other))
        .body("scripts[0].outcome", equalTo("conflict"))
        .body("scripts[0].conflictsWith", equalTo(first));
    Uploads.list(TOKEN).body("entries.id", contains(first));
  }

  @Test
  void debugIdThatContradictsTheMapIsRefused() {
    assertProblem(
            Uploads.put(TOKEN, Uploads.map("a", ID), "script", SCRIPT, "debugId", OTHER_ID),
            422,
            "unresolved",
            ID)
        .body("scripts[0].outcome", equalTo("contradiction"));
    Uploads.put(TOKEN, Uploads.map("a", ID), "script", SCRIPT, "debugId", ID.replace("-", ""))
        .statusCode(201)
        .body("scripts[0].debugId", equalTo(ID));
  }

  @Test
  void bodyThatIsNoMapIsRefusedWithItsPlace() {
    assertIsNoMap("byte 13", bytes("{\"version\":3,]")).body("offset", equalTo(13));
    assertIsNoMap("empty", new byte[0]);
    assertIsNoMap("cut off", Arrays.copyOf(Encode.gzip(Uploads.map("a")), 30));
    assertNothingStored();
  }

  private static void assertBad(ValidatableResponse answer, String words) {
    assertProblem(answer, 400, "bad-parameter", words);
  }

  private static void assertBadPut(String words, String... parameters) {
    assertBad(Uploads.put(TOKEN, Uploads.map("a"), parameters), words);
  }

  @Test
  void parametersAreChecked() {
    assertBadPut("script is missing");
    for (String script : List.of("app.js", "ftp://h.example/a.js", "https://u:p@h.example/a.js")) {
      assertBadPut("script must be an absolute", "script", script);
    }
    assertBadPut("strict is unknown", "script", SCRIPT, "strict", "true");
    assertBadPut("UUID", "script", SCRIPT, "debugId", "x");
    assertBadPut("dryRun", "script", SCRIPT, "dryRun", "yes");
    assertBadPut("release", "script", SCRIPT, "release", "");
    assertBadPut("512", "script", SCRIPT, "release", "r".repeat(513));
    assertBadPut("Give the parameter once", "script", SCRIPT, "script", SCRIPT);
    assertBad(
        Uploads.post(TOKEN, Uploads.map("a"), "base", "/assets/"), "base must be an absolute");
    assertBad(Uploads.delete(TOKEN), "id, release or script");
    assertBad(Uploads.list(TOKEN, "after", "x"), "Begin the list anew");
    Uploads.put(TOKEN, Uploads.map("a"), "script", SCRIPT, "release", "r".repeat(512))
        .statusCode(201);
  }

  @Test
  void onlyUploadersMayUpload() {
    given().body(Uploads.map("a")).put(Uploads.PATH + "?script=" + SCRIPT).then().statusCode(401);
    Uploads.put(Tenants.SHOP_READER, Uploads.map("a"), "script", SCRIPT).statusCode(403);
    Uploads.post(Tenants.SHOP_READER, new byte[0], "base", BASE).statusCode(403);
    Uploads.list(Tenants.SHOP_READER).statusCode(403);
    Uploads.delete(Tenants.SHOP_READER, "release", "1").statusCode(403);
  }

  @Test
  void prefixesOfATokenRestrictItsScripts() {
    String token = Tenants.SHOP_UPLOADER;
    assertProblem(
        Uploads.put(token, Uploads.map("a"), "script", "https://cdn.example.com/app.js"),
        403,
        "forbidden",
        BASE);
    Uploads.put(token, Uploads.map("a"), "script", SCRIPT).statusCode(201);
    Uploads.put(token, Uploads.map("a"), "script", "~/app.js").statusCode(201);
    byte[] archive = Archives.tarGzip(Archives.files("a.js.map", json("a")));
    assertProblem(
            Uploads.post(token, archive, "base", "https://evil.example/"), 403, "forbidden", BASE)
        .body("scripts[0].outcome", equalTo("forbidden"));
  }

  private static String json(String source) {
    return new String(Uploads.map(source), StandardCharsets.UTF_8);
  }

  @Test
  void scopesSeeOnlyTheirOwnMaps() {
    String id =
        Uploads.put(TOKEN, Uploads.map("a"), "script", SCRIPT, "debugId", ID)
            .extract()
            .path("scripts[0].id");
    Uploads.list(Tenants.NEWS).body("entries", empty());
    Uploads.delete(Tenants.NEWS, "id", id).statusCode(404);
    Uploads.put(Tenants.NEWS, Uploads.map("b", ID), "script", SCRIPT)
        .statusCode(201)
        .body("scripts[0].outcome", equalTo("stored"));
  }

  @Test
  void buildFolderIsPairedAndChecked() {
    byte[] archive = Archives.tarGzip(Uploads.filesOf(RecordedCase.own("mini-vite8")));
    Uploads.post(TOKEN, archive, "base", BASE, "release", "1", "strict", "true")
        .statusCode(201)
        .body("summary.scripts", equalTo(1))
        .body("summary.stored", equalTo(1))
        .body("scripts[0].script", equalTo(BASE + "assets/mini-BGAwvM7n.js"))
        .body("scripts[0].file", equalTo("assets/mini-BGAwvM7n.js"))
        .body("scripts[0].map", equalTo("assets/mini-BGAwvM7n.js.map"))
        .body("scripts[0].pairedBy", equalTo("comment"))
        .body("scripts[0].sources.withoutText", equalTo(0))
        .body("scripts[0].columns.outside", equalTo(0))
        .body("scripts[0].outcome", equalTo("stored"));
    Uploads.list(TOKEN, "release", "1").body("entries[0].scriptSize", notNullValue());
    Uploads.list(TOKEN, "release", "2").body("entries", empty());
    byte[] zip = Archives.zip(Uploads.filesOf(RecordedCase.own("mini-vite8")));
    Uploads.post(TOKEN, zip, "base", BASE, "release", "1")
        .statusCode(200)
        .body("scripts[0].outcome", equalTo("unchanged"));
  }

  @Test
  void everyRecordedBuildWillResolve() {
    Map<String, byte[]> all = new LinkedHashMap<>();
    int builds = 0;
    for (RecordedCase recorded : RecordedCase.own()) {
      if (!recorded.name().equals("esbuild-header")) { // a header names its map
        builds++;
        Uploads.filesOf(recorded)
            .forEach((path, content) -> all.put(recorded.name() + "/" + path, content));
      }
    }
    Uploads.post(TOKEN, Archives.tar(all), "base", "~/", "strict", "true")
        .statusCode(201)
        .body("summary.scripts", equalTo(builds))
        .body("summary.stored", equalTo(builds))
        .body("scripts.pairedBy", hasItem("inline"));
  }

  @Test
  void dryRunStoresNothing() {
    byte[] archive = Archives.zip(Archives.files("a.js", "a", "a.js.map", json("a"), "b.js", "b"));
    Uploads.post(TOKEN, archive, "base", BASE, "dryRun", "true")
        .statusCode(200)
        .body("dryRun", equalTo(true))
        .body("scripts.outcome", contains("stored", "unpaired"));
    Uploads.put(TOKEN, Uploads.map("a"), "script", SCRIPT, "dryRun", "true").statusCode(200);
    assertNothingStored();
  }

  /** A step of CI that deletes its maps may run again. */
  @Test
  void scriptWithoutItsMapIsUnchangedIfThisBuildIsStored() {
    byte[] both = Archives.zip(Archives.files("a.js", "a", "a.js.map", json("a")));
    byte[] script = Archives.zip(Archives.files("a.js", "a"));
    byte[] other = Archives.zip(Archives.files("a.js", "b"));
    Uploads.post(TOKEN, both, "base", BASE, "release", "1").statusCode(201);
    Uploads.post(TOKEN, script, "base", BASE, "release", "1", "strict", "true")
        .statusCode(200)
        .body("summary.unchanged", equalTo(1))
        .body("scripts.outcome", contains("unchanged"))
        .body("scripts[0].id", notNullValue());
    for (ValidatableResponse unpaired :
        List.of(
            Uploads.post(TOKEN, script, "base", BASE, "release", "2"),
            Uploads.post(TOKEN, other, "base", BASE, "release", "1"),
            Uploads.post(TOKEN, script, "base", BASE + "x/", "release", "1"))) {
      assertProblem(unpaired, 422, "unresolved", "no source map");
    }
  }

  @Test
  void whatIsSentInPlaceOfAMapIsNamed() {
    assertIsNoMap("It is an HTML page", bytes(" <!DOCTYPE html><title>404</title>"));
    assertIsNoMap("It is an HTML page", bytes("<p><html lang=en>"));
    assertIsNoMap("It is HTML or XML", bytes("<?xml version=\"1.0\"?><Error/>"));
    assertIsNoMap("It looks like a script", bytes("let a;\n//# sourceMappingURL=a.js.map"));
    assertIsNoMap("It is an archive", Archives.tarGzip(Archives.files("a.js", "a")));
    assertIsNoMap("It is an archive", Archives.zip(Archives.files("a", "a")));
    Uploads.post(
            TOKEN, Archives.zip(Archives.files("a.js", "a", "a.js.map", "<html>")), "base", BASE)
        .body("scripts[0].detail", containsString("It is an HTML page"));
    assertNothingStored();
  }

  private static ValidatableResponse assertIsNoMap(String words, byte[] body) {
    return assertProblem(
        Uploads.put(TOKEN, body, "script", SCRIPT), 422, "not-a-source-map", words);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void strictUploadStoresAllOrNothing() {
    byte[] archive = Archives.zip(Archives.files("a.js", "a", "a.js.map", json("a"), "b.js", "b"));
    assertProblem(
            Uploads.post(TOKEN, archive, "base", BASE, "strict", "true"),
            422,
            "unresolved",
            "1 of the 2 scripts will not resolve")
        .body("dryRun", equalTo(true))
        .body("summary.unpaired", equalTo(1))
        .body("scripts.outcome", contains("stored", "unpaired"));
    assertNothingStored();
    Uploads.post(TOKEN, archive, "base", BASE)
        .statusCode(201)
        .body("summary.stored", equalTo(1))
        .body("scripts.outcome", contains("stored", "unpaired"));
  }

  @Test
  void uploadOfWhichNothingIsKeptIsNoSuccess() {
    byte[] nothing = Archives.tarGzip(Archives.files("index.html", "", "data.json", "{}"));
    assertProblem(Uploads.post(TOKEN, nothing, "base", BASE), 422, "unresolved", "no script");
    byte[] unpaired = Archives.tarGzip(Archives.files("a.js", "a", "b.js", "b"));
    assertProblem(
            Uploads.post(TOKEN, unpaired, "base", BASE, "dryRun", "true"),
            422,
            "unresolved",
            "2 of")
        .body("scripts.outcome", contains("unpaired", "unpaired"));
  }

  @Test
  void wrongPairsAreRefusedAloneAndOthersStored() {
    String outside = "AAAA" + ",AAAA".repeat(19) + ";" + "AAAA,".repeat(19) + "AAAA";
    byte[] archive =
        Archives.zip(
            Archives.files(
                "right.js",
                "a",
                "right.js.map",
                json("right"),
                "cut.js",
                "a",
                "cut.js.map",
                "{\"version\":3",
                "other.js",
                "a",
                "other.js.map",
                json("x").replace("\"AAAA\"", "\"" + outside + "\""),
                "ids.js",
                "a\n//# debugId=" + ID,
                "ids.js.map",
                new String(Uploads.map("i", OTHER_ID), StandardCharsets.UTF_8),
                "two.js",
                "x='sentry-dbid-" + OTHER_ID + "'\n//# debugId=" + ID,
                "two.js.map",
                json("two"),
                "alone.js.map",
                json("alone")));
    Uploads.post(TOKEN, archive, "base", BASE)
        .statusCode(201)
        .body(
            "scripts.outcome",
            contains(
                "stored", "unreadable", "mismatch", "contradiction", "contradiction", "stored"))
        .body("scripts[1].offset", notNullValue())
        .body("scripts[2].columns.outside", equalTo(20))
        .body("scripts[2].columns.line", equalTo(2))
        .body("scripts[2].columns.column", equalTo(1))
        .body("scripts[3].detail", containsString("the script's comment has " + ID))
        .body("scripts[3].detail", containsString("the map has " + OTHER_ID))
        .body("scripts[4].detail", containsString("the code in the script has " + OTHER_ID))
        .body("scripts[5].script", equalTo(BASE + "alone.js"))
        .body("summary.refused", equalTo(4));
    Uploads.list(TOKEN).body("entries.script", not(hasItem(BASE + "other.js")));
  }

  @Test
  void mapsOfOneDebugIdInOneArchiveConflict() {
    String first = new String(Uploads.map("a", ID), StandardCharsets.UTF_8);
    String second = new String(Uploads.map("b", ID), StandardCharsets.UTF_8);
    byte[] archive = Archives.zip(Archives.files("a.js.map", first, "b.js.map", second));
    Uploads.post(TOKEN, archive, "base", "~/")
        .statusCode(201)
        .body("scripts.outcome", contains("stored", "conflict"))
        .body("scripts[1].detail", containsString("~/a.js and ~/b.js"));
    assertProblem(
        Uploads.post(TOKEN, archive, "base", "~/", "strict", "true"), 409, "conflict", "1 of");
  }

  @Test
  void conflictWithAStoredMapRefusesThatEntryOnly() {
    Uploads.put(TOKEN, Uploads.map("x", ID), "script", SCRIPT).statusCode(201);
    String same = new String(Uploads.map("a", ID), StandardCharsets.UTF_8);
    byte[] archive = Archives.zip(Archives.files("a.js.map", same, "b.js.map", json("b")));
    Uploads.post(TOKEN, archive, "base", "~/")
        .statusCode(201)
        .body("scripts.outcome", contains("conflict", "stored"));
    byte[] only = Archives.zip(Archives.files("a.js.map", same));
    assertProblem(Uploads.post(TOKEN, only, "base", "~/"), 409, "conflict", SCRIPT);
  }

  @Test
  void hostileArchiveIsRefusedAsAWhole() {
    byte[] archive =
        Archives.tarGzip(Archives.files("a.js", "a", "a.js.map", json("a"), "../b.js", "b"));
    assertProblem(
        Uploads.post(TOKEN, archive, "base", BASE),
        422,
        "not-an-archive",
        "leads out of the archive");
    assertProblem(
        Uploads.post(TOKEN, Uploads.map("a"), "base", BASE), 422, "not-an-archive", "PUT");
    assertNothingStored();
  }

  @Test
  void bodyOfAnotherCodingOrTypeIsRefused() {
    Uploads.as(TOKEN)
        .header("Content-Encoding", "br")
        .queryParam("script", SCRIPT)
        .body(Uploads.map("a"))
        .put(Uploads.PATH)
        .then()
        .statusCode(415);
    Uploads.as(TOKEN)
        .contentType("multipart/form-data; boundary=x")
        .queryParam("script", SCRIPT)
        .body(Uploads.map("a"))
        .put(Uploads.PATH)
        .then()
        .statusCode(415)
        .body("detail", containsString("curl -T"));
  }

  @Test
  void entriesAreDeletedByIdReleaseAndScript() {
    String id =
        Uploads.put(TOKEN, Uploads.map("a"), "script", SCRIPT, "release", "1")
            .extract()
            .path("scripts[0].id");
    Uploads.put(TOKEN, Uploads.map("b"), "script", SCRIPT, "release", "2").statusCode(201);
    Uploads.put(TOKEN, Uploads.map("c"), "script", "~/c.js", "release", "2").statusCode(201);
    Uploads.delete(TOKEN, "id", id, "release", "2").statusCode(404);
    Uploads.delete(TOKEN, "id", id).statusCode(204);
    assertProblem(Uploads.delete(TOKEN, "id", id), 404, "not-found", "No entry matches");
    Uploads.delete(TOKEN, "release", "2", "script", SCRIPT).statusCode(204);
    Uploads.list(TOKEN).body("entries.script", contains("~/c.js"));
    Uploads.delete(TOKEN, "script", "~/c.js").statusCode(204);
    assertNothingStored();
  }

  @Test
  void uploadIsNotAcknowledgedWhileTheStoreIsGone() throws IOException {
    Uploads.put(TOKEN, Uploads.map("a"), "script", SCRIPT).statusCode(201);
    Path directory = Path.of(config.directory().orElseThrow());
    Path elsewhere = directory.resolveSibling(directory.getFileName() + "-elsewhere");
    Files.move(directory, elsewhere);
    try {
      for (String script : List.of(SCRIPT, "~/other.js")) {
        assertProblem(
                Uploads.put(TOKEN, Uploads.map("b"), "script", script),
                503,
                "store-unavailable",
                "Nothing was stored")
            .header("Retry-After", notNullValue());
      }
      Uploads.delete(TOKEN, "script", SCRIPT).statusCode(503);
      assertProblem(Uploads.list(TOKEN), 503, "store-unavailable", "Mount it again");
    } finally {
      Files.move(elsewhere, directory);
    }
    Uploads.put(TOKEN, Uploads.map("b"), "script", SCRIPT).statusCode(201);
  }

  @Test
  void noAnswerHoldsAMapOrASourceText() {
    byte[] archive = Archives.zip(Archives.files("a.js", "a", "a.js.map", json("a")));
    String answer = Uploads.post(TOKEN, archive, "base", BASE).extract().asString();
    String list = Uploads.list(TOKEN).extract().asString();
    String id = Uploads.list(TOKEN).extract().path("entries[0].id");
    for (String text : List.of(answer, list)) {
      assertFalse(text.contains("secret text") || text.contains("AAAA"), text);
    }
    for (String path : List.of("/" + id, "/" + id + "/map", "?id=" + id)) {
      assertTrue(Uploads.as(TOKEN).get(Uploads.PATH + path).statusCode() >= 400, path);
    }
    assertEquals(405, Uploads.as(TOKEN).patch(Uploads.PATH).statusCode());
  }
}

package dev.symbolicator.api.vendors;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.objects.MapStore;
import dev.symbolicator.maps.upload.Archives;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.Tenants;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
@TestProfile(Tenants.class)
class SentryUploadTest {
  private static final String TOKEN = Tenants.SHOP;
  private static final String ORG = "shop";
  private static final String ID = "85314830-023f-4cf1-a267-535f4e37bb17";
  private static final String SCRIPT = "function a(){}";
  private static final String A = Bundles.MAP.formatted("a");
  private static final String B = Bundles.MAP.formatted("b");

  @TestHTTPResource URI service;

  @Inject ByteBudget budget;

  @Inject MapStore store;

  @AfterEach
  void nothingIsLeft() {
    Await.until(() -> budget.used() == 0 && store.spool().used() == 0);
    Bundles.deleteAll(TOKEN);
  }

  private static ValidatableResponse list(String token) {
    return Bundles.list(token);
  }

  private static void assertFails(ValidatableResponse answer, int status, String words) {
    answer.statusCode(status).contentType("application/json").body("detail", containsString(words));
  }

  private static void assertRefused(byte[] bundle, String words) {
    Bundles.send(TOKEN, ORG, bundle, "")
        .statusCode(200)
        .contentType("application/json")
        .body("state", equalTo("error"))
        .body("missingChunks", empty())
        .body("detail", containsString(words));
    list(TOKEN).body("entries", empty());
  }

  @Test
  void optionsNameTheAbsoluteUrl() {
    Bundles.options(TOKEN, ORG)
        .statusCode(200)
        .contentType("application/json")
        .body("url", startsWith("http://"))
        .body("url", endsWith("/api/0/organizations/shop/chunk-upload/"))
        .body("hashAlgorithm", equalTo("sha1"))
        .body("compression", contains("gzip"))
        .body("chunkSize", equalTo(524_288));
    Bundles.as(TOKEN)
        .header("X-Forwarded-Proto", "https")
        .header("Host", "maps.example.com")
        .get(Bundles.ROOT + "shop/chunk-upload/")
        .then()
        .body("url", equalTo("https://maps.example.com/api/0/organizations/shop/chunk-upload/"));
  }

  @Test
  void bundleIsStoredWithReleaseDistAndProject() {
    byte[] bundle =
        Bundles.bundle(Bundles.manifest("", ",\"release\":\"1.2.3\",\"dist\":\"5\""), SCRIPT, A);
    Bundles.send(TOKEN, ORG, bundle, "").statusCode(200).body("state", equalTo("ok"));
    list(TOKEN)
        .body("entries.script", contains("~/assets/app.js"))
        .body("entries.release", contains("1.2.3"))
        .body("entries.dist", contains("5"))
        .body("entries.project", contains("site"));
  }

  @Test
  void offsetsOfABundleMayCountFromItsFirstByte() {
    byte[] bundle = Bundles.bundle(Bundles.manifest(ID, ""), SCRIPT, A);
    Bundles.send(TOKEN, ORG, Bundles.withOffsetsFromFirstByte(bundle), "")
        .body("state", equalTo("ok"));
    list(TOKEN).body("entries.debugId", contains(ID));
  }

  @Test
  void releaseOfTheRequestIsPreferred() {
    byte[] bundle = Bundles.bundle(Bundles.manifest("", ",\"release\":\"1\""), SCRIPT, A);
    Bundles.send(TOKEN, ORG, bundle, ",\"version\":\"2\"").body("state", equalTo("ok"));
    list(TOKEN).body("entries.release", contains("2"));
  }

  @Test
  void onlyMissingChunksAreAskedFor() {
    byte[] bundle = Bundles.bundle(Bundles.manifest(ID, ""), SCRIPT, A);
    List<byte[]> chunks = Bundles.chunks(bundle, 300);
    String checksum = Bundles.sha1(bundle);
    List<String> names = chunks.stream().map(Bundles::sha1).toList();
    Bundles.assemble(TOKEN, ORG, checksum, chunks, "")
        .statusCode(200)
        .body("state", equalTo("not_found"))
        .body("missingChunks", equalTo(names));
    Bundles.chunk(TOKEN, ORG, names.get(0), chunks.get(0)).statusCode(200);
    Bundles.part(TOKEN, ORG, "file", names.get(1), chunks.get(1)).statusCode(200);
    Bundles.assemble(TOKEN, ORG, checksum, chunks, "")
        .body("state", equalTo("not_found"))
        .body("missingChunks", equalTo(names.subList(2, names.size())));
    list(TOKEN).body("entries", empty());
    for (byte[] chunk : chunks.subList(2, chunks.size())) {
      Bundles.chunk(TOKEN, ORG, Bundles.sha1(chunk), chunk).statusCode(200);
    }
    Bundles.assemble(TOKEN, ORG, checksum, chunks, "").body("state", equalTo("ok"));
    list(TOKEN).body("entries.debugId", contains(ID));
    Bundles.assemble(TOKEN, ORG, checksum, chunks, "").body("state", equalTo("ok"));
  }

  @Test
  void chunksOfAScopeAreItsOwn() {
    byte[] bundle = Bundles.bundle(Bundles.manifest("", ",\"release\":\"own\""), SCRIPT, A);
    Bundles.chunk(TOKEN, ORG, Bundles.sha1(bundle), bundle).statusCode(200);
    Bundles.assemble(Tenants.NEWS, "news", Bundles.sha1(bundle), List.of(bundle), "")
        .body("state", equalTo("not_found"));
  }

  @Test
  void chunkWithWrongSha1IsRefused() {
    byte[] chunk = {1, 2, 3};
    String wrong = Bundles.sha1(new byte[1]);
    assertFails(Bundles.chunk(TOKEN, ORG, wrong, chunk), 400, "SHA-1 is " + Bundles.sha1(chunk));
    assertFails(Bundles.chunk(TOKEN, ORG, "../../x", chunk), 400, "something else than a SHA-1");
    Bundles.assemble(TOKEN, ORG, wrong, List.of(new byte[1]), "")
        .body("state", equalTo("not_found"));
  }

  @Test
  void chunkThatIsNoGzipOrTooLargeIsRefused() {
    byte[] chunk = {1, 2, 3};
    assertFails(Bundles.part(TOKEN, ORG, "file_gzip", Bundles.sha1(chunk), chunk), 400, "no gzip");
    byte[] zeros = new byte[VendorLimits.DEFAULT.chunkBytes() + 1];
    assertFails(Bundles.chunk(TOKEN, ORG, Bundles.sha1(zeros), zeros), 413, "524,288 bytes");
    assertFails(Bundles.part(TOKEN, ORG, "file", Bundles.sha1(zeros), zeros), 413, "524,288 bytes");
    byte[] largest = new byte[VendorLimits.DEFAULT.chunkBytes()];
    Bundles.chunk(TOKEN, ORG, Bundles.sha1(largest), largest).statusCode(200);
    byte[] huge = new byte[2 * VendorLimits.DEFAULT.requestBytes()];
    assertFails(Bundles.part(TOKEN, ORG, "other", "x", huge), 413, "1,048,576 bytes");
  }

  @Test
  void requestWithoutAChunkIsRefused() {
    assertFails(Bundles.part(TOKEN, ORG, "other", "x", new byte[1]), 400, "no chunk");
    assertFails(
        Bundles.as(TOKEN)
            .body("x".getBytes(StandardCharsets.UTF_8))
            .post(Bundles.ROOT + "shop/chunk-upload/")
            .then(),
        415,
        "no multipart/form-data");
  }

  @Test
  void chunkThatIsCutOffIsNotStored() throws IOException {
    byte[] chunk = "half of this chunk".getBytes(StandardCharsets.UTF_8);
    String body =
        "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"%s\"\r\n\r\n%s"
            .formatted(Bundles.sha1(chunk), "half of this chunk");
    String head =
        "POST /api/0/organizations/shop/chunk-upload/ HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: %d\r\n\r\n";
    try (Socket whole = new Socket(service.getHost(), service.getPort())) {
      whole
          .getOutputStream()
          .write((head.formatted(TOKEN, body.length()) + body).getBytes(StandardCharsets.UTF_8));
      byte[] answer = new byte[1_024];
      int length = whole.getInputStream().read(answer);
      String text = new String(answer, 0, Math.max(0, length), StandardCharsets.UTF_8);
      assertTrue(text.startsWith("HTTP/1.1 415 "), text);
    }
    try (Socket half = new Socket(service.getHost(), service.getPort())) {
      half.getOutputStream()
          .write((head.formatted(TOKEN, 99_999) + body).getBytes(StandardCharsets.UTF_8));
    }
    Bundles.assemble(TOKEN, ORG, Bundles.sha1(chunk), List.of(chunk), "")
        .body("state", equalTo("not_found"));
  }

  @Test
  void bundleWithOtherChecksumIsRefused() {
    byte[] bundle = Bundles.bundle(Bundles.manifest("", ""), SCRIPT, A);
    Bundles.chunk(TOKEN, ORG, Bundles.sha1(bundle), bundle).statusCode(200);
    Bundles.assemble(TOKEN, ORG, Bundles.sha1(new byte[1]), List.of(bundle), "")
        .body("state", equalTo("error"))
        .body("detail", containsString("the request says"));
  }

  @Test
  void malformedAssembleRequestIsRefused() {
    assertFails(Bundles.assemble(TOKEN, ORG, "{"), 400, "not the JSON");
    assertFails(Bundles.assemble(TOKEN, ORG, "{\"chunks\":[]}"), 400, "checksum");
    assertFails(
        Bundles.assemble(TOKEN, ORG, "{\"checksum\":\"" + "0".repeat(40) + "\"}"), 400, "chunks");
    assertFails(
        Bundles.assemble(
            TOKEN, ORG, "{\"checksum\":\"" + "0".repeat(40) + "\",\"chunks\":[\"../x\"]}"),
        400,
        "something else");
  }

  @Test
  void bundleWithoutManifestIsRefused() {
    assertRefused(Bundles.bundle(Archives.files("files/_/_/app.js", SCRIPT)), "no manifest.json");
    assertRefused("SYSB\2\0\0\0no zip".getBytes(StandardCharsets.UTF_8), "damaged or cut off");
    assertRefused("no bundle".getBytes(StandardCharsets.UTF_8), "no archive");
  }

  @Test
  void bundleWhoseManifestLiesIsRefused() {
    Map<String, String> lies =
        Map.of(
            "{\"files\":{\"x.js\":{\"type\":\"minified_source\",\"url\":\"~/x.js\"}}}",
            "does not hold: x.js",
            "{\"files\":{\"/etc/passwd\":{\"type\":\"source_map\",\"url\":\"~/x\"}}}",
            "outside of the bundle: /etc/passwd",
            "{\"files\":{\"a/../../x\":{\"type\":\"source_map\",\"url\":\"~/x\"}}}",
            "outside of the bundle",
            "{\"files\":{\"files/_/_/app.js\":{\"type\":\"executable\",\"url\":\"~/x\"}}}",
            "the type executable",
            "{\"files\":{\"files/_/_/app.js\":{\"type\":\"minified_source\",\"url\":\"file:///x\"}}}",
            "the URL file:///x",
            "{\"files\":{\"files/_/_/app.js\":{\"type\":\"minified_source\",\"url\":\"~/x\",\"headers\":{\"debug-id\":\"x\"}}}}",
            "no UUID",
            "{\"files\":{\"a\":null,\"a\":null}}",
            "no valid manifest",
            "[]",
            "no valid manifest",
            "{\"release\":\"1\"}",
            "names no files");
    lies.forEach((manifest, words) -> assertRefused(Bundles.bundle(manifest, SCRIPT, A), words));
    assertRefused(
        Bundles.bundle(Bundles.manifest("", ",\"release\":\"" + "r".repeat(600) + "\""), SCRIPT, A),
        "The release has more than");
    assertRefused(Bundles.bundle(Bundles.manifest("", ""), SCRIPT, "no map"), "no source map");
    assertRefused(Bundles.bundle("{\"files\":{}}", SCRIPT, A), "no script with a source map");
  }

  @Test
  void otherMapOfADebugIdIsAnErrorThatNamesBoth() {
    Bundles.send(TOKEN, ORG, Bundles.bundle(Bundles.manifest(ID, ""), SCRIPT, A), "")
        .body("state", equalTo("ok"));
    Bundles.send(TOKEN, ORG, Bundles.bundle(Bundles.manifest(ID, ""), SCRIPT, B), "")
        .body("state", equalTo("error"))
        .body("detail", containsString("The debug ID " + ID + " of ~/assets/app.js belongs"))
        .body("detail", containsString("uploaded by shop at"));
    list(TOKEN).body("entries.size()", equalTo(1));
  }

  @Test
  void tokenOfAnotherScopeIsForbidden() {
    assertFails(Bundles.options(Tenants.NEWS, ORG), 403, "not for this organization");
    assertFails(Bundles.chunk(Tenants.NEWS, ORG, "x", new byte[1]), 403, "SENTRY_ORG");
    assertFails(Bundles.assemble(Tenants.NEWS, ORG, "{}"), 403, "SENTRY_ORG");
    assertFails(Bundles.options(Tenants.SHOP_READER, ORG), 403, "lacks the right upload");
  }

  @Test
  void unknownTokenIsUnauthorized() {
    assertFails(Bundles.options("unknown-0123456789abcdef", ORG), 401, "token is unknown");
    assertFails(
        given().get(Bundles.ROOT + "shop/chunk-upload/").then(), 401, "Authorization: Bearer");
  }

  @Test
  void tokenMayUploadOnlyBelowItsPrefixes() {
    String manifest =
        Bundles.manifest("", "").replace("~/assets/", "https://cdn.example.com/other/");
    Bundles.send(Tenants.SHOP_UPLOADER, ORG, Bundles.bundle(manifest, SCRIPT, A), "")
        .body("state", equalTo("error"))
        .body("detail", containsString("https://cdn.example.com/shop/"));
  }

  @Test
  void releasesAndOrganizationAreAnswered() {
    Bundles.as(TOKEN)
        .body("{\"version\":\"1/2\",\"projects\":[\"site\"]}".getBytes(StandardCharsets.UTF_8))
        .post(Bundles.ROOT + "shop/releases/")
        .then()
        .statusCode(201)
        .body("version", equalTo("1/2"))
        .body("dateCreated", notNullValue());
    Bundles.as(TOKEN)
        .body("{}".getBytes(StandardCharsets.UTF_8))
        .put("/api/0/projects/shop/site/releases/1.2/")
        .then()
        .statusCode(200)
        .body("version", equalTo("1.2"));
    Bundles.as(TOKEN)
        .get(Bundles.ROOT + "shop/")
        .then()
        .statusCode(200)
        .body("slug", equalTo("shop"));
    Bundles.as(TOKEN).get(Bundles.ROOT + "shop/repos/").then().statusCode(200).body("", empty());
  }
}

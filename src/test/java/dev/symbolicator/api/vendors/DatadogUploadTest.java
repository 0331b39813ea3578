package dev.symbolicator.api.vendors;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;

import dev.symbolicator.maps.objects.MapStore;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.Encode;
import dev.symbolicator.testing.Tenants;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
@TestProfile(Tenants.class)
class DatadogUploadTest {
  private static final String TOKEN = Tenants.SHOP;
  private static final String SCRIPT = "function a(){}";
  private static final String MAP = Bundles.MAP.formatted("a");
  private static final String ID = "85314830-023f-4cf1-a267-535f4e37bb17";
  private static final String URL = "https://cdn.example.com/shop/app.js";

  @Inject ByteBudget budget;

  @Inject MapStore store;

  @AfterEach
  void nothingIsLeft() {
    Await.until(() -> budget.used() == 0 && store.spool().used() == 0);
    Bundles.deleteAll(TOKEN);
  }

  private static ValidatableResponse list() {
    return Bundles.list(TOKEN);
  }

  private static String event(String url, String more) {
    return "{\"type\":\"js_sourcemap\",\"service\":\"site\",\"version\":\"7\",\"minified_url\":\"%s\",\"cli_version\":\"5\"%s}"
        .formatted(url, more);
  }

  private static byte[] body(String... parts) {
    StringBuilder body = new StringBuilder();
    for (int i = 0; i < parts.length; i += 2) {
      body.append("--b\r\nContent-Disposition: form-data; name=\"")
          .append(parts[i])
          .append("\"; filename=\"x\"\r\nContent-Type: application/json\r\n\r\n")
          .append(parts[i + 1])
          .append("\r\n");
    }
    return body.append("--b--\r\n").toString().getBytes(StandardCharsets.UTF_8);
  }

  private static ValidatableResponse send(String key, byte[] body) {
    return given()
        .header("DD-API-KEY", key)
        .header("Content-Type", "multipart/form-data; boundary=b")
        .header("Content-Encoding", "gzip")
        .body(body)
        .post("/api/v2/srcmap")
        .then();
  }

  private static ValidatableResponse send(String... parts) {
    return send(TOKEN, Encode.gzip(body(parts)));
  }

  private static void assertFails(ValidatableResponse answer, int status, String words) {
    answer.statusCode(status).body("detail", containsString(words));
    list().body("entries", empty());
  }

  @Test
  void scriptAndMapAreStored() {
    send(
            "event",
            event(URL + "?v=1", ",\"debug_id\":\"" + ID + "\""),
            "source_map",
            MAP,
            "minified_file",
            SCRIPT,
            "repository",
            "{\"data\":[]}")
        .statusCode(200)
        .contentType("application/json")
        .body("scripts[0].pairedBy", equalTo("comment"));
    list()
        .body("entries.script", contains(URL + "?v=1"))
        .body("entries.release", contains("7"))
        .body("entries.project", contains("site"))
        .body("entries.debugId", contains(ID));
  }

  @Test
  void pathIsAScriptOfAnyOrigin() {
    send("event", event("/static/app.js", ""), "source_map", MAP, "minified_file", SCRIPT)
        .statusCode(200)
        .body("scripts[0].pairedBy", equalTo("comment"));
    list().body("entries.script", contains("~/static/app.js"));
  }

  @Test
  void mapWithoutScriptIsStored() {
    send("event", event(URL, ""), "source_map", MAP).statusCode(200);
    list().body("entries.script", contains(URL));
  }

  @Test
  void everyBadKeyIsForbidden() {
    byte[] body = Encode.gzip(body("event", event(URL, ""), "source_map", MAP));
    assertFails(send("unknown-0123456789abcdef", body), 403, "DD-API-KEY");
    assertFails(send(Tenants.SHOP_READER, body), 403, "lacks the right upload");
    assertFails(given().body(body).post("/api/v2/srcmap").then(), 403, "DATADOG_API_KEY");
  }

  @Test
  void tokenMayUploadOnlyBelowItsPrefixes() {
    byte[] body =
        Encode.gzip(
            body("event", event("https://cdn.example.com/other.js", ""), "source_map", MAP));
    assertFails(send(Tenants.SHOP_UPLOADER, body), 403, "https://cdn.example.com/shop/");
  }

  @Test
  void missingOrWrongPartsAreRefused() {
    assertFails(send("event", event(URL, "")), 422, "no part source_map");
    assertFails(send("source_map", MAP), 422, "no part event");
    assertFails(send("event", "{", "source_map", MAP), 422, "no part event with JSON");
    assertFails(send("event", event("file:///x", ""), "source_map", MAP), 422, "minified_url");
    assertFails(
        send("event", event(URL, ",\"debug_id\":\"x\""), "source_map", MAP), 422, "no UUID");
    assertFails(send("event", event(URL, ""), "source_map", "no map"), 422, "no source map");
    assertFails(
        send("event", event(URL, ""), "source_map", MAP, "source_map", MAP), 422, "two parts");
    String[] many = new String[2 * (VendorLimits.DEFAULT.parts() + 1)];
    Arrays.fill(many, "repository");
    assertFails(send(many), 415, "damaged");
  }

  @Test
  void otherMapOfADebugIdIsAConflict() {
    String event = event(URL, ",\"debug_id\":\"" + ID + "\"");
    send("event", event, "source_map", MAP).statusCode(200);
    send("event", event, "source_map", Bundles.MAP.formatted("b"))
        .statusCode(409)
        .body("detail", containsString(ID));
  }

  @Test
  void halfAnUploadIsRefused() {
    byte[] body = body("event", event(URL, ""), "source_map", MAP);
    byte[] half = Arrays.copyOf(body, body.length - 20);
    assertFails(send(TOKEN, Encode.gzip(half)), 415, "cut off");
    byte[] gzip = Encode.gzip(body);
    assertFails(send(TOKEN, Arrays.copyOf(gzip, gzip.length / 2)), 415, "cut off");
    assertFails(send(TOKEN, body), 415, "cut off");
  }
}

package dev.symbolicator.api.vendors;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.Encode;
import dev.symbolicator.testing.Tenants;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
@TestProfile(Tenants.class)
class VendorLimitsTest {
  private static final VendorLimits LIMITS = VendorLimits.DEFAULT;
  private static final int READ_TIMEOUT_MILLIS = 30_000;
  private static final String RELEASES = "/api/0/organizations/%s/releases/";

  @TestHTTPResource URI service;

  @Inject ByteBudget budget;

  @AfterEach
  void nothingIsLeft() {
    Await.until(() -> budget.used() == 0);
  }

  private static RequestSpecification as(String token) {
    return given().header("Authorization", "Bearer " + token).contentType("application/json");
  }

  private static byte[] padded(String json, int bytes) {
    byte[] padded = new byte[bytes];
    Arrays.fill(padded, (byte) ' ');
    byte[] text = json.getBytes(StandardCharsets.UTF_8);
    System.arraycopy(text, 0, padded, 0, text.length);
    return padded;
  }

  private static ValidatableResponse release(String token, String org) {
    return as(token).body("{\"version\":\"1\"}").post(RELEASES.formatted(org)).then();
  }

  private static void assertTooLarge(ValidatableResponse answer, int limit) {
    answer
        .statusCode(413)
        .contentType("application/json")
        .body("detail", containsString("%,d bytes".formatted(limit)));
  }

  @Test
  void jsonOfAReleaseIsLimitedAsSentAndInflated() {
    String path = RELEASES.formatted("shop");
    byte[] most = padded("{\"version\":\"1\",\"projects\":[{},[]]}", LIMITS.releaseBytes());
    as(Tenants.SHOP).body(most).post(path).then().statusCode(201).body("version", equalTo("1"));
    byte[] more = Arrays.copyOf(most, most.length + 1);
    more[most.length] = ' ';
    assertTooLarge(as(Tenants.SHOP).body(more).post(path).then(), LIMITS.releaseBytes());
    RequestSpecification zipped = as(Tenants.SHOP).header("Content-Encoding", "gzip");
    zipped.body(Encode.gzip(most)).post(path).then().statusCode(201);
    assertTooLarge(zipped.body(Encode.gzip(more)).post(path).then(), LIMITS.releaseBytes());
    as(Tenants.SHOP).body("{\"version\":[]}").post(path).then().statusCode(400);
    as(Tenants.SHOP).body("{}").post(path).then().statusCode(400);
  }

  @Test
  void jsonThatListsChunksIsLimited() {
    String names = "{\"checksum\":\"%s\",\"chunks\":[\"%1$s\"]}".formatted("0".repeat(40));
    byte[] most = padded(names, LIMITS.assembleBytes());
    Bundles.assemble(Tenants.SHOP, "shop", new String(most, StandardCharsets.UTF_8))
        .statusCode(200)
        .body("state", equalTo("not_found"));
    assertTooLarge(
        Bundles.assemble(Tenants.SHOP, "shop", new String(most, StandardCharsets.UTF_8) + ' '),
        LIMITS.assembleBytes());
  }

  private static ValidatableResponse assembleOf(int chunks) {
    String name = '"' + "0".repeat(40) + '"';
    return Bundles.assemble(
        Tenants.SHOP,
        "shop",
        "{\"checksum\":%s,\"chunks\":[%s]}"
            .formatted(name, String.join(",", Collections.nCopies(chunks, name))));
  }

  @Test
  void chunksOfABundleAreLimited() {
    assembleOf(LIMITS.chunks()).statusCode(200).body("state", equalTo("not_found"));
    assembleOf(LIMITS.chunks() + 1)
        .statusCode(400)
        .contentType("application/json")
        .body("detail", containsString("more than 16,384 chunks"));
  }

  @Test
  void formThatInflatesToMoreThanARequestIsRefused() {
    for (String part : List.of("file", "file_gzip", "other")) {
      byte[] form = Forms.body(Forms.part(part, true, new byte[64 << 20]));
      given()
          .header("Authorization", "Bearer " + Tenants.SHOP)
          .header("Content-Type", Forms.TYPE)
          .header("Content-Encoding", "gzip")
          .body(Encode.gzip(form))
          .post("/api/0/organizations/shop/chunk-upload/")
          .then()
          .statusCode(413)
          .contentType("application/json")
          .body("detail", containsString("too large inflated"));
    }
  }

  @Test
  void changeOfAReleaseNeedsNoBodyOfAnyForm() {
    as(Tenants.SHOP)
        .body("x".repeat(1 << 20))
        .put(RELEASES.formatted("shop") + "1/")
        .then()
        .statusCode(200)
        .body("version", equalTo("1"));
  }

  private Socket begun(String token, String org) throws IOException {
    Socket client = new Socket(service.getHost(), service.getPort());
    client.setSoTimeout(READ_TIMEOUT_MILLIS);
    String head =
        "POST %s HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n"
            .formatted(RELEASES.formatted(org), token);
    client.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
    byte[] answer = new byte[1_024];
    int length = client.getInputStream().read(answer);
    String text = new String(answer, 0, Math.max(0, length), StandardCharsets.UTF_8);
    assertTrue(text.startsWith("HTTP/1.1 100 "), text);
    return client;
  }

  @Test
  void scopeHasHalfOfTheThreadsAndFurtherRequestsWaitUpToALimit() throws IOException {
    List<Socket> clients = new ArrayList<>();
    try {
      for (int i = 0; i < LIMITS.threads() / 2 + LIMITS.waiting(); i++) {
        clients.add(begun(Tenants.SHOP, "shop"));
      }
      release(Tenants.SHOP, "shop")
          .statusCode(503)
          .contentType("application/json")
          .header("Retry-After", notNullValue())
          .body("detail", containsString("Too many requests"));
      release(Tenants.NEWS, "news").statusCode(201);
      clients.remove(0).close();
      Await.until(
          () -> {
            try {
              // A place in the queue is free, so the request is asked for its body.
              clients.add(begun(Tenants.SHOP, "shop"));
              return true;
            } catch (AssertionError | IOException stillFull) {
              return false;
            }
          });
    } finally {
      for (Socket client : clients) {
        client.close();
      }
    }
    Await.until(() -> release(Tenants.SHOP, "shop").extract().statusCode() == 201);
  }

  @Test
  void unknownPathAndMethodAreAnsweredAsSentryDoes() {
    for (String path : List.of("/api/0/", "/api/0/nothing/", "/api/0/organizations/shop/x/y/")) {
      as(Tenants.SHOP)
          .get(path)
          .then()
          .statusCode(404)
          .contentType("application/json")
          .body("detail", containsString("Nothing is at this path"));
    }
    as(Tenants.SHOP)
        .delete("/api/0/organizations/shop/chunk-upload/")
        .then()
        .statusCode(405)
        .contentType("application/json")
        .header("Allow", containsString("POST"))
        .body("detail", notNullValue());
    assertEquals(
        "application/problem+json",
        given().get("/api/1/").then().statusCode(404).extract().contentType());
  }
}

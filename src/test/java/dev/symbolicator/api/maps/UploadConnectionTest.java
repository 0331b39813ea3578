package dev.symbolicator.api.maps;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.objects.MapStore;
import dev.symbolicator.maps.upload.UploadLimits;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.Tenants;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@Tag("service")
@TestProfile(Tenants.class)
class UploadConnectionTest {
  private static final int READ_TIMEOUT_MILLIS = 30_000;
  private static final String SCRIPT = "https://cdn.example.com/shop/app.js";

  @TestHTTPResource URI service;

  @Inject MapStore store;

  private Socket send(String token, String headers, String body) throws IOException {
    Socket socket = new Socket(service.getHost(), service.getPort());
    socket.setSoTimeout(READ_TIMEOUT_MILLIS);
    String head =
        "PUT /source-maps?script=%s&dryRun=true HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\n%s\r\n\r\n"
            .formatted(SCRIPT, token, headers);
    socket.getOutputStream().write((head + body).getBytes(StandardCharsets.UTF_8));
    return socket;
  }

  private static String answer(Socket socket) throws IOException {
    byte[] answer = new byte[8192];
    int length = socket.getInputStream().read(answer);
    return new String(answer, 0, Math.max(0, length), StandardCharsets.UTF_8);
  }

  private static int status() {
    return status(Tenants.SHOP);
  }

  private static int status(String token) {
    return Uploads.put(token, Uploads.map("a"), "script", SCRIPT, "dryRun", "true")
        .extract()
        .statusCode();
  }

  @Test
  void clientIsAskedForItsBodyOnceItsHeadersAreRight() throws IOException {
    byte[] map = Uploads.map("a");
    String length = "Content-Length: " + map.length + "\r\nExpect: 100-continue";
    try (Socket refused = send("unknown-0123456789abcdef", length, "")) {
      assertTrue(answer(refused).startsWith("HTTP/1.1 401 "));
    }
    try (Socket refused =
        send(Tenants.SHOP, "Content-Length: 99999999999\r\nExpect: 100-continue", "")) {
      String answer = answer(refused);
      assertTrue(answer.startsWith("HTTP/1.1 413 "), answer);
      assertTrue(answer.contains("symbolicator.maps.max-upload-size"), answer);
    }
    try (Socket asked = send(Tenants.SHOP, length, "")) {
      assertTrue(answer(asked).startsWith("HTTP/1.1 100 "));
      asked.getOutputStream().write(map);
      assertTrue(answer(asked).startsWith("HTTP/1.1 200 "));
    }
  }

  private Socket begun(String token) throws IOException {
    Socket client = send(token, "Content-Length: 100\r\nExpect: 100-continue", "");
    assertTrue(answer(client).startsWith("HTTP/1.1 100 "));
    return client;
  }

  private static void assertBusy(String token, String limit) {
    Await.until(() -> status(token) == 503);
    Uploads.put(token, Uploads.map("a"), "script", SCRIPT, "dryRun", "true")
        .statusCode(503)
        .header("Retry-After", notNullValue())
        .body("limit", equalTo(limit));
  }

  @Test
  void uploadsUnderWayAreLimitedInAllAndOfEachScope() throws IOException {
    List<Socket> clients = new ArrayList<>();
    try {
      for (int i = 0; i < UploadLimits.DEFAULT.atOnceOfScope(); i++) {
        clients.add(begun(Tenants.SHOP));
      }
      assertBusy(Tenants.SHOP, "max-uploads-of-scope");
      for (int i = clients.size(); i < UploadLimits.DEFAULT.atOnce(); i++) {
        assertEquals(200, status(Tenants.NEWS));
        clients.add(begun(Tenants.NEWS));
      }
      assertBusy(Tenants.NEWS, "max-uploads-of-scope");
      assertBusy(Tenants.BUSY, "max-uploads");
    } finally {
      for (Socket client : clients) {
        client.close();
      }
    }
    Await.until(() -> status() == 200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/symbolicate",
        "/scripts/warm",
        "/source-maps?base=~/",
        "/api/0/organizations/shop/releases/",
        "/api/v2/srcmap"
      })
  void refusedClientWhoseBodyHasNoEndIsHungUpOn(String path) throws IOException {
    byte[] piece = new byte[1 << 20];
    try (Socket client = new Socket(service.getHost(), service.getPort())) {
      OutputStream out = client.getOutputStream();
      out.write(
          "POST %s HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer unknown\r\nContent-Length: 99999999999\r\n\r\n"
              .formatted(path)
              .getBytes(StandardCharsets.UTF_8));
      assertThrows(
          IOException.class,
          () -> {
            for (int i = 0; i < 200; i++) {
              out.write(piece);
            }
          });
    }
  }

  @Test
  void clientThatHangsUpWithinItsBodyLeavesNothing() throws IOException {
    try (Socket client = send(Tenants.SHOP, "Content-Length: 3000000", "x".repeat(2_000_000))) {
      Await.until(() -> store.spool().used() > 0);
      assertTrue(client.isConnected());
    }
    Await.until(() -> store.spool().used() == 0);
    Await.until(() -> status() == 200);
  }

  @Test
  void scopeThatUploadsTooOftenWaits() {
    String[] parameters = {"script", SCRIPT, "dryRun", "true"};
    ValidatableResponse answer = Uploads.put(Tenants.BUSY, new byte[0], parameters);
    for (int i = 0; i < 3_000 && answer.extract().statusCode() != 429; i++) {
      int status = answer.extract().statusCode();
      assertTrue(status == 422 || status == 503, "status: " + status);
      answer = Uploads.put(Tenants.BUSY, new byte[0], parameters);
    }
    answer
        .statusCode(429)
        .header("Retry-After", "1")
        .body("limit", equalTo("max-uploads-per-minute"));
    Await.until(() -> status() == 200);
  }
}

package dev.symbolicator.api.http;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.SmallCapacity;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import jakarta.inject.Inject;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks the limits of requests under way, which apply before a body is read. */
@QuarkusTest
@Tag("service")
@TestProfile(SmallCapacity.class)
class RequestLimitsTest {
  private static final int MAX = RequestLimits.MAX_PIPELINED;
  private static final int MOST_THREADS = 1000;
  private static final int READ_TIMEOUT_MILLIS = 30_000;

  /** Leaves a request that waits for a thread; on a slow machine, a few more are begun. */
  private static final int SHORT_MILLIS = 500;

  private static final String NEXT = "GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n";
  private static final String LAST =
      "GET /nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

  @TestHTTPResource("/symbolicate")
  URI service;

  @Inject Vertx vertx;

  private Socket send(String request) throws IOException {
    Socket client = new Socket(service.getHost(), service.getPort());
    client.setSoTimeout(READ_TIMEOUT_MILLIS);
    client.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
    return client;
  }

  private static String post(String body, int announced) {
    return "POST /symbolicate HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n%s"
        .formatted(announced, body);
  }

  /** Returns the status of a request that is answered immediately if it is admitted. */
  private static int status() {
    return given().body("{").post("/symbolicate").statusCode();
  }

  @Test
  void requestBeyondTheLimitIsRefusedAndProbesAreNot() throws IOException {
    try (Socket first = send(post("", 1))) {
      try (Socket second = send(post("", 1))) {
        Await.until(() -> status() == 503);
        given()
            .body("{")
            .post("/symbolicate")
            .then()
            .header("Retry-After", equalTo("1"))
            .contentType("application/problem+json")
            .body("limit", equalTo("symbolicator.http.max-requests"));
        given().get("/q/health/live").then().statusCode(200);
        second.getOutputStream().write('{');
        assertEquals('H', second.getInputStream().read());
      }
      Await.until(() -> status() == 400);
      first.getOutputStream().write('{');
      assertEquals('H', first.getInputStream().read());
    }
  }

  @Test
  void requestPipelinedBeyondTheLimitClosesTheConnection() throws IOException {
    try (TestOrigin origin = TestOrigin.start()) {
      origin.handle("/app.js", never -> {});
      String profile = profile(origin);
      try (Socket client = send(post(profile, profile.length()) + NEXT.repeat(MAX + 1))) {
        assertEquals(-1, client.getInputStream().read());
      }
    }
  }

  @Test
  void pipelinedRequestsWithTooManyFieldsCloseTheConnection() throws IOException {
    String next = NEXT.replace("Host", "a: b\r\n".repeat(70) + "Host");
    try (TestOrigin origin = TestOrigin.start()) {
      origin.handle("/app.js", never -> {});
      String profile = profile(origin);
      try (Socket client = send(post(profile, profile.length()) + next.repeat(3))) {
        assertEquals(-1, client.getInputStream().read());
      }
    }
  }

  /** Those whose clients have left wait for a thread, too, and are in memory until then. */
  @Test
  void requestsForMetricsThatWaitForThreadsAreBounded() throws IOException {
    CountDownLatch isOver = new CountDownLatch(1);
    for (int i = 0; i < MOST_THREADS; i++) {
      Infrastructure.getDefaultWorkerPool().execute(() -> await(isOver));
    }
    String metrics = "GET /q/metrics HTTP/1.1\r\nHost: a\r\n\r\n";
    List<Socket> clients = new ArrayList<>();
    for (int i = 0; i < RequestLimits.MAX_OPERATIONS; i++) {
      clients.add(send(metrics));
    }
    Await.until(() -> firstLine(metrics, SHORT_MILLIS).startsWith("HTTP/1.1 503 "));
    for (Socket client : clients) {
      client.close();
    }
    for (int i = 0; i < 10; i++) {
      assertEquals("HTTP/1.1 503 Service Unavailable", firstLine(metrics, READ_TIMEOUT_MILLIS));
    }
    isOver.countDown();
    Await.until(() -> firstLine(metrics, SHORT_MILLIS).startsWith("HTTP/1.1 200 "));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the status line of the answer; empty if there is none within the time. */
  private String firstLine(String request, int millis) {
    try (Socket client = send(request)) {
      client.setSoTimeout(millis);
      return new BufferedReader(
              new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII))
          .readLine();
    } catch (IOException none) {
      return "";
    }
  }

  @Test
  void pipelinedRequestsAreAnsweredInTurn() throws IOException {
    try (TestOrigin origin = TestOrigin.start()) {
      CompletableFuture<HttpServerRequest> held = new CompletableFuture<>();
      origin.handle("/app.js", held::complete);
      String profile = profile(origin);
      try (Socket client = send(post(profile, profile.length()) + NEXT.repeat(MAX - 1) + LAST)) {
        Await.value(held).response().setStatusCode(404).end();
        String answers = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(answers.startsWith("HTTP/1.1 200 "), answers);
        assertEquals(MAX, answers.split("HTTP/1.1 404 ", -1).length - 1, answers);
      }
    }
  }

  private static String profile(TestOrigin origin) {
    return "{\"frames\":[{\"name\":\"f\",\"resourceId\":0,\"line\":1,\"column\":1}],\"resources\":[\"%s\"],\"stacks\":[],\"samples\":[]}"
        .formatted(origin.url("/app.js"));
  }

  @Test
  void http2ConnectionHasAHundredStreamsAndTheSharedLimit() {
    HttpClientOptions options =
        new HttpClientOptions()
            .setProtocolVersion(HttpVersion.HTTP_2)
            .setHttp2ClearTextUpgrade(false);
    var client = vertx.createHttpClient(options);
    List<HttpClientRequest> streams = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      HttpClientRequest stream =
          Await.value(
              client
                  .request(HttpMethod.POST, service.getPort(), service.getHost(), "/symbolicate")
                  .toCompletionStage()
                  .toCompletableFuture());
      streams.add(stream);
      stream.setChunked(true).sendHead();
    }
    assertEquals(100, streams.get(0).connection().remoteSettings().getMaxConcurrentStreams());
    assertEquals(
        503,
        Await.value(streams.get(2).response().toCompletionStage().toCompletableFuture())
            .statusCode());
    Await.value(client.close());
    Await.until(() -> status() == 400);
  }

  /** Clients may begin streams before they have acknowledged the settings, or never do so. */
  @Test
  void streamsBeyondAHundredAreRefusedWithoutAnAcknowledgement() throws IOException {
    ByteBuffer frames = ByteBuffer.allocate(1 << 16);
    frames.put("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    int noWindow = 4;
    frames.put(frame(4, 0, 0, ByteBuffer.allocate(6).putShort((short) noWindow).array()));
    byte[] head =
        head(":method", "GET", ":path", "/demo/trace.json", ":scheme", "http", ":authority", "a");
    for (int i = 0; i < 101; i++) {
      frames.put(frame(1, 5, 2 * i + 1, head));
    }
    try (Socket client = new Socket(service.getHost(), service.getPort())) {
      client.setSoTimeout(READ_TIMEOUT_MILLIS);
      client.getOutputStream().write(frames.array(), 0, frames.position());
      DataInputStream in = new DataInputStream(client.getInputStream());
      int type;
      int stream;
      do {
        int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
        type = in.readUnsignedByte();
        in.readUnsignedByte();
        stream = in.readInt();
        in.skipNBytes(length);
      } while (type != 3 || stream != 201); // RST_STREAM
    }
  }

  private static byte[] frame(int type, int flags, int stream, byte[] payload) {
    return ByteBuffer.allocate(9 + payload.length)
        .put((byte) 0)
        .putShort((short) payload.length)
        .put((byte) type)
        .put((byte) flags)
        .putInt(stream)
        .put(payload)
        .array();
  }

  private static byte[] head(String... namesAndValues) {
    ByteBuffer fields = ByteBuffer.allocate(200);
    for (int i = 0; i < namesAndValues.length; i++) {
      if (i % 2 == 0) {
        fields.put((byte) 0);
      }
      byte[] text = namesAndValues[i].getBytes(StandardCharsets.US_ASCII);
      fields.put((byte) text.length).put(text);
    }
    return Arrays.copyOf(fields.array(), fields.position());
  }

  @Test
  void unknownMethodIsTaggedAsOther() throws IOException {
    try (Socket client = send(LAST.replace("GET", "MADEUP"))) {
      client.getInputStream().readAllBytes();
    }
    Await.until(() -> metrics().contains("method=\"OTHER\""));
    given().get("/q/metrics").then().body(not(containsString("MADEUP")));
  }

  private static String metrics() {
    return given().get("/q/metrics").asString();
  }
}

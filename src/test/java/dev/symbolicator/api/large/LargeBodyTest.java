package dev.symbolicator.api.large;

import static io.restassured.RestAssured.given;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.api.large.LargeRunner.LargeLimits;
import dev.symbolicator.content.ContentCoding;
import dev.symbolicator.content.Encoding;
import dev.symbolicator.content.StreamDecoding;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.Encode;
import dev.symbolicator.testing.LogLines;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import jakarta.inject.Inject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
class LargeBodyTest {
  private static final byte[] SNAPSHOT = Snapshots.ofSize(5 << 20);
  private static final int BEYOND_MEMORY = 40 << 20;
  private static final String SMALL =
      "{\"frames\":[],\"resources\":[],\"stacks\":[],\"samples\":[]";

  @TestHTTPResource("/")
  URI service;

  @Inject ByteBudget budget;
  @Inject Vertx vertx;

  @AfterEach
  void nothingIsLeft() {
    Leftovers.awaitNone(budget);
  }

  @Test
  void chunkedBodyComesBackWithASummaryInHeadAndTrailer() throws IOException {
    try (LargeClient client = new LargeClient(service, "", LargeClient.CHUNKED)) {
      String head = client.sendChunked(SNAPSHOT).head();
      assertTrue(head.startsWith("http/1.1 200 "), head);
      assertTrue(head.contains("symbolication: mapped=0, total=0, pending=0\r\n"), head);
      assertTrue(head.contains("trailer: symbolication\r\n"), head);
      assertTrue(head.matches("(?s).*server-timing: receive;dur=.*, read;dur=.*, resolve;.*"));
      StringBuilder trailer = new StringBuilder();
      assertArrayEquals(SNAPSHOT, client.body(trailer));
      assertEquals("Symbolication: mapped=0, total=0, pending=0\n", trailer.toString());
    }
  }

  @Test
  void connectionServesFurtherRequests() throws IOException {
    try (LargeClient client = LargeClient.ofLength(service, SNAPSHOT.length)) {
      assertArrayEquals(SNAPSHOT, client.send(SNAPSHOT).answer());
      String next = "POST /symbolicate HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n{";
      client.send(next.getBytes(StandardCharsets.US_ASCII));
      assertTrue(client.problem().startsWith("http/1.1 400 "));
    }
  }

  @Test
  void compressedBodyComesBackCompressed() throws IOException {
    byte[] gzip = Encode.gzip(SNAPSHOT);
    assertTrue(gzip.length > LargeLimits.DEFAULT.codedHead(), "sent: " + gzip.length);
    String headers = "Content-Encoding: gzip\r\nAccept-Encoding: gzip\r\n";
    try (LargeClient client =
        new LargeClient(service, "", headers + LargeClient.length(gzip.length))) {
      String head = client.send(gzip).head();
      assertTrue(head.contains("content-encoding: gzip\r\n"), head);
      byte[] answer = client.body(new StringBuilder());
      assertArrayEquals(
          SNAPSHOT, new GZIPInputStream(new ByteArrayInputStream(answer)).readAllBytes());
    }
  }

  @Test
  void bodyInZstdOrBrComesBack() throws IOException {
    byte[] snapshot = Snapshots.ofSize(BEYOND_MEMORY);
    for (ContentCoding coding : List.of(ContentCoding.ZSTD, ContentCoding.BR)) {
      Await.until(() -> StreamDecoding.knows(coding)); // loaded in the background
      byte[] sent = Encode.as(snapshot, coding);
      String headers =
          "Content-Encoding: " + Encoding.name(coding) + "\r\n" + LargeClient.length(sent.length);
      try (LargeClient client = new LargeClient(service, "", headers)) {
        assertArrayEquals(snapshot, client.send(sent).answer());
      }
    }
  }

  @Test
  void compressedFileIsRecognisedWithoutContentEncoding() throws IOException {
    byte[] gzip = Encode.gzip(Snapshots.ofSize(BEYOND_MEMORY));
    try (LargeClient client = LargeClient.ofLength(service, gzip.length)) {
      assertEquals(BEYOND_MEMORY, client.send(gzip).answer().length);
    }
  }

  @Test
  void damagedCompressedBodyIsRefused() throws IOException {
    byte[] gzip = Encode.gzip(SNAPSHOT);
    Arrays.fill(gzip, gzip.length - 1000, gzip.length, (byte) 7);
    String headers = "Content-Encoding: gzip\r\n" + LargeClient.length(gzip.length);
    try (LargeClient client = new LargeClient(service, "", headers)) {
      String problem = client.send(gzip).problem();
      assertTrue(problem.startsWith("http/1.1 400 "), problem);
      assertTrue(problem.contains("corrupt-body"), problem);
    }
  }

  @Test
  void bodyBeyondTheMemoryIsAskedForWith100() throws IOException {
    byte[] snapshot = Snapshots.ofSize(BEYOND_MEMORY);
    String headers = "Expect: 100-continue\r\n" + LargeClient.length(BEYOND_MEMORY);
    try (LargeClient client = new LargeClient(service, "", headers)) {
      assertTrue(client.head().startsWith("http/1.1 100 "));
      assertArrayEquals(snapshot, client.send(snapshot).answer());
    }
  }

  @Test
  void bodyAnnouncedBeyondTheLimitIsRefusedBeforeItIsSent() throws IOException {
    String headers = "Expect: 100-continue\r\n" + LargeClient.length((2L << 30) + 1);
    try (LargeClient client = new LargeClient(service, "", headers)) {
      String problem = client.problem();
      assertTrue(problem.startsWith("http/1.1 413 "), problem);
      assertTrue(problem.contains("\"limit\":\"symbolicator.http.max-large-body-size\""), problem);
    }
  }

  @Test
  void bodyOfAnotherFormatIsRefusedOnceItsBeginningHasCome() throws IOException {
    byte[] beginning = (SMALL + " ".repeat(2 << 20)).getBytes(StandardCharsets.US_ASCII);
    try (LargeClient client = LargeClient.ofLength(service, BEYOND_MEMORY)) {
      String problem = client.send(beginning).problem();
      assertTrue(problem.contains("\"limit\":\"symbolicator.http.max-body-size\""), problem);
    }
  }

  @Test
  void otherFormatByParameterIsRefusedBeforeItIsSent() throws IOException {
    for (String query : List.of("?format=cpuprofile", "?format=nonsense")) {
      try (LargeClient client =
          new LargeClient(service, query, LargeClient.length(BEYOND_MEMORY))) {
        String problem = client.problem();
        boolean isKnown = query.endsWith("cpuprofile");
        assertTrue(problem.startsWith(isKnown ? "http/1.1 413 " : "http/1.1 400 "), problem);
      }
    }
  }

  @Test
  void snapshotThatShallBeATraceIsRefusedOnceItsBeginningHasCome() throws IOException {
    try (LargeClient client =
        new LargeClient(service, "?format=chrome-trace", LargeClient.length(SNAPSHOT.length))) {
      String problem = client.send(SNAPSHOT, 0, SNAPSHOT.length / 2).problem();
      assertTrue(problem.startsWith("http/1.1 422 "), problem);
      assertTrue(problem.contains("write format=heapsnapshot."), problem);
    }
  }

  @Test
  void wrongParameterOfALargeBodyIsRefused() throws IOException {
    try (LargeClient client =
        new LargeClient(service, "?names=mine", LargeClient.length(SNAPSHOT.length))) {
      String problem = client.send(SNAPSHOT).problem();
      assertTrue(problem.startsWith("http/1.1 400 "), problem);
      assertTrue(problem.contains("bad-parameter"), problem);
    }
  }

  @Test
  void clientThatLeavesWithinItsBodyLeavesNothing() throws IOException {
    try (LargeClient client = LargeClient.ofLength(service, SNAPSHOT.length)) {
      client.send(SNAPSHOT, 0, SNAPSHOT.length / 2);
      Await.until(() -> budget.used() > LargeLimits.DEFAULT.plainHead());
    }
  }

  @Test
  void clientThatLeavesWithinItsAnswerLeavesNothing() throws IOException {
    byte[] snapshot = Snapshots.ofSize(BEYOND_MEMORY);
    try (LogLines log = LogLines.listen()) {
      try (LargeClient client = LargeClient.ofLength(service, snapshot.length)) {
        assertTrue(client.send(snapshot).head().startsWith("http/1.1 200 "));
      }
      Await.until(() -> log.all().contains("broke off the work on a large body"));
      assertTrue(log.all().contains("phase=writing"), log::all);
    }
  }

  @Test
  void secondBodyWaitsAndASmallProfileDoesNot() throws Exception {
    try (LogLines log = LogLines.listen();
        LargeClient first = LargeClient.ofLength(service, SNAPSHOT.length);
        LargeClient second = LargeClient.ofLength(service, SNAPSHOT.length)) {
      first.send(SNAPSHOT, 0, SNAPSHOT.length / 2);
      Await.until(() -> Leftovers.files() == 1);
      second.send(SNAPSHOT, 0, 2 << 20);
      given().body(SMALL + "}").post("/symbolicate").then().statusCode(200);
      Await.until(() -> log.all().contains("phase=waiting"));
      Await.until(() -> log.all().contains("phase=receiving"));
      assertEquals(1, Leftovers.files());
      assertFalse(second.isAnswered());

      first.send(SNAPSHOT, SNAPSHOT.length / 2, SNAPSHOT.length);
      assertArrayEquals(SNAPSHOT, first.answer());
      second.send(SNAPSHOT, 2 << 20, SNAPSHOT.length);
      assertArrayEquals(SNAPSHOT, second.answer());
    }
  }

  /** The second waits for the place of the first, and may not keep the first from coming. */
  @Test
  void bodyThatWaitsLeavesRoomForOthersOfItsConnection() {
    var client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2ClearTextUpgrade(false)
                .setHttp2MaxPoolSize(1));
    List<Future<Buffer>> answers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      answers.add(
          client
              .request(HttpMethod.POST, service.getPort(), service.getHost(), "/symbolicate")
              .compose(request -> request.send(Buffer.buffer(SNAPSHOT)))
              .compose(HttpClientResponse::body));
    }
    answers.forEach(answer -> assertArrayEquals(SNAPSHOT, Await.value(answer).getBytes()));
    Await.value(client.close());
  }

  @Test
  void streamOfHttp2ComesBackAndMayBeReset() {
    var client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2ClearTextUpgrade(false));
    Future<Boolean> isReset =
        client
            .request(HttpMethod.POST, service.getPort(), service.getHost(), "/symbolicate")
            .compose(request -> request.send(Buffer.buffer(SNAPSHOT)))
            .map(answer -> answer.request().reset());
    assertTrue(Await.value(isReset));
    Future<String> trailer =
        client
            .request(HttpMethod.POST, service.getPort(), service.getHost(), "/symbolicate")
            .compose(request -> request.send(Buffer.buffer(SNAPSHOT)))
            .compose(
                answer ->
                    answer
                        .body()
                        .map(
                            body -> {
                              assertArrayEquals(SNAPSHOT, body.getBytes());
                              return answer.getTrailer("Symbolication");
                            }));
    assertEquals("mapped=0, total=0, pending=0", Await.value(trailer));
    Await.value(client.close());
  }
}

package dev.symbolicator.api.http;

import static io.restassured.RestAssured.given;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.api.http.RequestLimits.UnreadAnswers;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.ImpatientService;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@Tag("service")
@TestProfile(ImpatientService.class)
class UnreadAnswersTest {
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int ACK = 1;
  private static final int END_OF_STREAM_AND_HEADERS = 5;
  private static final int STREAMS = 100;

  @TestHTTPResource("/")
  URI service;

  @Inject UnreadAnswers answers;

  /** Begins a connection of HTTP/2 that grants no window, and asks for a path on its streams. */
  private Socket ask(String path, int streams) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    bytes.writeBytes(frame(SETTINGS, 0, 0, new byte[] {0, 4, 0, 0, 0, 0}));
    bytes.writeBytes(frame(SETTINGS, ACK, 0, new byte[0]));
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    List.of(":method", "GET", ":path", path, ":scheme", "http", ":authority", "a")
        .forEach(
            text -> {
              if (text.startsWith(":")) {
                head.write(0);
              }
              head.write(text.length());
              head.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
            });
    for (int i = 0; i < streams; i++) {
      bytes.writeBytes(frame(HEADERS, END_OF_STREAM_AND_HEADERS, 2 * i + 1, head.toByteArray()));
    }
    Socket client = new Socket(service.getHost(), service.getPort());
    client.setSoTimeout(30_000);
    client.getOutputStream().write(bytes.toByteArray());
    return client;
  }

  private static byte[] frame(int type, int flags, int stream, byte[] payload) {
    return ByteBuffer.allocate(9 + payload.length)
        .putInt(payload.length << 8 | type)
        .put((byte) flags)
        .putInt(stream)
        .put(payload)
        .array();
  }

  private static void awaitResets(Socket client, int streams) throws IOException {
    DataInputStream in = new DataInputStream(client.getInputStream());
    int resets = 0;
    while (resets < streams) {
      int lengthAndType = in.readInt();
      in.readByte();
      in.readInt();
      in.skipNBytes(lengthAndType >>> 8);
      resets += (lengthAndType & 0xff) == RST_STREAM ? 1 : 0;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/q/openapi", "/q/metrics", "/q/health/live", "/nothing", "/", "/demo/app.min.js"})
  void streamWhoseAnswerIsNotReadInTimeIsReset(String path) throws IOException {
    try (Socket client = ask(path, 2)) {
      awaitResets(client, 2);
    }
    Await.until(() -> answers.together() == 0);
  }

  /** An answer of a worker is written after it has ended, on the event loop. */
  @ParameterizedTest
  @ValueSource(strings = {"/q/openapi", "/q/metrics"})
  void unreadAnswersCountWithTheirBodies(String path) throws IOException {
    int length = given().get(path).asByteArray().length;
    try (Socket client = ask(path, 4)) {
      Await.until(() -> answers.together() >= 4L * length);
      awaitResets(client, 4);
    }
    Await.until(() -> answers.together() == 0);
  }

  @Test
  void unreadAnswersAreBoundedAndProbesAreAnswered() throws IOException {
    List<Socket> clients = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      clients.add(ask("/q/openapi", STREAMS));
      assertTrue(answers.together() <= UnreadAnswers.MAX_TOGETHER);
      assertEquals(200, given().get("/q/health/ready").statusCode());
    }
    for (Socket client : clients) {
      awaitResets(client, STREAMS);
      client.close();
    }
    Await.until(() -> answers.together() == 0);
  }

  @Test
  void connectionOfHttp1WhoseAnswersAreNotReadIsClosed() throws IOException {
    try (Socket client = new Socket(service.getHost(), service.getPort())) {
      byte[] requests =
          "GET /q/openapi HTTP/1.1\r\nHost: a\r\n\r\n"
              .repeat(10)
              .getBytes(StandardCharsets.US_ASCII);
      Await.until(() -> isBroken(client, requests));
    }
    Await.until(() -> answers.together() == 0);
  }

  private static boolean isBroken(Socket client, byte[] requests) {
    try {
      client.getOutputStream().write(requests);
      return false;
    } catch (IOException broken) {
      return true;
    }
  }
}

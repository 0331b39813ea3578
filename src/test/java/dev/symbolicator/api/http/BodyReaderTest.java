package dev.symbolicator.api.http;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.TightLimits;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
@TestProfile(TightLimits.class)
class BodyReaderTest {
  private static final int READ_TIMEOUT_MILLIS = 30_000;

  @TestHTTPResource URI service;

  @Inject ByteBudget budget;

  @Test
  void clientThatHangsUpWithinItsBodyLeavesNothingCharged() throws IOException {
    try (Socket client = connect()) {
      send(client, head("Content-Length: 60000") + "x".repeat(30_000));
      Await.until(() -> budget.used() > 0);
    }
    awaitNothingInFlight();
  }

  @Test
  void bodyAnnouncedTooLargeIsRefusedBeforeItIsSent() throws IOException {
    try (Socket client = connect()) {
      send(client, head("Content-Length: " + (TightLimits.MAX_LARGE_BODY_SIZE + 1)));
      String answer = firstOf(client);
      assertTrue(answer.startsWith("HTTP/1.1 413 "), answer);
      awaitNothingInFlight();
    }
  }

  @Test
  void chunkedBodyIsRefusedWhenItPassesTheLimit() throws IOException {
    try (Socket client = connect()) {
      String chunk = "4000\r\n" + " ".repeat(0x4000) + "\r\n";
      send(client, head("Transfer-Encoding: chunked") + chunk.repeat(5) + "0\r\n\r\n");
      String answer = firstOf(client);
      assertTrue(answer.startsWith("HTTP/1.1 413 "), answer);
      awaitNothingInFlight();
    }
  }

  @Test
  void expectContinueIsAnsweredWith100() throws IOException {
    try (Socket client = connect()) {
      send(client, head("Content-Length: 2\r\nExpect: 100-continue"));
      String answer = firstOf(client);
      assertTrue(answer.startsWith("HTTP/1.1 100 "), answer);
      send(client, "{}");
      assertTrue(firstOf(client).contains(" 422 "));
    }
  }

  @Test
  void largerBodiesAreReceivedWhileHalfOfTheBudgetIsFree() throws IOException {
    try (ByteBudget.Lease others = budget.open()) {
      assertTrue(others.grow(budget.limit() / 2));
      assertTrue(answerTo(16_385).startsWith("HTTP/1.1 422 "));
      Await.until(() -> budget.used() == others.held());
      assertTrue(others.grow(1));
      String refused = answerTo(16_385);
      assertTrue(refused.startsWith("HTTP/1.1 503 "), refused);
      assertTrue(refused.contains("symbolicator.memory.max-bytes-in-flight"), refused);
      assertTrue(answerTo(16_384).startsWith("HTTP/1.1 422 "));
      try (Socket client = connect()) { // sending it again would not help
        send(client, head("Content-Length: " + (TightLimits.MAX_LARGE_BODY_SIZE + 1)));
        assertTrue(firstOf(client).startsWith("HTTP/1.1 413 "));
      }
    }
    awaitNothingInFlight();
  }

  private String answerTo(int length) throws IOException {
    try (Socket client = connect()) {
      send(client, head("Content-Length: " + length) + "{" + " ".repeat(length - 2) + "}");
      return firstOf(client);
    }
  }

  private Socket connect() throws IOException {
    return connect(service);
  }

  static Socket connect(URI service) throws IOException {
    Socket socket = new Socket(service.getHost(), service.getPort());
    socket.setSoTimeout(READ_TIMEOUT_MILLIS);
    return socket;
  }

  static String head(String headers) {
    return "POST /symbolicate HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n\r\n";
  }

  static void send(Socket client, String text) throws IOException {
    client.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  static String firstOf(Socket client) throws IOException {
    InputStream in = client.getInputStream();
    byte[] answer = new byte[4096];
    int length = in.read(answer);
    return new String(answer, 0, Math.max(0, length), StandardCharsets.ISO_8859_1);
  }

  private void awaitNothingInFlight() {
    Await.until(() -> budget.used() == 0);
  }
}

package dev.symbolicator.api;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.content.ByteBudget;
import dev.symbolicator.testing.Await;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Bodies as no well-behaved client sends them, over plain sockets. */
@QuarkusTest
@TestProfile(BodyReaderTest.ShortTimeout.class)
class BodyReaderTest {
  private static final int READ_TIMEOUT_MILLIS = 30_000;

  /** A limit that a test can wait for. */
  public static class ShortTimeout implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of(
          "symbolicator.http.body-timeout", "0.3S", "symbolicator.http.max-body-size", "64K");
    }
  }

  @TestHTTPResource URI service;

  @Inject ByteBudget budget;

  @Test
  void aBodyThatDoesNotArriveIsA408() throws IOException {
    try (Socket client = connect()) {
      send(client, head("Content-Length: 100") + "{\"frames\":");
      String answer = firstOf(client);
      assertTrue(answer.startsWith("HTTP/1.1 408 "), answer);
      assertTrue(answer.contains("symbolicator.http.body-timeout"), answer);
      awaitNothingInFlight();
    }
  }

  @Test
  void aClientThatHangsUpWithinTheBodyLeavesNothingBehind() throws IOException {
    try (Socket client = connect()) {
      send(client, head("Content-Length: 60000") + "x".repeat(30_000));
      InputStream answer = client.getInputStream();
      Await.until(() -> budget.used() > 0 || isThere(answer));
    }
    awaitNothingInFlight();
  }

  @Test
  void aBodyThatIsAnnouncedTooLargeIsRefusedBeforeItIsSent() throws IOException {
    try (Socket client = connect()) {
      send(client, head("Content-Length: 65537"));
      String answer = firstOf(client);
      assertTrue(answer.startsWith("HTTP/1.1 413 "), answer);
      awaitNothingInFlight();
    }
  }

  @Test
  void aBodyInChunksIsRefusedOnceItIsTooLarge() throws IOException {
    try (Socket client = connect()) {
      String chunk = "4000\r\n" + " ".repeat(0x4000) + "\r\n";
      send(client, head("Transfer-Encoding: chunked") + chunk.repeat(5) + "0\r\n\r\n");
      String answer = firstOf(client);
      assertTrue(answer.startsWith("HTTP/1.1 413 "), answer);
      awaitNothingInFlight();
    }
  }

  @Test
  void whoAsksFirstIsToldToContinue() throws IOException {
    try (Socket client = connect()) {
      send(client, head("Content-Length: 2\r\nExpect: 100-continue"));
      String answer = firstOf(client);
      assertTrue(answer.startsWith("HTTP/1.1 100 "), answer);
      send(client, "{}");
      assertTrue(firstOf(client).contains(" 422 "));
    }
  }

  /** On a machine that stalled, the time for the body was over before anybody looked. */
  private static boolean isThere(InputStream answer) {
    try {
      return answer.available() > 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(service.getHost(), service.getPort());
    socket.setSoTimeout(READ_TIMEOUT_MILLIS);
    return socket;
  }

  private static String head(String headers) {
    return "POST /symbolicate HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n\r\n";
  }

  private static void send(Socket client, String text) throws IOException {
    client.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String firstOf(Socket client) throws IOException {
    InputStream in = client.getInputStream();
    byte[] answer = new byte[4096];
    int length = in.read(answer);
    return new String(answer, 0, Math.max(0, length), StandardCharsets.ISO_8859_1);
  }

  private void awaitNothingInFlight() {
    Await.until(() -> budget.used() == 0);
  }
}

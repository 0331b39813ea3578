package dev.symbolicator.api.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.http.HttpServerRequest;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
@TestProfile(DrainingTest.Delayed.class)
class DrainingTest {
  private static final int READ_TIMEOUT_MILLIS = 60_000;
  private static final String GET = "GET /q/health/live HTTP/1.1\r\nHost: a\r\n\r\n";

  @TestHTTPResource("/symbolicate")
  URI service;

  @Inject Event<ShutdownDelayInitiatedEvent> shutdown;

  /** Leaves the requests of this test time on a slow machine. */
  public static final class Delayed implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of("quarkus.shutdown.delay", "5S");
    }
  }

  private Socket connect() throws IOException {
    Socket client = new Socket(service.getHost(), service.getPort());
    client.setSoTimeout(READ_TIMEOUT_MILLIS);
    return client;
  }

  private static void send(Socket client, String text) throws IOException {
    client.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String head(Socket client) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = client.getInputStream().read();
      assertTrue(next >= 0, head::toString);
      head.append((char) next);
    }
    return head.toString();
  }

  private static String toTheEnd(Socket client) throws IOException {
    return new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  void everyRequestIsAnsweredAndNoConnectionIsLeft() throws IOException {
    CompletableFuture<HttpServerRequest> held = new CompletableFuture<>();
    try (TestOrigin origin = TestOrigin.start().handle("/app.js", held::complete);
        Socket kept = connect();
        Socket silent = connect();
        Socket sending = connect();
        Socket pipelining = connect();
        Socket waiting = connect()) {
      send(kept, GET);
      assertFalse(head(kept).contains("connection:"));
      String profile =
          "{\"frames\":[{\"name\":\"f\",\"resourceId\":0,\"line\":1,\"column\":1}],\"resources\":[\"%s\"],\"stacks\":[],\"samples\":[]}"
              .formatted(origin.url("/app.js"));
      String post = "POST %s HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n%s";
      send(waiting, post.formatted("/symbolicate", profile.length(), profile));
      HttpServerRequest asked = Await.value(held);

      shutdown.fire(new ShutdownDelayInitiatedEvent());

      try (Socket late = connect()) {
        send(late, GET);
        assertLast(toTheEnd(late), 200);
      }
      send(pipelining, GET + GET);
      String answers = toTheEnd(pipelining);
      assertEquals(2, answers.split("HTTP/1.1 200 ", -1).length - 1, answers);
      assertTrue(answers.contains("connection: close"), answers);

      // The answer comes before the body, and a connection closed between would lose it.
      send(sending, post.formatted("/nothing", 4, "{"));
      assertLast(head(sending), 404);
      send(sending, "\"\"}");
      assertTrue(toTheEnd(sending).endsWith("}"));

      assertEquals(-1, silent.getInputStream().read());
      assertTrue(toTheEnd(kept).endsWith("}")); // the body of its answer, and the end
      assertThrows(ConnectException.class, this::connect);
      asked.response().setStatusCode(404).end();
      assertLast(toTheEnd(waiting), 200);
    }
  }

  private static void assertLast(String answer, int status) {
    assertTrue(answer.startsWith("HTTP/1.1 " + status + " "), answer);
    assertTrue(answer.contains("connection: close"), answer);
  }
}

package dev.symbolicator.api.http;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.ImpatientService;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
@TestProfile(ImpatientService.class)
class BodyTimeoutTest {
  /** More than the sockets' buffers, and small enough for the route of small traces. */
  private static final int LATE_BYTES = 200_000;

  @TestHTTPResource URI service;

  @Inject ByteBudget budget;

  @Test
  void bodyThatDoesNotArriveInTimeIsA408() throws IOException {
    try (Socket client = BodyReaderTest.connect(service)) {
      BodyReaderTest.send(client, BodyReaderTest.head("Content-Length: 100") + "{\"frames\":");
      String answer = BodyReaderTest.firstOf(client);
      assertTrue(answer.startsWith("HTTP/1.1 408 "), answer);
      assertTrue(answer.contains("symbolicator.http.body-timeout"), answer);
      Await.until(() -> budget.used() == 0);
    }
  }

  @Test
  void connectionOfLateBodyServesTheNextRequest() throws IOException {
    try (Socket client = BodyReaderTest.connect(service)) {
      String late = "{\"frames\":" + " ".repeat(LATE_BYTES);
      BodyReaderTest.send(client, BodyReaderTest.head("Content-Length: " + late.length()) + "{");
      String answer = BodyReaderTest.firstOf(client);
      assertTrue(answer.startsWith("HTTP/1.1 408 "), answer);
      BodyReaderTest.send(client, late.substring(1) + BodyReaderTest.head("Content-Length: 2"));
      BodyReaderTest.send(client, "{}");
      String next = BodyReaderTest.firstOf(client);
      assertTrue(next.startsWith("HTTP/1.1 422 "), next);
    }
  }
}

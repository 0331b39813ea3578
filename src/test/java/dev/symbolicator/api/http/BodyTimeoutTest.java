package dev.symbolicator.api.http;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** By itself, since no other request is to be late on a machine that stalls. */
@QuarkusTest
@TestProfile(BodyTimeoutTest.ShortTimeout.class)
class BodyTimeoutTest {

  /** A limit that a test can wait for. */
  public static class ShortTimeout implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of("symbolicator.http.body-timeout", "0.3S");
    }
  }

  @TestHTTPResource URI service;

  @Inject ByteBudget budget;

  @Test
  void aBodyThatDoesNotArriveIsA408() throws IOException {
    try (Socket client = BodyReaderTest.connect(service)) {
      BodyReaderTest.send(client, BodyReaderTest.head("Content-Length: 100") + "{\"frames\":");
      String answer = BodyReaderTest.firstOf(client);
      assertTrue(answer.startsWith("HTTP/1.1 408 "), answer);
      assertTrue(answer.contains("symbolicator.http.body-timeout"), answer);
      Await.until(() -> budget.used() == 0);
    }
  }
}

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

@QuarkusTest
@TestProfile(AnswerTimeoutTest.ShortTimeout.class)
class AnswerTimeoutTest {

  /** A limit that a test can wait for. */
  public static class ShortTimeout implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of("symbolicator.http.answer-timeout", "0.5S");
    }
  }

  @TestHTTPResource("/symbolicate")
  URI service;

  @TestHTTPResource("/scripts/warm")
  URI warm;

  @Inject ByteBudget budget;

  @Test
  void aClientThatDoesNotReadInTimeLosesItsConnection() throws IOException {
    try (Socket client = SlowReaderTest.post(service, SlowReaderTest.PROFILE)) {
      Await.until(() -> budget.used() == 0);

      assertTrue(client.getInputStream().readAllBytes().length < SlowReaderTest.PROFILE.length);
    }
  }

  @Test
  void aClientThatDoesNotReadWhatBecameOfItsScriptsLosesItsConnectionToo() throws IOException {
    try (Socket client = SlowReaderTest.send(warm, SlowReaderTest.LIST)) {
      assertTrue(client.getInputStream().read() >= 0, "the answer has begun");
      Await.until(() -> budget.used() == 0);

      assertTrue(client.getInputStream().readAllBytes().length < SlowReaderTest.LIST.length);
    }
  }
}

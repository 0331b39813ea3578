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
class AnswerTimeoutTest {
  @TestHTTPResource("/symbolicate")
  URI service;

  @TestHTTPResource("/scripts/warm")
  URI warm;

  @Inject ByteBudget budget;

  @Test
  void clientThatReadsNoProfileInTimeLosesItsConnection() throws IOException {
    try (Socket client = SlowReaderTest.post(service, SlowReaderTest.PROFILE)) {
      Await.until(() -> budget.used() == 0);

      assertTrue(client.getInputStream().readAllBytes().length < SlowReaderTest.PROFILE.length);
    }
  }

  @Test
  void clientThatReadsNoScriptReportInTimeLosesItsConnection() throws IOException {
    try (Socket client = SlowReaderTest.send(warm, SlowReaderTest.LIST)) {
      assertTrue(client.getInputStream().read() >= 0, "the answer has begun");
      Await.until(() -> budget.used() == 0);

      assertTrue(client.getInputStream().readAllBytes().length < SlowReaderTest.LIST.length);
    }
  }
}

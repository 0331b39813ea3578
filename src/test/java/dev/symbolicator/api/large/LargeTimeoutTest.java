package dev.symbolicator.api.large;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.ImpatientService;
import dev.symbolicator.testing.LogLines;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
@TestProfile(ImpatientService.class)
class LargeTimeoutTest {
  private static final byte[] SNAPSHOT = Snapshots.ofSize(24 << 20);

  @TestHTTPResource("/")
  URI service;

  @Inject ByteBudget budget;

  @Test
  void bodyThatStopsIsA408() throws IOException {
    try (LargeClient client = LargeClient.ofLength(service, SNAPSHOT.length)) {
      String problem = client.send(SNAPSHOT, 0, 2 << 20).problem();
      assertTrue(problem.startsWith("http/1.1 408 "), problem);
      assertTrue(problem.contains("\"limit\":\"symbolicator.http.body-timeout\""), problem);
      Leftovers.awaitNone(budget);
    }
  }

  /** The connection is reset, so the part that was sent does not look like the whole. */
  @Test
  void clientThatReadsNothingLosesItsConnectionWithinTheAnswer() throws IOException {
    try (LogLines log = LogLines.listen();
        LargeClient client = LargeClient.ofLength(service, SNAPSHOT.length)) {
      client.send(SNAPSHOT);
      Await.until(() -> log.all().contains("did not read the answer in time"));
      Leftovers.awaitNone(budget);
      assertThrows(IOException.class, client::answer);
    }
  }
}

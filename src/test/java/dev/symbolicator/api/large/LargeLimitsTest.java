package dev.symbolicator.api.large;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Encode;
import dev.symbolicator.testing.TightLimits;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
@TestProfile(TightLimits.class)
class LargeLimitsTest {
  private static final int MAX = TightLimits.MAX_LARGE_BODY_SIZE;

  @TestHTTPResource("/")
  URI service;

  @Inject ByteBudget budget;

  @AfterEach
  void nothingIsLeft() {
    Leftovers.awaitNone(budget);
  }

  @Test
  void bodyAtTheLimitComesBack() throws IOException {
    byte[] snapshot = Snapshots.ofSize(MAX);
    try (LargeClient client = LargeClient.ofLength(service, MAX)) {
      assertArrayEquals(snapshot, client.send(snapshot).answer());
    }
    Leftovers.awaitNone(budget); // Its place is free a moment after its answer.
    try (LargeClient client = new LargeClient(service, "", LargeClient.CHUNKED)) {
      assertArrayEquals(snapshot, client.sendChunked(snapshot).answer());
    }
  }

  @Test
  void chunkedBodyBeyondTheLimitIsRefused() throws IOException {
    try (LargeClient client = new LargeClient(service, "", LargeClient.CHUNKED)) {
      assertTooLarge(client.sendChunked(Snapshots.ofSize(MAX + 1)).problem());
    }
  }

  @Test
  void bodyThatInflatesBeyondTheLimitIsRefused() throws IOException {
    byte[] gzip = Encode.gzip(Snapshots.ofSize(4 * MAX));
    assertTrue(gzip.length > TightLimits.MAX_BODY_SIZE, "sent: " + gzip.length);
    assertTrue(gzip.length < MAX, "sent: " + gzip.length);
    String headers = "Content-Encoding: gzip\r\n" + LargeClient.length(gzip.length);
    try (LargeClient client = new LargeClient(service, "", headers)) {
      assertTooLarge(client.send(gzip).problem());
    }
  }

  private static void assertTooLarge(String problem) {
    assertTrue(problem.startsWith("http/1.1 413 "), problem);
    assertTrue(problem.contains("\"limit\":\"symbolicator.http.max-large-body-size\""), problem);
    assertTrue(problem.contains("256 KiB"), problem);
  }
}

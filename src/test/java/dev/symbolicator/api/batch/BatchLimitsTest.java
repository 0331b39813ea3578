package dev.symbolicator.api.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.api.batch.BatchRunner.BatchLimits;
import dev.symbolicator.content.ContentCoding.NativeCodecs;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.Encode;
import dev.symbolicator.testing.TightLimits;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
@TestProfile(TightLimits.class)
class BatchLimitsTest {
  private static final String EMPTY =
      "{\"frames\":[],\"resources\":[],\"stacks\":[],\"samples\":[],\"pad\":\"%s\"}";

  @TestHTTPResource("/symbolicate")
  URI service;

  @Inject ByteBudget budget;

  @Test
  void lineOfTheLargestSizeIsAnsweredAndALongerOneIsAProblem() throws IOException {
    String largest = EMPTY.formatted("x".repeat(TightLimits.MAX_BODY_SIZE - EMPTY.length() + 2));
    try (BatchClient client = BatchClient.of(service)) {
      client.send(largest + "\n" + largest + " \n" + EMPTY + "\n");
      client.end();
      List<String> lines = client.lines();
      assertEquals(3, lines.size());
      assertEquals(largest, lines.get(0));
      JsonObject problem = new JsonObject(lines.get(1));
      assertEquals(413, problem.getInteger("status"));
      assertEquals(2, problem.getLong("line"));
      assertEquals("symbolicator.http.max-body-size", problem.getString("limit"));
      assertEquals(EMPTY, lines.get(2));
    }
    Await.until(() -> budget.used() == 0);
  }

  @Test
  void batchBeyondTheLimitIsRefusedUntilAnotherEnds() throws IOException {
    int most = BatchLimits.DEFAULT.atOnce() / 2; // all of one scope
    List<BatchClient> clients = new ArrayList<>();
    try {
      for (int i = 0; i < most; i++) {
        BatchClient client = BatchClient.of(service);
        clients.add(client);
        client.send(EMPTY + "\n");
        assertEquals(EMPTY, client.line());
      }
      try (BatchClient refused = BatchClient.of(service)) {
        assertTrue(refused.head().startsWith("http/1.1 503 "), refused.head());
        assertTrue(refused.head().contains("retry-after: "), refused.head());
      }
      clients.get(0).end();
      assertEquals(List.of(), clients.get(0).lines());
      Await.until(this::isAdmitted);
    } finally {
      for (BatchClient client : clients) {
        client.close();
      }
    }
  }

  @Test
  void codingWhoseWindowPassesTheShareIsRefused() throws IOException {
    assertEquals(Map.of(), NativeCodecs.load());
    for (String coding : List.of("zstd", "br")) {
      try (BatchClient client =
          new BatchClient(service, "", "Content-Encoding: " + coding + "\r\n")) {
        byte[] line = (EMPTY + "\n").getBytes(StandardCharsets.UTF_8);
        client.send(coding.equals("br") ? Encode.br(line) : Encode.zstd(line));
        client.end();
        JsonObject end = new JsonObject(client.line());
        assertEquals(503, end.getInteger("status"));
        assertEquals("symbolicator.memory.max-bytes-in-flight", end.getString("limit"));
        assertEquals(true, end.getBoolean("end"));
      }
    }
    try (BatchClient client = new BatchClient(service, "", "Accept-Encoding: br\r\n")) {
      assertTrue(client.head().startsWith("http/1.1 503 "), client.head());
    }
    Await.until(() -> budget.used() == 0);
    Await.until(this::isAdmitted);
  }

  private boolean isAdmitted() {
    try (BatchClient client = BatchClient.of(service)) {
      client.end();
      return client.head().startsWith("http/1.1 200 ");
    } catch (IOException broken) {
      throw new AssertionError(broken);
    }
  }
}

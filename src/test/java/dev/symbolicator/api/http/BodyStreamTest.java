package dev.symbolicator.api.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.SentRequest;
import io.vertx.core.Vertx;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class BodyStreamTest {
  private static final Vertx VERTX = Vertx.vertx();

  private final SentRequest sent = new SentRequest(true);
  private final BodyStream body =
      BodyStream.begin(
          VERTX,
          sent.request(),
          new BodyStream.Rules(
              Long.MAX_VALUE,
              BodyReader.cutOff(),
              Duration.ofMinutes(1),
              1,
              BodyReader.cutOff(),
              Long.MAX_VALUE));

  @AfterAll
  static void close() {
    VERTX.close().toCompletionStage().toCompletableFuture().join();
  }

  @Test
  void chunksOfOneByteWaitInFewBuffers() throws IOException {
    byte[] bytes = new byte[100_000];
    new Random(7).nextBytes(bytes);
    for (byte b : bytes) {
      sent.send(new byte[] {b});
    }
    sent.end();
    assertEquals(bytes.length, body.waiting());
    assertTrue(body.pieces() <= bytes.length / 1000, () -> body.pieces() + " buffers");
    assertArrayEquals(bytes, body.readAllBytes());
    assertEquals(0, body.waiting());
  }

  @Test
  void chunksOfManySizesAreReadInOrderWhileTheyCome() throws IOException {
    Random random = new Random(8);
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    for (int i = 0; i < 2000; i++) {
      byte[] chunk = new byte[1 + random.nextInt(random.nextBoolean() ? 3 : 2000)];
      random.nextBytes(chunk);
      sent.send(chunk);
      expected.write(chunk);
      byte[] part = new byte[Math.min(expected.size() - read.size(), random.nextInt(3000))];
      read.write(part, 0, body.readNBytes(part, 0, part.length));
    }
    sent.end();
    read.write(body.readAllBytes());
    assertArrayEquals(expected.toByteArray(), read.toByteArray());
  }
}

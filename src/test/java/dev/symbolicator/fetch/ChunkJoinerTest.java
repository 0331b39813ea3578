package dev.symbolicator.fetch;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.fetch.FetchClient.ChunkJoiner;
import dev.symbolicator.fetch.FetchConfig.FetchLimits;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.RawOrigin;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.RequestOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ChunkJoinerTest {
  private static final String HEAD = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
  private static final String END = "0\r\n\r\n";
  private static final int BYTES = 20_000;

  /** One piece per KiB, the first small ones, and the end. */
  private static final int MOST_PIECES = BYTES / 1024 + 64 + 2;

  private final EmbeddedChannel channel =
      new EmbeddedChannel(new HttpResponseDecoder(), new ChunkJoiner());

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  private static String chunk(String text) {
    return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
  }

  private void read(String text) {
    channel.writeInbound(Unpooled.copiedBuffer(text, US_ASCII));
  }

  /** Returns the pieces of the body that were handed on, without an empty end. */
  private List<String> pieces() {
    List<String> pieces = new ArrayList<>();
    for (Object each = channel.readInbound(); each != null; each = channel.readInbound()) {
      if (each instanceof HttpContent content) {
        if (!(content instanceof LastHttpContent && !content.content().isReadable())) {
          pieces.add(content.content().toString(US_ASCII));
        }
        content.release();
      }
    }
    return pieces;
  }

  @Test
  void smallChunksOfOneReadAreJoined() {
    read(HEAD + chunk("a").repeat(BYTES) + END);
    List<String> pieces = pieces();
    assertEquals("a".repeat(BYTES), String.join("", pieces));
    assertEquals(BYTES / 1024 + 1, pieces.size());
  }

  @Test
  void smallChunksOfManyReadsAreJoinedAfterTheFirstFew() {
    read(HEAD);
    for (int i = 0; i < BYTES; i++) {
      read(chunk("a"));
    }
    read(END);
    List<String> pieces = pieces();
    assertEquals("a".repeat(BYTES), String.join("", pieces));
    assertTrue(pieces.size() <= MOST_PIECES, pieces.size() + " pieces");
  }

  @Test
  void firstSmallChunksAreHandedOnAtOnce() {
    read(HEAD + chunk("app"));
    assertEquals(List.of("app"), pieces());
    read(chunk("();") + chunk("//"));
    assertEquals(List.of("();//"), pieces());
  }

  @Test
  void countOfFirstChunksRestartsWithEachAnswer() {
    read(HEAD);
    for (int i = 0; i < 65; i++) {
      read(chunk("a"));
    }
    assertEquals(64, pieces().size());
    read(END);
    assertEquals(List.of("a"), pieces());
    read(HEAD + chunk("b"));
    assertEquals(List.of("b"), pieces());
  }

  @Test
  void largeChunksKeepTheirOrder() {
    String large = "x".repeat(2000);
    read(HEAD + chunk("a") + chunk("b") + chunk(large) + chunk("c") + END);
    assertEquals(List.of("ab", large, "c"), pieces());
  }

  @Test
  void joinedChunksAreHandedOnWhenTheConnectionBreaks() {
    read(HEAD);
    for (int i = 0; i < 64; i++) {
      read(chunk("a"));
    }
    pieces();
    read(chunk("end"));
    channel.finish();
    assertEquals(List.of("end"), pieces());
  }

  @Test
  void fetchClientJoinsSmallChunks() throws IOException {
    Vertx vertx = Vertx.vertx();
    try (RawOrigin origin =
        RawOrigin.start(
            (socket, out) ->
                out.write((HEAD + chunk("a").repeat(BYTES) + END).getBytes(US_ASCII)))) {
      HttpClient client =
          FetchClient.create(vertx, TestConfig.of(), FetchLimits.DEFAULT, new HttpClientOptions());
      AtomicInteger pieces = new AtomicInteger();
      AtomicInteger bytes = new AtomicInteger();
      Promise<Void> end = Promise.promise();
      // On an event loop, as fetches: elsewhere the answer may end before its handler is set.
      vertx.runOnContext(
          start ->
              client
                  .request(new RequestOptions().setAbsoluteURI(origin.url("/app.js")))
                  .compose(request -> request.send())
                  .compose(
                      response -> {
                        response.handler(
                            piece -> {
                              pieces.incrementAndGet();
                              bytes.addAndGet(piece.length());
                            });
                        return response.end();
                      })
                  .onComplete(end));
      Await.value(end.future());
      assertEquals(BYTES, bytes.get());
      assertTrue(pieces.get() <= MOST_PIECES, pieces + " pieces");
    } finally {
      Await.value(vertx.close());
    }
  }
}

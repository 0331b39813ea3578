package dev.symbolicator.api.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.api.http.AnswerBody.AnswerPage;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
class AnswerSenderTest {
  private static final int BUFFER = 1 << 14;
  private static final int READ_TIMEOUT_MILLIS = 30_000;

  @Inject Vertx vertx;
  @Inject AnswerSender sender;

  private final ByteBudget budget = new ByteBudget(1L << 30);
  private final List<Socket> clients = new ArrayList<>();
  private HttpServer server;

  @AfterEach
  void close() throws IOException {
    for (Socket client : clients) {
      client.close();
    }
    server.close().toCompletionStage().toCompletableFuture().join();
  }

  @Test
  void unreadAnswersTogetherHaveOneShareOfDirectMemory() throws IOException {
    byte[] answer = answer(AnswerSender.MAX_WHOLE - AnswerPage.SIZE);
    serve(answer);
    for (int i = 0; i < 2 * AnswerSender.MAX_WHOLE_TOGETHER / answer.length; i++) {
      ask();
    }
    long waiting = sender.waitingAsWhole();
    assertTrue(waiting <= AnswerSender.MAX_WHOLE_TOGETHER, "waiting: " + waiting);
    assertTrue(waiting > AnswerSender.MAX_WHOLE_TOGETHER - AnswerSender.MAX_WHOLE);
    for (Socket client : clients) {
      assertArrayEquals(answer, client.getInputStream().readNBytes(answer.length));
    }
    Await.until(() -> sender.waitingAsWhole() == 0 && budget.used() == 0);
  }

  @Test
  void largestWholeAnswerWaitsAsWhole() throws IOException {
    serve(answer(AnswerSender.MAX_WHOLE));
    ask();
    assertEquals(AnswerSender.MAX_WHOLE, sender.waitingAsWhole());
  }

  @Test
  void largerAnswerWaitsInPieces() throws IOException {
    serve(answer(AnswerSender.MAX_WHOLE + 1));
    ask();
    assertEquals(0, sender.waitingAsWhole());
  }

  @Test
  void clientThatHangsUpGivesTheMemoryBack() throws IOException {
    serve(answer(AnswerSender.MAX_WHOLE));
    ask();
    clients.get(0).close();
    Await.until(() -> sender.waitingAsWhole() == 0 && budget.used() == 0);
  }

  private static byte[] answer(int size) {
    byte[] answer = new byte[size];
    Arrays.fill(answer, (byte) 'a');
    return answer;
  }

  private void serve(byte[] answer) {
    Router router = Router.router(vertx);
    router
        .route()
        .handler(
            context -> {
              ByteBudget.Lease lease = budget.open();
              context.addEndHandler(ended -> lease.close());
              AnswerBody body = new AnswerBody(lease);
              body.write(answer, 0, answer.length);
              sender.send(context, body);
            });
    server =
        vertx
            .createHttpServer(new HttpServerOptions().setSendBufferSize(BUFFER))
            .requestHandler(router)
            .listen(0, InetAddress.getLoopbackAddress().getHostAddress())
            .toCompletionStage()
            .toCompletableFuture()
            .join();
  }

  private void ask() throws IOException {
    Socket client = new Socket();
    clients.add(client);
    client.setReceiveBufferSize(BUFFER);
    client.setSoTimeout(READ_TIMEOUT_MILLIS);
    client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.actualPort()));
    client
        .getOutputStream()
        .write("GET / HTTP/1.1\r\nHost: test\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    String head = SlowReaderTest.head(client.getInputStream());
    assertTrue(head.startsWith("HTTP/1.1 200 "), head);
  }
}

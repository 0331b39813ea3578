package dev.symbolicator.api.maps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.api.http.BodyStream;
import dev.symbolicator.api.maps.UploadRunner.UploadBody;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.maps.upload.UploadLimits;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.Settings;
import dev.symbolicator.testing.SpoiledWire;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UploadBodyTest {
  private static final int MAX_SIZE = 8 << 20;

  private final Vertx vertx = Vertx.vertx();
  private final BlockingQueue<BodyStream> bodies = new LinkedBlockingQueue<>();
  private UploadLimits limits = limits("5M", "1");
  private HttpServer server;

  @BeforeEach
  void start() {
    server =
        Await.value(vertx.createHttpServer().requestHandler(this::begin).listen(0, "127.0.0.1"));
  }

  @AfterEach
  void stop() {
    Await.value(vertx.close());
  }

  private static UploadLimits limits(String idle, String progressBytes) {
    return Settings.of("limits.upload.idle", idle, "limits.upload.progressBytes", progressBytes)
        .limits(UploadLimits.DEFAULT);
  }

  private void begin(HttpServerRequest request) {
    bodies.add(
        UploadBody.begin(vertx, request, MAX_SIZE, UploadProblems.bodyTooLarge(MAX_SIZE), limits));
  }

  private Socket send(String headers) throws IOException {
    Socket client = new Socket(InetAddress.getLoopbackAddress(), server.actualPort());
    client
        .getOutputStream()
        .write(
            ("PUT / HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8));
    return client;
  }

  private BodyStream body() {
    try {
      BodyStream body = bodies.poll(30, TimeUnit.SECONDS);
      assertTrue(body != null);
      return body;
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  private static String problemOf(BodyStream body) throws IOException {
    try {
      body.readAllBytes();
      throw new AssertionError("the body was read");
    } catch (ProblemException failed) {
      return failed.problem().status() + " " + failed.problem().limit();
    }
  }

  @Test
  void bodyIsReadAsItWasSent() throws IOException {
    try (Socket client = send("Content-Length: 5")) {
      client.getOutputStream().write("hello".getBytes(StandardCharsets.UTF_8));
      assertEquals("hello", new String(body().readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @Test
  void emptyBodyHasNoBytes() throws IOException {
    try (Socket client = send("Content-Length: 0")) {
      assertEquals(0, body().readAllBytes().length);
      assertTrue(client.isConnected());
    }
  }

  @Test
  void clientThatSendsNothingForTooLongIsLate() throws IOException {
    limits = limits("50ms", "1");
    try (Socket client = send("Content-Length: 5")) {
      client.getOutputStream().write('h');
      assertEquals("408 max-upload-idle", problemOf(body()));
    }
  }

  @Test
  void clientThatSendsTooLittleForTooLongIsLate() throws Exception {
    limits = limits("50ms", "1M");
    int length = 1 << 20;
    AtomicBoolean isLate = new AtomicBoolean();
    try (Socket client = send("Content-Length: " + length)) {
      BodyStream body = body();
      Thread drip =
          SpoiledWire.start(
              () -> {
                for (int sent = 0; sent < length - 1 && !isLate.get(); sent++) {
                  client.getOutputStream().write('x');
                }
              });
      assertEquals("408 max-upload-idle", problemOf(body));
      isLate.set(true);
      drip.join();
    }
  }

  @Test
  void bodySmallerThanTheProgressIsTakenAsAWhole() throws IOException {
    limits = limits("5M", "1M");
    try (Socket client = send("Content-Length: 5")) {
      client.getOutputStream().write("hello".getBytes(StandardCharsets.UTF_8));
      assertEquals(5, body().readAllBytes().length);
    }
  }

  @Test
  void slowReaderMakesNoClientLate() throws Exception {
    limits = limits("50ms", "1");
    int length = 4 << 20;
    try (Socket client = send("Content-Length: " + length)) {
      Thread sender = sending(client, length);
      BodyStream body = body();
      body.readNBytes(1);
      long begin = System.nanoTime();
      Await.until(() -> System.nanoTime() - begin > TimeUnit.MILLISECONDS.toNanos(200));
      assertEquals(length - 1, body.readAllBytes().length);
      sender.join();
    }
  }

  private static Thread sending(Socket client, int length) {
    return SpoiledWire.start(
        () -> {
          byte[] piece = new byte[1 << 16];
          for (int sent = 0; sent < length; sent += piece.length) {
            client.getOutputStream().write(piece);
          }
        });
  }

  @Test
  void unreadBodyWaitsAtTheClient() throws Exception {
    int length = MAX_SIZE;
    try (Socket client = send("Content-Length: " + length)) {
      Thread sender = sending(client, length);
      BodyStream body = body();
      Await.until(() -> body.waiting() >= 1 << 18);
      assertTrue(body.waiting() < 1 << 20, "waiting: " + body.waiting());
      assertEquals(length, body.readAllBytes().length);
      sender.join();
    }
  }

  @Test
  void bodyThatPassesItsLimitIsTooLarge() throws Exception {
    try (Socket client = send("Transfer-Encoding: chunked")) {
      OutputStream out = client.getOutputStream();
      BodyStream body = body();
      byte[] chunk = new byte[1 << 20];
      Thread sender =
          SpoiledWire.start(
              () -> {
                for (int i = 0; i < 9; i++) {
                  out.write("100000\r\n".getBytes(StandardCharsets.UTF_8));
                  out.write(chunk);
                  out.write("\r\n".getBytes(StandardCharsets.UTF_8));
                }
              });
      assertEquals("413 symbolicator.maps.max-upload-size", problemOf(body));
      body.close();
      sender.join();
    }
  }

  @Test
  void bodyThatEndsEarlyIsRefused() throws IOException {
    Socket client = send("Content-Length: 5");
    BodyStream body = body();
    client.getOutputStream().write("he".getBytes(StandardCharsets.UTF_8));
    client.close();
    assertEquals("400 null", problemOf(body));
  }

  @Test
  void closedBodyIsDroppedToItsEnd() throws Exception {
    int length = 4 << 20;
    try (Socket client = send("Content-Length: " + length)) {
      BodyStream body = body();
      body.close();
      sending(client, length).join(); // would block if nobody read
    }
  }
}

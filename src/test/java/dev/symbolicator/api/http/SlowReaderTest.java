package dev.symbolicator.api.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.netty.buffer.PooledByteBufAllocator;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.buffer.impl.VertxByteBufAllocator;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
class SlowReaderTest {
  private static final int READ_TIMEOUT_MILLIS = 30_000;
  private static final int CLIENTS = 4;

  /** A profile many times larger than the buffers of both sockets. */
  static final byte[] PROFILE =
      "{\"frames\":[],\"resources\":[],\"stacks\":[],\"samples\":[],\"comment\":\"%s\"}"
          .formatted("0123456789".repeat(1 << 20))
          .getBytes(StandardCharsets.US_ASCII);

  /** A list of scripts whose answer is a little longer than the list. */
  static final byte[] LIST =
      "{\"scripts\":[\"x:%s\"]}"
          .formatted(String.join("\",\"x:", Collections.nCopies(900, "0123456789".repeat(500))))
          .getBytes(StandardCharsets.US_ASCII);

  @TestHTTPResource("/symbolicate")
  URI service;

  @TestHTTPResource("/scripts/warm")
  URI warm;

  @Inject ByteBudget budget;

  @Test
  void slowClientGetsItsWholeAnswer() throws IOException {
    try (Socket client = post(service, PROFILE)) {
      assertArrayEquals(PROFILE, client.getInputStream().readNBytes(PROFILE.length));
    }
    Await.until(() -> budget.used() == 0);
  }

  @Test
  void unreadProfilesAreChargedAndTakeNoDirectMemory() throws IOException {
    long before = directMemory();
    List<Socket> clients = new ArrayList<>();
    try {
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(post(service, PROFILE));
      }
      assertTrue(budget.used() >= (long) CLIENTS * PROFILE.length, "used: " + budget.used());
      long taken = directMemory() - before;
      assertTrue(taken < PROFILE.length / 4, "direct memory: " + taken);

      byte[] small =
          "{\"frames\":[],\"resources\":[],\"stacks\":[],\"samples\":[]}"
              .getBytes(StandardCharsets.US_ASCII);
      try (Socket other = post(service, small)) {
        assertArrayEquals(small, other.getInputStream().readNBytes(small.length));
      }
    } finally {
      for (Socket client : clients) {
        client.close();
      }
    }
    Await.until(() -> budget.used() == 0);
    assertEquals(0, budget.used());
  }

  @Test
  void unreadScriptReportsAreChargedAndTakeNoDirectMemory() throws IOException {
    List<Socket> clients = new ArrayList<>();
    long before = directMemory();
    try {
      for (int i = 0; i < 2; i++) {
        clients.add(send(warm, LIST));
      }
      for (Socket client : clients) {
        assertTrue(head(client.getInputStream()).startsWith("HTTP/1.1 200 "));
      }
      assertTrue(budget.used() >= 2L * LIST.length, "used: " + budget.used());
      assertTrue(budget.used() < 4L * LIST.length, "the URLs are charged no more");
      long taken = directMemory() - before;
      assertTrue(taken < LIST.length / 4, "direct memory: " + taken);
    } finally {
      for (Socket client : clients) {
        client.close();
      }
    }
    Await.until(() -> budget.used() == 0);
    assertEquals(0, budget.used());
  }

  static Socket post(URI service, byte[] profile) throws IOException {
    Socket socket = send(service, profile);
    String answer = head(socket.getInputStream());
    assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
    assertTrue(
        answer.toLowerCase(Locale.ROOT).contains("content-length: " + profile.length), answer);
    return socket;
  }

  static Socket send(URI service, byte[] body) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(1 << 14);
    socket.setSoTimeout(READ_TIMEOUT_MILLIS);
    socket.connect(new InetSocketAddress(service.getHost(), service.getPort()));
    String head =
        "POST %s HTTP/1.1\r\nHost: test\r\nContent-Length: %d\r\n\r\n"
            .formatted(service.getPath(), body.length);
    socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().write(body);
    return socket;
  }

  static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int b = in.read();
      assertTrue(b >= 0, () -> "ended within " + head);
      head.append((char) b);
    }
    return head.toString();
  }

  private static long directMemory() {
    return Stream.of(PooledByteBufAllocator.DEFAULT, VertxByteBufAllocator.POOLED_ALLOCATOR)
        .map(ByteBufAllocatorMetricProvider.class::cast)
        .mapToLong(allocator -> allocator.metric().usedDirectMemory())
        .sum();
  }
}

package dev.symbolicator.api.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.api.http.HttpConfig.ProxyBlock;
import dev.symbolicator.api.http.OpenConnections.Draining;
import dev.symbolicator.testing.Await;
import io.netty.channel.embedded.EmbeddedChannel;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OpenConnectionsTest {
  private static final Duration NEVER = Duration.ofDays(1);
  private static final Duration SOON = Duration.ofMillis(200);
  private static final Duration LOOK = Duration.ofMillis(20);
  private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

  private final Vertx vertx = Vertx.vertx();
  private final CompletableFuture<Runnable> held = new CompletableFuture<>();

  @AfterEach
  void stop() {
    Await.value(vertx.close());
  }

  private OpenConnections connections(
      int most, Duration idle, Duration head, List<ProxyBlock> proxies) {
    return new OpenConnections(most, idle, head, proxies, new Draining(vertx, Optional.empty()));
  }

  /** Starts a server that answers requests at once, but holds those of /held. */
  private int start(OpenConnections connections) {
    connections.watch(vertx, LOOK);
    HttpServer server =
        Await.value(
            vertx
                .createHttpServer()
                .requestHandler(
                    request -> {
                      OpenConnection connection = OpenConnection.of(request.connection());
                      connection.begins();
                      Runnable answer =
                          () -> {
                            request.response().end();
                            connection.ends();
                          };
                      if (request.path().equals("/held")) {
                        held.complete(answer);
                      } else {
                        answer.run();
                      }
                    })
                .listen(0, "127.0.0.1"));
    return server.actualPort();
  }

  private static Socket send(int port, String bytes) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(30_000);
    socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
    return socket;
  }

  private static String answer(Socket socket) throws IOException {
    byte[] status = new byte[12];
    int read = socket.getInputStream().readNBytes(status, 0, status.length);
    return new String(status, 0, read, StandardCharsets.ISO_8859_1);
  }

  private static boolean isClosed(Socket socket) throws IOException {
    return socket.getInputStream().read() < 0;
  }

  @Test
  void silentConnectionIsClosedAfterTheIdleTime() throws IOException {
    int port = start(connections(9, SOON, NEVER, List.of()));
    try (Socket silent = send(port, "");
        Socket answered = send(port, GET)) {
      assertTrue(isClosed(silent));
      assertEquals("HTTP/1.1 200", answer(answered));
      answered.getInputStream().transferTo(OutputStream.nullOutputStream()); // to its end
    }
  }

  @Test
  void headThatIsNeverCompleteIsGivenUp() throws IOException {
    int port = start(connections(9, NEVER, SOON, List.of()));
    try (Socket line = send(port, "GET / HTTP/1.1\r\nHo");
        Socket second = send(port, GET);
        Socket preface = send(port, PREFACE.substring(0, 9));
        Socket settings = send(port, PREFACE)) {
      assertTrue(isClosed(line));
      assertTrue(isClosed(preface));
      settings.getInputStream().transferTo(OutputStream.nullOutputStream());
      assertEquals("HTTP/1.1 200", answer(second));
      second.getOutputStream().write('G');
      second.getInputStream().transferTo(OutputStream.nullOutputStream());
    }
  }

  @Test
  void longestIdleConnectionMakesRoomAtTheLimit() throws IOException {
    OpenConnections connections = connections(2, NEVER, NEVER, List.of());
    int port = start(connections);
    try (Socket first = send(port, "");
        Socket second = send(port, GET)) {
      assertEquals("HTTP/1.1 200", answer(second));
      Await.until(() -> connections.count() == 2);
      try (Socket third = send(port, GET)) {
        assertEquals("HTTP/1.1 200", answer(third));
        assertTrue(isClosed(first));
      }
    }
    Await.until(() -> connections.count() == 0);
  }

  @Test
  void connectionWithRequestUnderWayIsNeverClosed() throws IOException {
    int port = start(connections(1, NEVER, NEVER, List.of()));
    try (Socket busy = send(port, GET.replace("/ ", "/held "))) {
      Runnable end = Await.value(held);
      try (Socket other = new Socket(InetAddress.getLoopbackAddress(), port)) {
        assertTrue(isClosed(other));
      }
      vertx.runOnContext(now -> end.run());
      assertEquals("HTTP/1.1 200", answer(busy));
    }
  }

  @Test
  void strangerWithMostConnectionsLosesOne() {
    OpenConnections connections = connections(4, NEVER, NEVER, List.of());
    Accepted friend = new Accepted("192.0.2.1");
    Accepted first = new Accepted("192.0.2.9");
    Accepted second = new Accepted("192.0.2.9");
    Accepted third = new Accepted("192.0.2.9");
    List.of(friend, first, second, third).forEach(each -> assertTrue(connections.admits(each)));

    assertTrue(connections.admits(new Accepted("192.0.2.2")));
    first.runPendingTasks();

    assertFalse(first.isOpen());
    assertTrue(friend.isOpen() && second.isOpen() && third.isOpen());
    assertEquals(4, connections.count());
  }

  @Test
  void networkOfIpv6IsOneClientAndProxyIsMany() {
    OpenConnections connections =
        connections(5, NEVER, NEVER, List.of(new ProxyBlock.Parser().convert("192.0.2.0/24")));
    Accepted proxied = new Accepted("192.0.2.9");
    assertTrue(connections.admits(proxied));
    assertTrue(connections.admits(new Accepted("192.0.2.9")));
    assertTrue(connections.admits(new Accepted("192.0.2.9")));
    Accepted first = new Accepted("2001:db8::1");
    assertTrue(connections.admits(first));
    assertTrue(connections.admits(new Accepted("2001:db8::2")));

    assertTrue(connections.admits(new Accepted("192.0.2.9")));
    first.runPendingTasks();

    assertFalse(first.isOpen());
    assertTrue(proxied.isOpen());
  }

  @Test
  void blockHasItsAddressesOnly() throws UnknownHostException {
    ProxyBlock block = new ProxyBlock.Parser().convert(" 10.1.128.0/17 ");
    assertTrue(block.contains(InetAddress.getByName("10.1.255.255").getAddress()));
    assertFalse(block.contains(InetAddress.getByName("10.1.127.255").getAddress()));
    assertFalse(block.contains(InetAddress.getByName("fd00::1").getAddress()));
    ProxyBlock one = new ProxyBlock.Parser().convert("fd00::1");
    assertTrue(one.contains(InetAddress.getByName("fd00::1").getAddress()));
    assertFalse(one.contains(InetAddress.getByName("fd00::2").getAddress()));
    for (String wrong : List.of("proxy.internal", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x")) {
      assertThrows(
          IllegalArgumentException.class, () -> new ProxyBlock.Parser().convert(wrong), wrong);
    }
  }

  /** A connection of a client elsewhere, which a test on one machine cannot have. */
  private static final class Accepted extends EmbeddedChannel {
    private final InetSocketAddress remote;

    Accepted(String address) {
      remote = new InetSocketAddress(address, 1);
    }

    @Override
    public SocketAddress remoteAddress() {
      return remote;
    }
  }
}

package dev.symbolicator.testing;

import dev.symbolicator.fetch.Fetcher.ResolverOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.dns.AddressResolverOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A real DNS server on loopback (UDP, RFC 1035) that answers A and AAAA questions from a table.
 * Names outside the table do not exist. Answers may not be cached (time to live of 0) unless a test
 * says otherwise.
 */
public final class TestDns implements AutoCloseable {
  private static final int TYPE_A = 1;
  private static final int TYPE_AAAA = 28;
  private static final int SERVER_FAILURE = 2;
  private static final int NO_SUCH_NAME = 3;

  private static final Map<Vertx, ResolverOptions> RESOLVERS =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final DatagramSocket socket;
  private final Map<String, List<List<InetAddress>>> answers = new ConcurrentHashMap<>();
  private final Map<String, AtomicInteger> questions = new ConcurrentHashMap<>();
  private volatile int secondsToLive;
  private final Set<String> failing = ConcurrentHashMap.newKeySet();

  private TestDns() {
    try {
      socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread thread = new Thread(this::serve, "test-dns");
    thread.setDaemon(true);
    thread.start();
  }

  public static TestDns start() {
    return new TestDns();
  }

  public TestDns answer(String name, String... addresses) {
    return answerInTurn(name, List.of(List.of(addresses)));
  }

  /**
   * Gives a name other addresses at each question of one type, like a rebinding server. The last
   * addresses stay. An empty list leaves the question unanswered.
   */
  public TestDns answerInTurn(String name, List<List<String>> turns) {
    List<List<InetAddress>> parsed =
        turns.stream().map(turn -> turn.stream().map(TestDns::address).toList()).toList();
    answers.put(name, parsed);
    return this;
  }

  public TestDns secondsToLive(int seconds) {
    secondsToLive = seconds;
    return this;
  }

  public TestDns fail(String name) {
    failing.add(name);
    return this;
  }

  public int questions(String name) {
    AtomicInteger count = questions.get(name + "/" + TYPE_A);
    return count == null ? 0 : count.get();
  }

  public String server() {
    return "127.0.0.1:" + socket.getLocalPort();
  }

  /** Returns a Vert.x whose resolver asks this server alone. */
  public Vertx vertx() {
    AddressResolverOptions resolver =
        new AddressResolverOptions()
            .addServer(server())
            .setSearchDomains(List.of())
            .setQueryTimeout(30_000);
    VertxOptions options = new VertxOptions().setAddressResolverOptions(resolver);
    ResolverOptions told = new ResolverOptions();
    told.accept(options);
    Vertx vertx = Vertx.vertx(options);
    RESOLVERS.put(vertx, told);
    return vertx;
  }

  /** Returns the resolver's options of a Vert.x from {@link #vertx}, or the defaults. */
  public static ResolverOptions resolverOf(Vertx vertx) {
    return RESOLVERS.getOrDefault(vertx, new ResolverOptions());
  }

  private static InetAddress address(String text) {
    try {
      return InetAddress.getByName(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void serve() {
    byte[] buffer = new byte[2048];
    while (!socket.isClosed()) {
      try {
        DatagramPacket question = new DatagramPacket(buffer, buffer.length);
        socket.receive(question);
        byte[] reply = reply(Arrays.copyOf(buffer, question.getLength()));
        if (reply.length > 0) {
          socket.send(new DatagramPacket(reply, reply.length, question.getSocketAddress()));
        }
      } catch (SocketException closed) {
        return;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private byte[] reply(byte[] message) {
    ByteBuffer question = ByteBuffer.wrap(message);
    short id = question.getShort(0);
    question.position(12);
    StringBuilder name = new StringBuilder();
    for (int length = question.get(); length > 0; length = question.get()) {
      byte[] label = new byte[length];
      question.get(label);
      name.append(name.length() == 0 ? "" : ".")
          .append(new String(label, StandardCharsets.US_ASCII));
    }
    short type = question.getShort();
    byte[] asked = Arrays.copyOfRange(message, 12, question.position() + 2);

    String key = name.toString().toLowerCase(Locale.ROOT);
    int turn =
        questions.computeIfAbsent(key + "/" + type, k -> new AtomicInteger()).getAndIncrement();
    List<List<InetAddress>> turns = answers.get(key);
    if (failing.contains(key)) {
      return message(id, SERVER_FAILURE, asked, List.of());
    }
    if (turns == null) {
      return message(id, NO_SUCH_NAME, asked, List.of());
    }
    List<InetAddress> now = turns.get(Math.min(turn, turns.size() - 1));
    if (now.isEmpty()) {
      return new byte[0];
    }
    int size = type == TYPE_A ? 4 : type == TYPE_AAAA ? 16 : 0;
    return message(
        id,
        0,
        asked,
        now.stream().map(InetAddress::getAddress).filter(a -> a.length == size).toList());
  }

  private byte[] message(short id, int code, byte[] asked, List<byte[]> addresses) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(
        ByteBuffer.allocate(12)
            .putShort(id)
            .putShort((short) (0x8180 | code))
            .putShort((short) 1)
            .putShort((short) addresses.size())
            .array());
    out.writeBytes(asked);
    for (byte[] address : addresses) {
      short type = (short) (address.length == 4 ? TYPE_A : TYPE_AAAA);
      out.writeBytes(
          ByteBuffer.allocate(12)
              .putShort((short) 0xc00c)
              .putShort(type)
              .putShort((short) 1)
              .putInt(secondsToLive)
              .putShort((short) address.length)
              .array());
      out.writeBytes(address);
    }
    return out.toByteArray();
  }

  @Override
  public void close() {
    socket.close();
  }
}

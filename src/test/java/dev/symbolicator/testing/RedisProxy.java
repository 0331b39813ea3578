package dev.symbolicator.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Forwards connections to a Redis on loopback, and lets a test delay or count the commands. */
public final class RedisProxy implements AutoCloseable {
  private static final Pattern COMMAND =
      Pattern.compile("\\*\\d+\r\n\\$\\d+\r\n(\\w+)\r\n(?:\\$\\d+\r\n([^\r]+)\r\n)?");
  private static final int LARGEST_PIECE = 1 << 16;
  private final int redis;
  private final Consumer<String> before;
  private final ServerSocket server;

  /** Calls {@code before} with the name in capitals and the first argument of each command. */
  public RedisProxy(TestRedis redis, Consumer<String> before) {
    this.redis = URI.create(redis.url()).getPort();
    this.before = before;
    server = SpoiledWire.listen();
    SpoiledWire.start(this::accept);
  }

  public String url() {
    return "redis://127.0.0.1:" + server.getLocalPort();
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = server.accept();
      SpoiledWire.start(() -> serve(client));
    }
  }

  private void serve(Socket client) throws IOException {
    try (client;
        Socket behind = new Socket(InetAddress.getLoopbackAddress(), redis)) {
      SpoiledWire.start(() -> behind.getInputStream().transferTo(client.getOutputStream()));
      InputStream in = client.getInputStream();
      OutputStream out = behind.getOutputStream();
      byte[] piece = new byte[LARGEST_PIECE];
      for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
        Matcher command =
            COMMAND.matcher(new String(piece, 0, length, StandardCharsets.ISO_8859_1));
        if (command.lookingAt()) { // Other pieces continue a large command.
          before.accept(command.group(1).toUpperCase(Locale.ROOT) + " " + command.group(2));
        }
        out.write(piece, 0, length);
      }
    }
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
